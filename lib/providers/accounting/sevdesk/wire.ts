import { z } from "zod";
import { wireAmount, wireInstant } from "../answers";

/**
 * sevdesk's JSON as far as we read it. Nearly every value comes as a text, also ids and sums, and now and then as a
 * number; absent and null mean the same; statuses and types are plain texts here, since new ones may come at any time.
 */
const text = z.union([z.string(), z.number()]).transform(String);
const optional = <T extends z.ZodType>(type: T) => type.nullish();
const amount = wireAmount.transform(String);
/** Days, percents: a text in most answers, a number in some. */
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
  /** Asked for by `embed=debit`: what the vendor says is left to pay. */
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

/** What belongs to a contact. */
const ofContact = z.object({ contact: reference });
/** Such a row as far as it says whose it is; of one that is nobody's the vendor names no contact. */
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
