import { z } from "zod";
import { wireAmount, wireInstant } from "@/lib/providers/accounting/answers";

/**
 * sevdesk's JSON, with only the fields that we read. Nearly every value is text, even ids and amounts, and sometimes a
 * number. Absent and null mean the same. New statuses and types may appear at any time, so they are plain text here.
 */
const text = z.union([z.string(), z.number()]).transform(String);
const optional = <T extends z.ZodType>(type: T) => type.nullish();
const amount = wireAmount.transform(String);
/** Days and percentages: text in most answers, a number in some. */
const figure = text.refine((value) => Number.isFinite(Number(value)), "no number");
const reference = z.object({ id: text });

const person = { name: optional(z.string()), surename: optional(z.string()), familyname: optional(z.string()) };

export const wireInvoice = z.object({
  id: text,
  invoiceNumber: optional(z.string()),
  invoiceType: z.string(),
  status: text,
  update: wireInstant,
  invoiceDate: wireInstant,
  timeToPay: optional(figure),
  discount: optional(figure),
  discountTime: optional(figure),
  currency: optional(z.string()),
  sumGross: amount,
  sumGrossForeignCurrency: optional(amount),
  sumNet: optional(amount),
  sumNetForeignCurrency: optional(amount),
  paidAmount: optional(amount),
  /** The open amount according to the vendor, requested with `embed=debit`. */
  debit: optional(amount),
  address: optional(z.string()),
  contact: optional(z.object({ id: text, ...person })),
  paymentMethod: optional(z.object({ id: text, name: optional(z.string()) })),
});

export const wireContact = z.object({
  id: text,
  ...person,
  parent: optional(z.object({ id: text, name: optional(z.string()) })),
});

/** A row that belongs to a contact. */
const ofContact = z.object({ contact: reference });
/** Only the owner of such a row. A row without an owner names no contact. */
export const wireOwner = z.object({ contact: optional(reference) });

export const wireWay = ofContact.extend({
  value: optional(z.string()),
  main: optional(text),
  key: optional(reference),
});

export const wireAddress = ofContact.extend({
  street: optional(z.string()),
  zip: optional(z.string()),
  city: optional(z.string()),
  country: optional(z.object({ id: text, code: optional(z.string()) })),
});

export const wirePaymentMethod = z.object({ id: text, name: optional(z.string()) });

export const wireUser = z.object({
  sevClient: reference,
  fullname: optional(z.string()),
  email: optional(z.string()),
});

export const wireAccount = z.object({ id: text, name: optional(z.string()), status: optional(text) });

export const wireTransaction = z.object({ id: text, status: text, paymtPurpose: optional(z.string()) });

export const wireLog = z.object({ id: text, toStatus: optional(text) });

export type WireInvoice = z.output<typeof wireInvoice>;
export type WireContact = z.output<typeof wireContact>;
export type WireWay = z.output<typeof wireWay>;
export type WireAddress = z.output<typeof wireAddress>;
