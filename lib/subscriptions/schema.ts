import { z } from "zod";
import { isCountryCode } from "@/lib/accounts/registration/country-rules";
import { emailAddress, line } from "@/lib/accounts/schema";
import { plainVatId } from "@/lib/core/formats/vat-id";
import { CANCEL_ACTIONS, CANCEL_REASONS } from "@/lib/subscriptions/cancel/rules";

export const planType = z.enum(["basic", "premium"]);
export const priceBase = z.enum(["monthly", "yearly"]);

export const planChoice = z.object({ type: planType, base: priceBase });
export const paymentChoice = z.object({ payment: z.enum(["card", "sepa_debit", "later"]) });

/** The billing contact on our invoices; Stripe checks the VAT id, too. */
export const billingContact = z.object({
  company: line(150).min(1),
  name: line(150).min(1),
  email: emailAddress,
  phone: line(20).default(""),
  address: line(200).min(1),
  zip: line(20).min(1),
  city: line(100).min(1),
  vatId: line(20)
    .transform(plainVatId)
    .pipe(z.string().regex(/^[A-Z0-9+*]*$/))
    .default(""),
  country: z.string().toUpperCase().refine(isCountryCode, "must be a two-letter country code"),
});
export type BillingContactInput = z.output<typeof billingContact>;

export const billingContactView = z.object({
  company: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  zip: z.string(),
  city: z.string(),
  vatId: z.string(),
  country: z.string(),
});

/** Options of the order page; missing ones keep the earlier choice. */
export const checkoutOptions = z.object({
  type: planType.optional(),
  base: priceBase.optional(),
  payment: z.enum(["card", "sepa_debit", "later"]).optional(),
  /** The path on our host to which Stripe's page returns. */
  returnPath: z.string().startsWith("/").max(200).optional(),
});

export const urlView = z.object({ url: z.url() });

export const returnUrlQuery = z.object({ returnUrl: z.string().max(500).optional() });
export const upgradeQuery = z.object({
  premium: z.enum(["true", "false"]).transform((text) => text === "true"),
  interval: priceBase,
});

const planView = z.object({
  priceId: z.string(),
  name: z.enum(["Standard", "Premium"]),
  type: planType,
  priceBase,
  /** Net price per period in euros. */
  price: z.number(),
});

export const contractView = z.object({
  id: z.string(),
  contractType: z.enum(["STRIPE", "EXTERNAL"]),
  contractPlan: z
    .object({
      id: z.string(),
      priceId: z.string().nullable(),
      externalReferenceNumber: z.string().nullable(),
      /** Net price per period in euros. */
      price: z.number().nullable(),
      type: planType,
      priceBase: priceBase.nullable(),
    })
    .nullable(),
  isActive: z.boolean(),
  isPremium: z.boolean(),
  lock: z.enum(["no_contract", "incomplete", "paused", "unpaid", "ended", "reversed"]).nullable(),
});

export const subscriptionStatus = z.enum([
  "active",
  "trialing",
  "past_due",
  "unpaid",
  "incomplete",
  "incomplete_expired",
  "paused",
  "cancelled",
]);

export const subscriptionView = z.object({
  id: z.string(),
  status: subscriptionStatus,
  plan: planView.nullable(),
  currentPeriodEnd: z.iso.datetime().nullable(),
  trialEnd: z.iso.datetime().nullable(),
  daysRemaining: z.number().int().nullable(),
  cancelAt: z.iso.datetime().nullable(),
  pauseAllowed: z.boolean(),
  discountAllowed: z.boolean(),
  actionsRestricted: z.boolean(),
  paused: z.boolean(),
  pausedUntil: z.iso.datetime().nullable(),
  discount: z
    .object({
      couponId: z.string(),
      percentOff: z.number().nullable(),
      /** In euros. */
      amountOff: z.number().nullable(),
      endsAt: z.iso.datetime().nullable(),
    })
    .nullable(),
});

export const paymentMethodView = z
  .object({
    kind: z.enum(["card", "sepa_debit", "other"]),
    brand: z.string().nullable(),
    last4: z.string(),
    expMonth: z.number().int().nullable(),
    expYear: z.number().int().nullable(),
    state: z.enum(["valid", "expiring", "expired"]),
  })
  .nullable();

export const subscriptionInvoices = z.array(
  z.object({
    id: z.string(),
    number: z.string().nullable(),
    status: z.enum(["draft", "open", "paid", "uncollectible", "marked_uncollectible", "void"]),
    createdAt: z.iso.datetime(),
    /** Gross and net amount in euros. */
    amount: z.number(),
    netAmount: z.number(),
    downloadLink: z.url().nullable(),
    pageLink: z.url().nullable(),
  }),
);

const counts = z.object({
  openCount: z.number().int(),
  hash: z.string().describe("Of what is counted, each in its status: the same hash, the same things (decision 059)."),
  totalCount: z.number().int(),
});
export const cancelSummary = z.object({ invoices: counts, mandates: counts });

/** The action that a person chose in the cancel flow. */
export const cancelPayload = z
  .object({
    reasonId: z.enum(CANCEL_REASONS),
    actionId: z.enum(CANCEL_ACTIONS),
    metadata: z
      .object({
        couponId: z.string().min(1).optional(),
        campaignCode: z.string().min(1).optional(),
        pauseDurationInMonths: z.union([z.literal(1), z.literal(2)]).optional(),
        targetPriceId: z.string().min(1).optional(),
      })
      .default({}),
  })
  .superRefine(({ actionId, metadata }, context) => {
    const needed = { discount: "couponId", pause: "pauseDurationInMonths", switch_plan: "targetPriceId" } as const;
    const field = needed[actionId as keyof typeof needed];
    if (field && metadata[field] === undefined)
      context.addIssue({ code: "custom", path: ["metadata", field], message: `needed for ${actionId}` });
  });
export type CancelPayload = z.output<typeof cancelPayload>;
