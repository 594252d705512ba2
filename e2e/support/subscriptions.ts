import { db } from "../../lib/core/db";
import { refreshContract } from "../../lib/subscriptions/sync-mutations";
import { CARD, type Choice, type OrderForm, prepareOrder, seedOrder } from "../../prisma/seed/subscribe";
import { deskCall } from "./desk";
import { type Supplier, unconnectedSupplier } from "./supplier";

export interface Subscriber extends Supplier {
  subscriptionId: string;
}

type SubscriptionStep = "renew" | "fail-payment" | "end-trial" | "cancel" | "dispute";

/** A supplier who has ordered at the vendor's page; in the trial, until its end is played. */
export async function subscriber(choice: Choice = {}, form: OrderForm = CARD): Promise<Subscriber> {
  const supplier = await unconnectedSupplier({ contract: "none" });
  await prepareOrder(supplier, supplier.companyName, choice);
  await seedOrder(supplier, supplier.companyName, form);
  const { subscriptionId } = await contractRow(supplier);
  return { ...supplier, subscriptionId: subscriptionId ?? "" };
}

/** A supplier whose trial is over and who has paid. */
export async function payingSubscriber(choice: Choice = {}): Promise<Subscriber> {
  const supplier = await subscriber(choice);
  await playSubscription(supplier, "end-trial");
  return supplier;
}

/** Time and banks at Stripe, for one subscription; afterwards our copy is read again, as its webhook would make us. */
export async function playSubscription(supplier: Subscriber, step: SubscriptionStep): Promise<void> {
  await deskCall(`/stripe/subscriptions/${supplier.subscriptionId}/${step}`, {});
  await refreshContract(supplier.customerId);
}

export async function contractRow({ customerId }: { customerId: string }) {
  return await db.contract.findUniqueOrThrow({ where: { customerId } });
}
