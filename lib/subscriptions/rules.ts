import type { PriceBase, SubscriptionStatus } from "@/lib/core/prisma/enums";
import type { ContractFacts, LockReason, Plan, Standing } from "./types";

/** Days for which a supplier may use everything of a plan before it costs anything; once a supplier. */
export const TRIAL_DAYS = 14;
/** From this many days before its end the trial is spoken about. */
export const TRIAL_REMINDER_DAYS = 3;
/** Months for which a supplier may pause; nothing is charged that falls into them. */
export const PAUSE_MONTHS = [1, 2] as const;
/** What the impact of a cancellation counts goes back this many days. */
export const IMPACT_DAYS = 30;
/** A card is spoken about from this many days before it expires. */
const CARD_WARNING_DAYS = 45;
const DAY_MS = 24 * 3_600_000;

/** Statuses in which the plan is in force. `past_due`: a payment failed and is tried again; the supplier is told. */
const IN_FORCE: SubscriptionStatus[] = ["active", "trialing", "past_due"];

const LOCKS: Record<Exclude<SubscriptionStatus, "active" | "trialing" | "past_due">, LockReason> = {
  unpaid: "unpaid",
  incomplete: "incomplete",
  incomplete_expired: "no_contract",
  paused: "paused",
  cancelled: "ended",
};

export function isInForce(status: SubscriptionStatus | null): boolean {
  return status !== null && IN_FORCE.includes(status);
}

/**
 * Nothing of it goes on at the vendor. Until then nothing is ordered: what is unpaid, rests or awaits its first payment can
 * be paid or taken up again there, and would then be billed beside the new one.
 */
export function hasEnded(status: SubscriptionStatus | null): boolean {
  return status === null || status === "cancelled" || status === "incomplete_expired";
}

/** What a contract allows now. A first payment by SEPA that is still under way is `active` at the vendor, and so here. */
export function standingOf(contract: ContractFacts | null, now: Date): Standing {
  const lock = lockOf(contract, now);
  const isOverdue = contract?.status === "past_due" || lock === "unpaid" || lock === "reversed";
  if (lock) return { isActive: false, isPremium: false, lock, isOverdue };
  return { isActive: true, isPremium: contract?.planType === "premium", isOverdue };
}

/** Agreed elsewhere, and it runs: only what is in force at the vendor takes its place. */
export function runsElsewhere(contract: ContractFacts, now: Date): boolean {
  return contract.type === "EXTERNAL" && lockOf(contract, now) === undefined;
}

function lockOf(contract: ContractFacts | null, now: Date): LockReason | undefined {
  if (!contract?.planType) return contract?.status === "incomplete" ? "incomplete" : "no_contract";
  if (contract.type === "EXTERNAL") return contract.endsAt && contract.endsAt <= now ? "ended" : undefined;
  const { status } = contract;
  if (status === null) return "no_contract";
  if (status !== "active" && status !== "trialing" && status !== "past_due") return LOCKS[status];
  return contract.isReversed ? "reversed" : undefined;
}

/** What a plan costs a month, to compare plans; not rounded. */
export function monthlyEquivalent({ base, cents }: { base: PriceBase; cents: number }): number {
  return base === "yearly" ? cents / 12 : cents;
}

/**
 * Whether a change of plan waits until the paid period is over. It says what the vendor's page is set up to do
 * (docs/operations.md): it compares the amounts of a period as they are, and the terms.
 */
export function startsLater(from: Pick<Plan, "base" | "cents">, to: Pick<Plan, "base" | "cents">): boolean {
  return to.cents < from.cents || (from.base === "yearly" && to.base === "monthly");
}

/** Months whose price one saves by paying a year at once, rounded down. */
export function monthsSaved(plans: Plan[], type: Plan["type"]): number {
  const of = (base: PriceBase) => plans.find((plan) => plan.type === type && plan.base === base)?.cents;
  const [monthly, yearly] = [of("monthly"), of("yearly")];
  return monthly && yearly ? Math.max(0, Math.floor((12 * monthly - yearly) / monthly)) : 0;
}

/** Whole days until a moment, the day that has begun counted; never below 0. */
export function daysRemaining(until: Date, now: Date): number {
  return Math.max(0, Math.ceil((until.getTime() - now.getTime()) / DAY_MS));
}

/** A card is good until the end of its month. */
export function cardState(
  method: { expMonth: number | null; expYear: number | null },
  now: Date,
): "valid" | "expiring" | "expired" {
  if (method.expMonth === null || method.expYear === null) return "valid";
  const end = Date.UTC(method.expYear, method.expMonth, 1);
  if (end <= now.getTime()) return "expired";
  return end - now.getTime() <= CARD_WARNING_DAYS * DAY_MS ? "expiring" : "valid";
}

/** Calendar months later at the same time of day; the 31st becomes the last day of a shorter month. */
export function addMonths(from: Date, months: number): Date {
  const end = new Date(from);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return end;
}

/** The pauses that hold back at least one invoice: one before which no payment falls would be worth nothing. */
export function pausesWorth(periodEndsAt: Date | null, now: Date): number[] {
  if (!periodEndsAt) return [];
  return PAUSE_MONTHS.filter((months) => periodEndsAt < addMonths(now, months));
}
