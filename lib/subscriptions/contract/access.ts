import { db, type Tx } from "@/lib/core/database/db";
import { now } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";
import type { Entitlement } from "@/lib/subscriptions/types";
import { entitlementOf } from "./rules";

const facts = { type: true, status: true, planType: true, endsAt: true, isReversed: true } as const;

/** Reads a supplier's present entitlement. */
export async function readEntitlement(customerId: string, tx: Tx = db): Promise<Entitlement> {
  const contract = await tx.contract.findUnique({ where: { customerId }, select: facts });
  return entitlementOf(contract, now());
}

/**
 * Requires an active contract. It guards all changes in the product.
 *
 * @throws AppError `contract_inactive`
 */
export async function requireContract(customerId: string): Promise<void> {
  if (!(await readEntitlement(customerId)).isActive) throw new AppError("contract_inactive");
}

/**
 * Requires Premium. It guards the features of that plan.
 *
 * @throws AppError `contract_inactive`, `premium_required`
 */
export async function requirePremium(customerId: string, tx: Tx = db): Promise<void> {
  const { isActive, isPremium } = await readEntitlement(customerId, tx);
  if (!isActive) throw new AppError("contract_inactive");
  if (!isPremium) throw new AppError("premium_required");
}
