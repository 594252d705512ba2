import { z } from "zod";
import { isDay } from "@/lib/core/dates";
import { BookStatus, CollectionStatus, InvoiceKind } from "@/lib/core/prisma/enums";
import { isRange } from "./range-rules";

export const rangeDay = z.string().refine(isDay, { params: { errorCode: "date_range_required" } });

/** Both ends are included. Missing or impossible, it is one refusal with one text. */
export const dateRange = z
  .object({ dateFrom: rangeDay.optional(), dateTo: rangeDay.optional() })
  .superRefine((range, context) => {
    if (!isRange(range)) for (const name of faultyEnds(range)) context.addIssue(rangeIssue(name));
  })
  .transform(({ dateFrom = "", dateTo = "" }) => ({ from: dateFrom, to: dateTo }));

/** What is missing, or else both: either of them may be the wrong one. */
function faultyEnds(range: { dateFrom?: string; dateTo?: string }): ("dateFrom" | "dateTo")[] {
  const ends = ["dateFrom", "dateTo"] as const;
  const missing = ends.filter((name) => !range[name]);
  return missing.length > 0 ? missing : [...ends];
}

/** Each end that is wrong is named, and all of it is still one refusal. */
export function rangeIssue(field: string) {
  const params = { errorCode: "date_range_required" };
  return { code: "custom" as const, path: [field], message: "must make a range of days", params };
}

export const voucherPageQuery = z.object({
  page: z.coerce.number().int().min(0).max(10_000).default(0),
  size: z.coerce.number().int().min(1).max(250).default(25),
});

export const voucherView = z.object({
  /** The books' id, by which it is transferred. */
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
  /** Our own id, if the document is known here. */
  invoiceId: z.string().nullable(),
  /** The payment status of the debit that stands for it; null if there is none. */
  status: z.enum(CollectionStatus).nullable(),
  /** Why it is not collected by itself, or would not be; null if nothing was decided yet. */
  reason: z.string().nullable(),
  /** Whether transferring it would do something, as far as can be told without reading it. */
  isTransferable: z.boolean(),
});
