import { redirect } from "next/navigation";
import { cache } from "react";
import { pageAccount, pageSession } from "@/lib/auth/sessions/page-session";
import type { Cents } from "@/lib/core/money/money";
import type { PaymentChoice, PlanType, PriceBase, SubscriptionStatus } from "@/lib/core/prisma/enums";
import { log } from "@/lib/core/telemetry/log";
import { now, today } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";
import { ProviderError } from "@/lib/core/web/provider-error";
import { campaignMonths, campaignPrice, concerns } from "@/lib/subscriptions/campaigns/rules";
import type { Campaign } from "@/lib/subscriptions/campaigns/schema";
import { readCancelFacts, readCancelSummary } from "@/lib/subscriptions/cancel/data";
import {
  CANCEL_REASONS,
  type CancelAction,
  type CancelReason,
  offeredActions,
  targetPlans,
} from "@/lib/subscriptions/cancel/rules";
import {
  discountOf,
  paymentMethodOf,
  planOf,
  possibilitiesOf,
  readCampaign,
  readPlans,
} from "@/lib/subscriptions/contract/data";
import {
  cardState,
  daysRemaining,
  entitlementOf,
  isInForce,
  monthsSaved,
  TRIAL_DAYS,
  TRIAL_REMINDER_DAYS,
} from "@/lib/subscriptions/contract/rules";
import { readBillingContact, readInvoices } from "@/lib/subscriptions/contract/view-data";
import { refreshContract } from "@/lib/subscriptions/sync/provider";
import type { ContractDiscount, Entitlement, PaymentMethodView, Plan } from "./types";

export interface PlanOffer extends Plan {
  /** The price of the first months, where a campaign lowers it. */
  campaign?: { label: string; cents: Cents; months: number };
}

export interface PlanOffers {
  plans: PlanOffer[];
  /** Months saved by paying for a year at once. */
  savedMonths: Record<PlanType, number>;
  /** Zero once the supplier has had a trial. */
  trialDays: number;
  chosen?: { type: PlanType; base: PriceBase };
  current?: Plan;
}

/** Reasons why a screen cannot show data from Stripe. */
export type Unreadable = "plans_unavailable" | "provider_unavailable";

/** Loads the plans with this supplier's prices, or the reason why they cannot be shown. */
export const loadPlans = cache(async (): Promise<PlanOffers | Unreadable> => {
  const { session, account } = await pageAccount();
  const { contract } = account;
  try {
    const [plans, campaign] = await Promise.all([readPlans(), readCampaign(session.customerId)]);
    const { chosenType: type, chosenBase: base } = contract ?? {};
    return {
      plans: plans.map((plan) => ({ ...plan, campaign: offerOf(plan, campaign) })),
      savedMonths: { basic: monthsSaved(plans, "basic"), premium: monthsSaved(plans, "premium") },
      trialDays: contract?.hasHadTrial ? 0 : TRIAL_DAYS,
      chosen: type && base ? { type, base } : undefined,
      current: contract && isInForce(contract.status) ? planOf(contract) : undefined,
    };
  } catch (error) {
    return unreadable(error);
  }
});

function offerOf(plan: Plan, campaign: Campaign | undefined): PlanOffer["campaign"] {
  if (!campaign || !concerns(campaign, plan)) return undefined;
  return { label: campaign.label, cents: campaignPrice(campaign, plan), months: campaignMonths(campaign) };
}

function unreadable(error: unknown): Unreadable {
  if (error instanceof AppError && error.code === "plans_unavailable") return "plans_unavailable";
  if (!(error instanceof ProviderError)) throw error;
  log.warn({ err: error }, "Stripe could not be read for a page");
  return "provider_unavailable";
}

export interface TrialView {
  daysLeft: number;
  endsAt: string;
  /** True if so few days are left that the screen reminds the owner. */
  isEnding: boolean;
  /** True if the subscription continues automatically after the trial. */
  hasPaymentMethod: boolean;
}

/** Loads the running trial; undefined if there is none. */
export const loadTrial = cache(async (): Promise<TrialView | undefined> => {
  const { contract } = (await pageAccount()).account;
  if (contract?.status !== "trialing" || !contract.trialEndsAt || contract.endsAt) return undefined;
  const daysLeft = daysRemaining(contract.trialEndsAt, now());
  return {
    daysLeft,
    endsAt: contract.trialEndsAt.toISOString(),
    isEnding: daysLeft <= TRIAL_REMINDER_DAYS,
    hasPaymentMethod: contract.paymentMethod !== null,
  };
});

/** Loads the news about the trial for a dialog, and the occasion for which it is shown once; undefined without news. */
export const loadTrialNews = cache(async () => {
  const [trial, subscription] = await Promise.all([loadTrial(), loadSubscription()]);
  if (trial?.isEnding) {
    const { daysLeft, endsAt, hasPaymentMethod } = trial;
    return { news: { kind: "ending" as const, daysLeft, endsAt, hasPaymentMethod }, occasion: today() };
  }
  if (!subscription?.hasTrialLapsed || !subscription.endedAt) return undefined;
  return { news: { kind: "ended" as const }, occasion: subscription.endedAt };
});

export interface SubscriptionPage {
  contractType: "STRIPE" | "EXTERNAL";
  entitlement: Entitlement;
  status: SubscriptionStatus | null;
  planType: PlanType | null;
  plan?: Plan;
  trialEndsAt?: string;
  /** True if the subscription ended with its trial. */
  hasTrialLapsed: boolean;
  periodEndsAt?: string;
  /** The time for which the subscription is cancelled. */
  endsAt?: string;
  endedAt?: string;
  isPaused: boolean;
  pausedUntil?: string;
  discount: ContractDiscount | null;
  /** A scheduled change of plan. */
  next?: { type: PlanType; base: PriceBase; at: string };
  paymentMethod: (PaymentMethodView & { state: "valid" | "expiring" | "expired" }) | null;
  chosenPayment: PaymentChoice | null;
  /** True if only cancelling is possible at the moment. */
  actionsRestricted: boolean;
  /** True if the supplier has a customer account at Stripe. */
  hasAccount: boolean;
}

/** Loads the supplier's subscription for the screen; undefined without a contract. */
export const loadSubscription = cache(async (): Promise<SubscriptionPage | undefined> => {
  const { contract } = (await pageAccount()).account;
  if (!contract) return undefined;
  const { trialEndsAt, endedAt, nextType, nextBase, nextAt, status } = contract;
  const method = paymentMethodOf(contract);
  return {
    contractType: contract.type,
    entitlement: entitlementOf(contract, now()),
    status,
    planType: contract.planType,
    plan: planOf(contract),
    trialEndsAt: trialEndsAt?.toISOString(),
    hasTrialLapsed: status === "cancelled" && trialEndsAt !== null && endedAt !== null && endedAt <= trialEndsAt,
    periodEndsAt: contract.periodEndsAt?.toISOString(),
    endsAt: contract.endsAt?.toISOString(),
    endedAt: endedAt?.toISOString(),
    isPaused: contract.isPaused,
    pausedUntil: contract.pausedUntil?.toISOString(),
    discount: discountOf(contract),
    next: nextType && nextBase && nextAt ? { type: nextType, base: nextBase, at: nextAt.toISOString() } : undefined,
    paymentMethod: method && { ...method, state: cardState(method, now()) },
    chosenPayment: contract.chosenPayment,
    actionsRestricted: possibilitiesOf(contract).actionsRestricted,
    hasAccount: contract.stripeCustomerId !== null,
  };
});

/** Loads the billing contact on our invoices: as saved, otherwise from the registration. */
export const loadBillingContact = cache(async () => {
  const { customerId } = await pageSession();
  return await readBillingContact(customerId);
});

/** Loads our invoices to the supplier, or the reason why they cannot be shown. */
export async function loadSubscriptionInvoices() {
  const { customerId } = await pageSession();
  try {
    return await readInvoices(customerId);
  } catch (error) {
    return unreadable(error);
  }
}

export interface CancelFlow {
  plan: Plan;
  /** After a cancellation everything continues until then. */
  periodEndsAt?: string;
  /** True if nothing is paid yet: a change of plan starts at once. */
  isTrial: boolean;
  /** True if Stripe gave up collecting: the product is locked until the open amount is paid. */
  isUnpaid: boolean;
  /** The time for which the subscription is cancelled already. */
  endsAt?: string;
  /** The actions offered for each reason, in the order of the screen. */
  offers: Record<CancelReason, CancelAction[]>;
  targets: Record<CancelReason, Plan[]>;
  /** Lengths of a pause on offer, in months. */
  pauses: number[];
  coupon?: { couponId: string; campaignCode: string; label: string; cents: Cents; months: number };
  summary: Awaited<ReturnType<typeof readCancelSummary>>;
}

/** Loads the cancel flow; redirects to the subscription if there is nothing to cancel. */
export const loadCancelFlow = cache(async (): Promise<CancelFlow | Unreadable> => {
  const { customerId } = await pageSession();
  try {
    const [facts, summary] = await Promise.all([readCancelFacts(customerId), readCancelSummary(customerId)]);
    const { plan, campaign, pauses, periodEndsAt, endsAt, isTrial, isUnpaid } = facts;
    const byReason = <T>(of: (reason: CancelReason) => T) =>
      Object.fromEntries(CANCEL_REASONS.map((reason) => [reason, of(reason)])) as Record<CancelReason, T>;
    return {
      plan,
      periodEndsAt: periodEndsAt?.toISOString(),
      endsAt: endsAt?.toISOString(),
      isTrial,
      isUnpaid,
      offers: byReason((reason) => offeredActions(reason, facts)),
      targets: byReason((reason) => targetPlans(reason, facts)),
      pauses,
      coupon: campaign && {
        couponId: campaign.stripeCouponId,
        campaignCode: campaign.code,
        label: campaign.label,
        cents: campaignPrice(campaign, plan),
        months: campaignMonths(campaign),
      },
      summary,
    };
  } catch (error) {
    if (error instanceof AppError && error.code === "subscription_missing") redirect("/app/subscription");
    return unreadable(error);
  }
});

/**
 * Refreshes the contract after a return from Stripe's pages. If Stripe does not answer, its webhook repeats the news.
 */
export async function loadAfterReturn(): Promise<void> {
  const { customerId } = await pageSession();
  await refreshContract(customerId).catch((error: unknown) => {
    log.warn({ err: error }, "the subscription could not be read after the return from Stripe");
  });
}
