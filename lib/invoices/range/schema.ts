import { z } from "zod";
import { rangeDay, refuseRange } from "@/lib/invoices/manual/schema";

/** Both ends or none; `from` and `to` are included. */
export const syncRequest = z
  .object({ from: rangeDay.optional(), to: rangeDay.optional() })
  .superRefine((range, context) => {
    if (range.from || range.to) refuseRange(range, ["from", "to"], context);
  })
  .transform(({ from, to }) => (from && to ? { from, to } : undefined));

/** `found`: the number of open documents in the range, null if no range was requested. */
export const syncResult = z.object({ found: z.number().int().nullable() });
