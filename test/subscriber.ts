import { refreshClock } from "@/lib/core/time/clock";
import { CARD, type OrderChoice, placeOrder, prepareOrder, type VendorForm } from "@/prisma/seed/subscribe";
import { type SeededSupplier, seedSupplier } from "@/prisma/seed/suppliers";

/** This card can be saved, but every charge is declined. */
export const FAILING_CARD = { ...CARD, card_number: "4000000000000341" };
export const IBAN = { method: "sepa_debit", iban: "DE89370400440532013000", holder: "Frieda Brandt" };
export const NO_METHOD = { method: "none" };

/** Creates a supplier who has not ordered yet, but has selected a plan and entered the billing details. */
export async function prospect(choice: OrderChoice = {}): Promise<SeededSupplier> {
  await refreshClock();
  return await prepareOrder(await seedSupplier({ contract: "none" }), choice);
}

/** Creates a supplier with an active subscription. */
export async function subscriber(
  choice: OrderChoice = {},
  form: VendorForm = CARD,
): Promise<SeededSupplier & { subscriptionId: string }> {
  const supplier = await prospect(choice);
  return { ...supplier, subscriptionId: await placeOrder(supplier, form) };
}
