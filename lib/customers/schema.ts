import { z } from "zod";
import { CONDITION_LENGTH } from "@/lib/collections/condition-rules";

/** A payment condition: under 255 characters, one line, no trailing space (the books compare it as text). */
export const paymentCondition = z
  .string()
  .min(1)
  .max(CONDITION_LENGTH)
  .refine((text) => !/[\r\n]/.test(text), "must not contain a line break")
  .refine((text) => text === text.trimEnd(), "must not end with a space");

export const paymentConditions = z.object({ conditions: z.array(paymentCondition).max(20) });
export const daysEarlier = z.object({ daysEarlier: z.coerce.number().int().min(0).max(30) });
export const paymentDescription = z.object({ paymentDescription: z.string().max(500).nullable() });

export const customerView = z.object({
  id: z.string(),
  companyName: z.string(),
  address: z.string(),
  zip: z.string(),
  city: z.string(),
  countryCode: z.string(),
  vatId: z.string(),
  mobileNumber: z.string(),
  email: z.string(),
  website: z.string(),
  daysEarlier: z.number(),
  paymentDescription: z.string().nullable(),
  paymentConditions: z.array(z.string()),
});

export const statusCode = z.enum([
  "NOT_CONNECTED",
  "LEXOFFICE_NOT_CONNECTED",
  "GOCARDLESS_NOT_CONNECTED",
  "PAYMENT_PLAN_NOT_SELECTED",
  "BILLING_DETAILS_MISSING",
  "PAYMENT_METHOD_NOT_CONFIGURED",
  "LAST_PAYMENT_FAILED",
  "ACCOUNT_NOT_FULLY_VERIFIED",
  "ACCOUNT_IN_REVIEW",
]);
export type StatusCode = z.output<typeof statusCode>;

export const statusView = z.object({
  lexOfficeErrors: z.array(statusCode),
  goCardlessErrors: z.array(statusCode),
  sepaHeroErrors: z.array(statusCode),
});

export const statisticsView = z.object({
  /** Open amount of all open invoices, in cents. */
  invoiceSumCents: z.number().int(),
  pendingInvoices: z.number().int(),
  pendingMandates: z.number().int(),
  underWayCents: z.number().int(),
  underWayCount: z.number().int(),
  collectedThisMonthCents: z.number().int(),
});

export const matchingView = z.object({
  matches: z.boolean(),
  mismatches: z.array(z.object({ field: z.enum(["company", "city"]), values: z.record(z.string(), z.string()) })),
});
