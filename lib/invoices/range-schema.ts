import { z } from "zod";
import { isRange } from "./range-rules";
import { rangeDay, rangeIssue } from "./transfer-schema";

/** Both ends or none; `from` and `to` are included. */
export const syncRequest = z
  .object({ from: rangeDay.optional(), to: rangeDay.optional() })
  .superRefine(({ from, to }, context) => {
    if ((!from && !to) || isRange({ dateFrom: from, dateTo: to })) return;
    for (const field of from && to ? ["from", "to"] : [from ? "to" : "from"]) context.addIssue(rangeIssue(field));
  })
  .transform(({ from, to }) => (from && to ? { from, to } : undefined));

/** `found`: open documents of the range, null where none was asked for. */
export const syncResult = z.object({ found: z.number().int().nullable() });
