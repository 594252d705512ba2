import { z } from "zod";
import { isDay } from "@/lib/core/dates";

/** Longest range of one look into the books. */
export const RANGE_DAYS = 731;

export const rangeDay = z.string().refine(isDay, { params: { errorCode: "date_range_required" } });

/** Both ends are included. Missing or impossible, it is one refusal with one text. */
export const dateRange = z
  .object({ dateFrom: rangeDay.optional(), dateTo: rangeDay.optional() })
  .refine(isRange, { params: { errorCode: "date_range_required" } })
  .transform(({ dateFrom = "", dateTo = "" }) => ({ from: dateFrom, to: dateTo }));

export function isRange({ dateFrom, dateTo }: { dateFrom?: string; dateTo?: string }): boolean {
  if (!dateFrom || !dateTo || dateFrom > dateTo) return false;
  return (Date.parse(dateTo) - Date.parse(dateFrom)) / 86_400_000 <= RANGE_DAYS;
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
  type: z.string(),
  bookStatus: z.string(),
  amount: z.number(),
  openAmountCents: z.number().int(),
  currency: z.string(),
  /** Our own id, if the document is known here. */
  invoiceId: z.string().nullable(),
  /** The payment status of the debit that stands for it; null if there is none. */
  status: z.string().nullable(),
  /** Why it is not collected by itself, or would not be; null if nothing was decided yet. */
  reason: z.string().nullable(),
  /** Whether transferring it would do something, as far as can be told without reading it. */
  isTransferable: z.boolean(),
});
