import { z } from "zod";
import { LOCALES } from "@/lib/core/locales";
import { CONDITION_LENGTH, type ConditionFault, conditionFault } from "@/lib/customers/condition/rules";
import { unknownPlaceholder } from "@/lib/customers/reference/rules";

const FAULTS: Record<ConditionFault, string> = {
  empty: "must not be empty",
  too_long: `must have at most ${CONDITION_LENGTH} characters`,
  line_break: "must not contain a line break",
  trailing_space: "must not end with a space",
};

/** A payment condition as the accounting systems accept it. Others are refused with `payment_condition_invalid`. */
export const paymentCondition = z
  .string()
  .meta({ minLength: 1, maxLength: CONDITION_LENGTH })
  .superRefine((text, context) => {
    const fault = conditionFault(text);
    if (fault)
      context.addIssue({ code: "custom", message: FAULTS[fault], params: { errorCode: "payment_condition_invalid" } });
  });

export const MOST_CONDITIONS = 20;
export const paymentConditions = z.object({ conditions: z.array(paymentCondition).max(MOST_CONDITIONS) });
export const daysEarlier = z.object({ daysEarlier: z.number().int().min(0).max(30) });
/** Settings of how and when to collect, as the settings screen saves them. */
export const collectingSettings = z.object({
  daysEarlier: z.number().int().min(0).max(30),
  maxOverdueDays: z.number().int().min(0).max(365),
  requestsMandates: z.boolean(),
  payerLanguage: z.enum(LOCALES),
});
export const retryPlan = z.object({ retriesReturns: z.boolean() });
/** Placeholders are only checked when a wording is saved. Wordings stored earlier stay valid. */
export const paymentDescription = z.object({
  paymentDescription: z
    .string()
    .max(500)
    .nullable()
    .superRefine((wording, context) => {
      const unknown = unknownPlaceholder(wording ?? "");
      if (unknown === undefined) return;
      const message = `${unknown} is not a placeholder of the payment reference`;
      context.addIssue({ code: "custom", message, params: { errorCode: "placeholder_unknown" } });
    }),
});

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
  /** Open amount in cents of all open invoices in euros that are not archived in the accounting system. */
  invoiceSumCents: z.number().int(),
  /** Open invoices that wait for something other than the supplier: a mandate, a connection, a day. */
  pendingInvoices: z.number().int(),
  /** Open mandate requests that an invoice waits for, or that were sent by hand to a payer without a mandate. */
  pendingMandates: z.number().int(),
  /** Collections that are not paid out yet. */
  underWayCents: z.number().int(),
  underWayCount: z.number().int(),
  /** Confirmed collections with a charge date in this month. Until their payout, they are also under way. */
  collectedThisMonthCents: z.number().int(),
});

export const matchingView = z.object({
  matches: z.boolean(),
  mismatches: z.array(z.object({ field: z.enum(["company", "city"]), values: z.record(z.string(), z.string()) })),
});
