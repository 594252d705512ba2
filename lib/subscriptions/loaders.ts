import { redirect } from "next/navigation";
import { cache } from "react";
import { now, today } from "@/lib/core/clock";
import { AppError } from "@/lib/core/errors";
import { log } from "@/lib/core/log";
import type { Cents } from "@/lib/core/money";
import type { PaymentChoice, PlanType, PriceBase, SubscriptionStatus } from "@/lib/core/prisma/enums";
import { ProviderError } from "@/lib/core/provider-error";
import { pageAccount, pageSession } from "@/lib/customers/loaders";
import { campaignMonths, campaignPrice, concerns } from "./campaign-rules";
import type { Campaign } from "./campaign-schema";
import { readCancelFacts, readCancelSummary } from "./cancel-data";
import { CANCEL_REASONS, type CancelAction, type CancelReason, offeredActions, targetPlans } from "./cancel-rules";
import { discountOf, paymentMethodOf, planOf, possibilitiesOf, readCampaign, readPlans } from "./data";
import { cardState, daysRemaining, isInForce, monthsSaved, standingOf, TRIAL_DAYS, TRIAL_REMINDER_DAYS } from "./rules";
import { refreshContract } from "./sync-mutations";
import type { ContractDiscount, PaymentMethodView, Plan, Standing } from "./types";
import { readBillingContact, readInvoices } from "./view-data";

export interface PlanOffer extends Plan {
  /** The first price, where a campaign lowers it for some months. */
  campaign?: { label: string; cents: Cents; months: number };
}

export interface PlanOffers {
  plans: PlanOffer[];
  /** Months saved by paying a year at once. */
  savedMonths: Record<PlanType, number>;
  /** Zero once the trial was used. */
  trialDays: number;
  chosen?: { type: PlanType; base: PriceBase };
  current?: Plan;
}

/** What a screen shows instead of something of Stripe's that could not be read. */
export type Unreadable = "plans_unavailable" | "provider_unavailable";

/** The plans with what they cost this supplier; or why they cannot be shown. */
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
  /** Close enough to be spoken about by itself. */
  isEnding: boolean;
  /** It will go on by itself. */
  hasPaymentMethod: boolean;
}

/** The trial that runs, if one does. */
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

/** What an owner is told about the trial by a dialog, and the occasion by which it is told once; undefined: nothing. */
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
  standing: Standing;
  status: SubscriptionStatus | null;
  planType: PlanType | null;
  plan?: Plan;
  trialEndsAt?: string;
  /** The trial was the last thing there was, and it is over. */
  hasTrialLapsed: boolean;
  periodEndsAt?: string;
  /** Cancelled for this moment. */
  endsAt?: string;
  endedAt?: string;
  isPaused: boolean;
  pausedUntil?: string;
  discount: ContractDiscount | null;
  /** A change of plan that waits. */
  next?: { type: PlanType; base: PriceBase; at: string };
  paymentMethod: (PaymentMethodView & { state: "valid" | "expiring" | "expired" }) | null;
  chosenPayment: PaymentChoice | null;
  /** Nothing but leaving is possible at the moment. */
  actionsRestricted: boolean;
  /** There is an account at the vendor to look after. */
  hasAccount: boolean;
}

/** The supplier's subscription as the screen shows it; undefined before there was any. */
export const loadSubscription = cache(async (): Promise<SubscriptionPage | undefined> => {
  const { contract } = (await pageAccount()).account;
  if (!contract) return undefined;
  const { trialEndsAt, endedAt, nextType, nextBase, nextAt, status } = contract;
  const method = paymentMethodOf(contract);
  return {
    contractType: contract.type,
    standing: standingOf(contract, now()),
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

/** Whom our invoices name: as saved, or what the supplier registered with. */
export const loadBillingContact = cache(async () => {
  const { customerId } = await pageSession();
  return await readBillingContact(customerId);
});

/** Our invoices to the supplier, or why they cannot be shown. */
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
  /** Until then everything goes on after a cancellation. */
  periodEndsAt?: string;
  /** Nothing is paid yet: a change of plan begins at once. */
  isTrial: boolean;
  /** Given up by the vendor: everything is locked until what is open is paid. */
  isUnpaid: boolean;
  /** Cancelled already, for this moment. */
  endsAt?: string;
  /** What is offered for each reason, in the order of the screen. */
  offers: Record<CancelReason, CancelAction[]>;
  targets: Record<CancelReason, Plan[]>;
  /** Months one may pause. */
  pauses: number[];
  coupon?: { couponId: string; campaignCode: string; label: string; cents: Cents; months: number };
  summary: Awaited<ReturnType<typeof readCancelSummary>>;
}

/** The cancel flow; whoever has nothing to cancel goes to the subscription. */
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

/** Somebody comes back from the vendor's pages. If it cannot be asked now, its webhook will say the same. */
export async function loadAfterReturn(): Promise<void> {
  const { customerId } = await pageSession();
  await refreshContract(customerId).catch((error: unknown) => {
    log.warn({ err: error }, "the subscription could not be read after the return from Stripe");
  });
}
