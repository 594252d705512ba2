import { z } from "zod";
import { isRange, rangeDay } from "./transfer-schema";

/** Both ends or none; `from` and `to` are included. */
export const syncRequest = z
  .object({ from: rangeDay.optional(), to: rangeDay.optional() })
  .refine(({ from, to }) => (!from && !to) || isRange({ dateFrom: from, dateTo: to }), {
    params: { errorCode: "date_range_required" },
  })
  .transform(({ from, to }) => (from && to ? { from, to } : undefined));

/** `found`: open documents of the range, null where none was asked for. */
export const syncResult = z.object({ found: z.number().int().nullable() });
