import { cache } from "react";
import { pageSession } from "@/lib/auth/sessions/page-session";
import type { PaymentChoice } from "@/lib/core/prisma/enums";
import { now } from "@/lib/core/time/clock";
import { type Day, dayOf } from "@/lib/core/time/dates";
import { readContract } from "@/lib/subscriptions/contract/data";
import { loadPlans, type PlanOffer, type PlanOffers, type Unreadable } from "@/lib/subscriptions/loaders";

export interface PreparedOrder {
  plan?: PlanOffer;
  offers: PlanOffers | Unreadable;
  payment?: PaymentChoice;
  trialDays: number;
  /**
   * True if the first payment of an earlier order is still missing: it has to be paid or lapse before another order.
   */
  isAwaited: boolean;
  /** End of the trial if the plan is ordered today. */
  trialEndsOn?: Day;
}

const DAY_MS = 24 * 3_600_000;

/** Loads the choices made so far, and what an order would mean. */
export const loadPreparedOrder = cache(async (): Promise<PreparedOrder> => {
  const { customerId } = await pageSession();
  const [offers, contract] = await Promise.all([loadPlans(), readContract(customerId)]);
  const payment = contract?.chosenPayment ?? undefined;
  const isAwaited = contract?.status === "incomplete";
  if (typeof offers === "string") return { offers, payment, isAwaited, trialDays: 0 };
  const { chosen, trialDays } = offers;
  const plan = chosen && offers.plans.find((one) => one.type === chosen.type && one.base === chosen.base);
  const trialEndsOn = trialDays > 0 ? dayOf(new Date(now().getTime() + trialDays * DAY_MS)) : undefined;
  return { plan, offers, payment, isAwaited, trialDays, trialEndsOn };
});
