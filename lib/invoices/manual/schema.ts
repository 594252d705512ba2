import { z } from "zod";
import { BookStatus, CollectionStatus, InvoiceKind } from "@/lib/core/prisma/enums";
import { isDay } from "@/lib/core/time/dates";
import { isRange } from "@/lib/invoices/range/rules";

const REFUSAL = { errorCode: "date_range_required" };

export const rangeDay = z.string().refine(isDay, { message: "must be a day", params: REFUSAL });

/** Both ends are included. Missing or impossible ends give one error code with one text. */
export const dateRange = z
  .object({ dateFrom: rangeDay.optional(), dateTo: rangeDay.optional() })
  .superRefine((range, context) => refuseRange(range, ["dateFrom", "dateTo"], context))
  .transform(({ dateFrom = "", dateTo = "" }) => ({ from: dateFrom, to: dateTo }));

/**
 * Adds an error for each wrong end, all with the same code: for the missing ends, else for both, because either may be
 * wrong. An end that is no day already has an error from `rangeDay`, which does not concern the other end.
 */
export function refuseRange<End extends string>(
  range: { [end in End]?: string },
  ends: readonly [End, End],
  context: z.RefinementCtx,
): void {
  const [dateFrom, dateTo] = ends.map((end) => range[end]);
  if (isRange({ dateFrom, dateTo })) return;
  const missing = ends.filter((end) => range[end] === undefined);
  const isNamed = [dateFrom, dateTo].some((day) => day !== undefined && !isDay(day));
  for (const end of isNamed || missing.length > 0 ? missing : ends)
    context.addIssue({ code: "custom", path: [end], message: "must make a range of days", params: REFUSAL });
}

export const voucherPageQuery = z.object({
  page: z.coerce.number().int().min(0).max(10_000).default(0),
  size: z.coerce.number().int().min(1).max(250).default(25),
});

export const voucherView = z.object({
  /** The accounting system's id, by which the document is transferred. */
  id: z.string(),
  number: z.string(),
  date: z.string(),
  dueDate: z.string(),
  contact: z.string(),
  type: z.enum(InvoiceKind),
  bookStatus: z.enum(BookStatus),
  amount: z.number(),
  openAmountCents: z.number().int(),
  currency: z.string(),
  /** Our own id, if the document has a row here. */
  invoiceId: z.string().nullable(),
  /** The status of the collection that holds it; null if there is none. */
  status: z.enum(CollectionStatus).nullable(),
  /** Why it is not collected automatically, or would not be; null if nothing was decided yet. */
  reason: z.string().nullable(),
  /** True if transferring it would have an effect, as far as can be known without reading it. */
  isTransferable: z.boolean(),
});
