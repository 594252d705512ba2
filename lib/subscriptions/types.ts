import type { Cents } from "@/lib/core/money/money";
import type { ContractType, PlanType, PriceBase, SubscriptionStatus } from "@/lib/core/prisma/enums";

/** Why nothing can be changed at the moment. Each reason has a text in messages/ under `subscription.lock`. */
export type LockReason = "no_contract" | "incomplete" | "paused" | "unpaid" | "ended" | "reversed";

/** A supplier's entitlement: what plan and payment allow. */
export interface Entitlement {
  isActive: boolean;
  isPremium: boolean;
  /** The reason, if the contract is not active. */
  lock?: LockReason;
  /** True if a payment is owed; with `past_due` the product stays open. */
  isOverdue: boolean;
}

export interface Plan {
  priceId: string;
  type: PlanType;
  base: PriceBase;
  /** Net price per period. */
  cents: Cents;
}

export interface ContractDiscount {
  couponId: string;
  percentOff: number | null;
  amountOffCents: Cents | null;
  /** ISO instant; null means forever. */
  endsAt: string | null;
}

export interface PaymentMethodView {
  kind: "card" | "sepa_debit" | "other";
  brand: string | null;
  last4: string;
  expMonth: number | null;
  expYear: number | null;
}

/** The facts of a contract that determine the entitlement. */
export interface ContractFacts {
  type: ContractType;
  status: SubscriptionStatus | null;
  planType: PlanType | null;
  endsAt: Date | null;
  isReversed: boolean;
}
