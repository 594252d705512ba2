import { z } from "zod";

/**
 * sevdesk's JSON as far as we read it. Nearly every value comes as a text, also ids and sums, and now and then as a
 * number; absent and null mean the same; statuses and types are plain texts here, since new ones may come at any time.
 */
const text = z.union([z.string(), z.number()]).transform(String);
const optional = <T extends z.ZodType>(type: T) => type.nullish();
const instant = z.string().refine((value) => !Number.isNaN(Date.parse(value)));
const reference = z.object({ id: text });

const person = { name: optional(z.string()), surename: optional(z.string()), familyname: optional(z.string()) };

export const wireInvoice = z.object({
  id: text,
  invoiceNumber: optional(z.string()),
  invoiceType: z.string(),
  status: text,
  update: instant,
  invoiceDate: instant,
  timeToPay: optional(text),
  discount: optional(text),
  discountTime: optional(text),
  currency: optional(z.string()),
  sumGross: text,
  sumGrossForeignCurrency: optional(text),
  paidAmount: optional(text),
  /** Asked for by `embed=debit`: what the vendor says is left to pay. */
  debit: optional(text),
  address: optional(z.string()),
  contact: optional(z.object({ id: text, ...person })),
  paymentMethod: optional(z.object({ id: text, name: optional(z.string()) })),
});

export const wireContact = z.object({
  id: text,
  ...person,
  parent: optional(z.object({ id: text, name: optional(z.string()) })),
});

export const wireWay = z.object({
  contact: reference,
  value: optional(z.string()),
  main: optional(text),
  key: optional(reference),
});

export const wireAddress = z.object({
  contact: reference,
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
