import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import type { PaymentChoice, PlanType, PriceBase } from "@/lib/core/prisma/enums";
import { AppError } from "@/lib/core/web/errors";
import { readContract } from "./data";
import { isInForce } from "./rules";

/** Stores the plan that the supplier wants to order, without ordering it. */
export async function choosePlan(customerId: CustomerId, choice: { type: PlanType; base: PriceBase }): Promise<void> {
  const contract = await readContract(customerId);
  if (contract && isInForce(contract.status)) throw new AppError("subscription_exists");
  const chosen = { chosenType: choice.type, chosenBase: choice.base };
  await db.contract.upsert({ where: { customerId }, create: { customerId, ...chosen }, update: chosen });
}

/** Stores how the supplier intends to pay; the account or card itself is entered on Stripe's page. */
export async function choosePayment(customerId: CustomerId, payment: PaymentChoice): Promise<void> {
  const chosen = { chosenPayment: payment };
  await db.contract.upsert({ where: { customerId }, create: { customerId, ...chosen }, update: chosen });
}
