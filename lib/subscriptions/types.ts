import type { Cents } from "@/lib/core/money";
import type { ContractType, PlanType, PriceBase, SubscriptionStatus } from "@/lib/core/prisma/enums";

/** Why nothing can be changed at the moment. Each has a text in messages/ under `subscription.lock`. */
export type LockReason = "no_contract" | "incomplete" | "paused" | "unpaid" | "ended" | "reversed";

/** What a supplier may do by their contract. */
export interface Standing {
  isActive: boolean;
  isPremium: boolean;
  /** Set when not active. */
  lock?: LockReason;
  /** A payment is owed; with `past_due` everything still goes on. */
  isOverdue: boolean;
}

export interface Plan {
  priceId: string;
  type: PlanType;
  base: PriceBase;
  /** Net, a period. */
  cents: Cents;
}

export interface ContractDiscount {
  couponId: string;
  percentOff: number | null;
  amountOffCents: Cents | null;
  /** ISO instant; null: for ever. */
  endsAt: string | null;
}

export interface PaymentMethodView {
  kind: "card" | "sepa_debit" | "other";
  brand: string | null;
  last4: string;
  expMonth: number | null;
  expYear: number | null;
}

/** The part of a contract on which rights rest. */
export interface ContractFacts {
  type: ContractType;
  status: SubscriptionStatus | null;
  planType: PlanType | null;
  endsAt: Date | null;
  isReversed: boolean;
}
