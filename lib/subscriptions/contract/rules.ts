import type { PriceBase, SubscriptionStatus } from "@/lib/core/prisma/enums";
import type { ContractFacts, Entitlement, LockReason, Plan } from "@/lib/subscriptions/types";

/** Days of the trial, in which a plan is free of charge; once per supplier. */
export const TRIAL_DAYS = 14;
/** The supplier is reminded of the end of the trial this many days before it. */
export const TRIAL_REMINDER_DAYS = 3;
/** Possible lengths of a pause in months; payments within them are not charged. */
export const PAUSE_MONTHS = [1, 2] as const;
/** Period in days that the summary of a cancellation counts. */
export const IMPACT_DAYS = 30;
/** A card counts as expiring this many days before it expires. */
const CARD_WARNING_DAYS = 45;
const DAY_MS = 24 * 3_600_000;

/** Statuses in which the plan is in force. `past_due`: a payment failed and is retried; the supplier gets a mail. */
const IN_FORCE = ["active", "trialing", "past_due"] as const satisfies SubscriptionStatus[];
type InForce = (typeof IN_FORCE)[number];

const LOCKS: Record<Exclude<SubscriptionStatus, InForce>, LockReason> = {
  unpaid: "unpaid",
  incomplete: "incomplete",
  incomplete_expired: "no_contract",
  paused: "paused",
  cancelled: "ended",
};

export function isInForce(status: SubscriptionStatus | null): status is InForce {
  return (IN_FORCE as readonly (SubscriptionStatus | null)[]).includes(status);
}

/**
 * True if nothing of a subscription can continue at Stripe. Until then a new order is refused: an unpaid, paused or
 * incomplete subscription can still be paid or resumed there, and would be billed in addition to the new one.
 */
export function hasEnded(status: SubscriptionStatus | null): boolean {
  return status === null || status === "cancelled" || status === "incomplete_expired";
}

/**
 * Returns the entitlement of a contract. A first SEPA payment that is still under way is `active`, as it is at Stripe.
 */
export function entitlementOf(contract: ContractFacts | null, now: Date): Entitlement {
  const lock = lockOf(contract, now);
  const isOverdue = contract?.status === "past_due" || lock === "unpaid" || lock === "reversed";
  if (lock) return { isActive: false, isPremium: false, lock, isOverdue };
  return { isActive: true, isPremium: contract?.planType === "premium", isOverdue };
}

/** True for a running contract that was agreed outside Stripe: only a subscription in force replaces it. */
export function runsElsewhere(contract: ContractFacts, now: Date): boolean {
  return contract.type === "EXTERNAL" && lockOf(contract, now) === undefined;
}

function lockOf(contract: ContractFacts | null, now: Date): LockReason | undefined {
  if (!contract?.planType) return contract?.status === "incomplete" ? "incomplete" : "no_contract";
  if (contract.type === "EXTERNAL") return contract.endsAt && contract.endsAt <= now ? "ended" : undefined;
  const { status } = contract;
  if (status === null) return "no_contract";
  if (!isInForce(status)) return LOCKS[status];
  return contract.isReversed ? "reversed" : undefined;
}

/** Returns the price of a plan per month, to compare plans; not rounded. */
export function monthlyEquivalent({ base, cents }: { base: PriceBase; cents: number }): number {
  return base === "yearly" ? cents / 12 : cents;
}

/**
 * True if a change of plan waits for the end of the paid period. This repeats the settings of Stripe's page
 * (docs/operations.md), which compares the amounts per period and the lengths of the periods.
 */
export function startsLater(from: Pick<Plan, "base" | "cents">, to: Pick<Plan, "base" | "cents">): boolean {
  return to.cents < from.cents || (from.base === "yearly" && to.base === "monthly");
}

/** Returns the number of months saved by paying for a year at once, rounded down. */
export function monthsSaved(plans: Plan[], type: Plan["type"]): number {
  const of = (base: PriceBase) => plans.find((plan) => plan.type === type && plan.base === base)?.cents;
  const [monthly, yearly] = [of("monthly"), of("yearly")];
  return monthly && yearly ? Math.max(0, Math.floor((12 * monthly - yearly) / monthly)) : 0;
}

/** Returns the days until a time, including the day that has begun; never below 0. */
export function daysRemaining(until: Date, now: Date): number {
  return Math.max(0, Math.ceil((until.getTime() - now.getTime()) / DAY_MS));
}

/** Returns the state of a card, which is valid until the end of its month. */
export function cardState(
  method: { expMonth: number | null; expYear: number | null },
  now: Date,
): "valid" | "expiring" | "expired" {
  if (method.expMonth === null || method.expYear === null) return "valid";
  const end = Date.UTC(method.expYear, method.expMonth, 1);
  if (end <= now.getTime()) return "expired";
  return end - now.getTime() <= CARD_WARNING_DAYS * DAY_MS ? "expiring" : "valid";
}

/** Adds calendar months and keeps the time of day; the 31st becomes the last day of a shorter month. */
export function addMonths(from: Date, months: number): Date {
  const end = new Date(from);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return end;
}

/** Returns the pauses that suspend at least one invoice: a pause without a payment in it has no effect. */
export function pausesWorth(periodEndsAt: Date | null, now: Date): number[] {
  if (!periodEndsAt) return [];
  return PAUSE_MONTHS.filter((months) => periodEndsAt < addMonths(now, months));
}
