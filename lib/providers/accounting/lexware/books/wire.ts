import { z } from "zod";
import { wireAmount as amount, wireInstant as instant } from "@/lib/providers/accounting/answers";

/**
 * Lexware's JSON, with only the fields that we read. Absent and null mean the same. Amounts are numbers, but were once
 * seen as strings. New statuses and types may appear at any time, so they are plain strings here.
 */
const optional = <T extends z.ZodType>(type: T) => type.nullish();

export const wireProfile = z.object({
  organizationId: z.string(),
  companyName: z.string(),
  connectionId: z.string(),
  created: optional(z.object({ userEmail: optional(z.string()) })),
});

/** A page of a list. Its rows are parsed one by one. */
export const wirePage = z.object({
  content: z.array(z.unknown()),
  last: z.boolean(),
  number: z.number(),
  totalElements: z.number(),
  numberOfElements: z.number(),
  size: z.number(),
});

export const wireVoucher = z.object({
  id: z.string(),
  voucherType: z.string(),
  voucherStatus: z.string(),
  voucherNumber: optional(z.string()),
  voucherDate: instant,
  updatedDate: instant,
  dueDate: optional(instant),
  contactId: optional(z.string()),
  contactName: optional(z.string()),
  totalAmount: optional(amount),
  openAmount: optional(amount),
  currency: optional(z.string()),
  archived: optional(z.boolean()),
});

export const wireInvoice = z.object({
  id: z.string(),
  updatedDate: instant,
  language: optional(z.string()),
  archived: optional(z.boolean()),
  voucherStatus: z.string(),
  voucherNumber: optional(z.string()),
  voucherDate: instant,
  dueDate: optional(instant),
  address: optional(z.object({ contactId: optional(z.string()), name: optional(z.string()) })),
  totalPrice: z.object({
    currency: optional(z.string()),
    totalGrossAmount: optional(amount),
    totalNetAmount: optional(amount),
  }),
  paymentConditions: optional(
    z.object({
      paymentTermLabel: optional(z.string()),
      paymentTermLabelTemplate: optional(z.string()),
      paymentTermDuration: optional(z.number()),
      paymentDiscountConditions: optional(z.object({ discountPercentage: z.number(), discountRange: z.number() })),
    }),
  ),
  closingInvoice: optional(z.boolean()),
  claimedGrossAmount: optional(amount),
  downPaymentDeductions: optional(z.array(z.object({ id: z.string(), receivedGrossAmount: optional(amount) }))),
  /** Only on a down payment invoice (reference 4.6). */
  closingInvoiceId: optional(z.string()),
});

export const wireBookVoucher = z.object({
  id: z.string(),
  /** `salesinvoice`, `salescreditnote`, `purchaseinvoice` or `purchasecreditnote` (reference 4.7). */
  type: z.string(),
  voucherStatus: z.string(),
  voucherNumber: optional(z.string()),
  voucherDate: instant,
  dueDate: optional(instant),
  updatedDate: instant,
  totalGrossAmount: optional(amount),
  totalTaxAmount: optional(amount),
  useCollectiveContact: optional(z.boolean()),
  contactId: optional(z.string()),
  contactName: optional(z.string()),
  remark: optional(z.string()),
});

export const wirePayments = z.object({
  /** Never negative; `paymentStatus` tells who owes it (reference 4.8). */
  openAmount: amount,
  paymentStatus: optional(z.string()),
  voucherStatus: z.string(),
});

const mailLists = z.object({
  business: optional(z.array(z.string())),
  office: optional(z.array(z.string())),
  private: optional(z.array(z.string())),
  other: optional(z.array(z.string())),
});
const wirePerson = z.object({
  firstName: optional(z.string()),
  lastName: optional(z.string()),
  primary: optional(z.boolean()),
  emailAddress: optional(z.string()),
});
export const wireContact = z.object({
  id: z.string(),
  company: optional(z.object({ name: z.string(), contactPersons: optional(z.array(wirePerson)) })),
  person: optional(z.object({ firstName: optional(z.string()), lastName: z.string() })),
  addresses: optional(
    z.object({
      billing: optional(
        z.array(
          z.object({
            street: optional(z.string()),
            zip: optional(z.string()),
            city: optional(z.string()),
            countryCode: optional(z.string()),
          }),
        ),
      ),
    }),
  ),
  emailAddresses: optional(mailLists),
  archived: optional(z.boolean()),
});

export const wirePaymentConditions = z.array(
  z.object({
    paymentTermLabelTemplate: z.string(),
    paymentTermDuration: optional(z.number()),
    organizationDefault: optional(z.boolean()),
  }),
);

export const wireAccount = z.object({
  financialAccountId: z.string(),
  externalReference: optional(z.string()),
  lockVersion: z.number(),
});
export const wireAccounts = z.array(wireAccount);
export const wireActionResult = z.object({ id: z.string() });
export const wireTransactions = z.array(
  z.object({ financialTransactionId: z.string(), externalReference: optional(z.string()) }),
);
export const wireSubscriptions = z.object({
  content: z.array(z.object({ subscriptionId: z.string(), eventType: z.string(), callbackUrl: z.string() })),
});
export const wireTokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
  scope: optional(z.string()),
});
export const wireEvent = z.object({
  organizationId: z.string(),
  eventType: z.string(),
  resourceId: z.string(),
  eventDate: instant,
});

export type WireVoucher = z.output<typeof wireVoucher>;
export type WireInvoice = z.output<typeof wireInvoice>;
export type WireBookVoucher = z.output<typeof wireBookVoucher>;
export type WireContact = z.output<typeof wireContact>;
