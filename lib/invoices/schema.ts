import { z } from "zod";

export const invoiceListInput = z.object({
  page: z.number().int().min(0).max(10_000).default(0),
  size: z.number().int().min(1).max(250).default(25),
  search: z.string().max(200).optional(),
  status: z.string().max(40).optional(),
});

export const invoiceView = z.object({
  id: z.string(),
  externalId: z.string(),
  number: z.string(),
  date: z.string(),
  dueDate: z.string(),
  creationDate: z.iso.datetime(),
  amount: z.number(),
  grossAmount: z.number(),
  openAmountCents: z.number().int(),
  /** Of the amounts; documents in another one than EUR are never collected. */
  currency: z.string(),
  type: z.string(),
  bookStatus: z.string(),
  /** The payment status of the current collection; null if there is none. */
  status: z.string().nullable(),
  chargeDate: z.string().nullable(),
  outcome: z.string().nullable(),
  reason: z.string().nullable(),
  contact: z.string(),
  paymentTerm: z.string(),
});
