import { refreshClock } from "@/lib/core/clock";
import { CARD, type OrderChoice, placeOrder, prepareOrder, type VendorForm } from "@/prisma/seed/subscribe";
import { type SeededSupplier, seedSupplier } from "@/prisma/seed/suppliers";

/** Lets itself be saved and declines every charge. */
export const FAILING_CARD = { ...CARD, card_number: "4000000000000341" };
export const IBAN = { method: "sepa_debit", iban: "DE89370400440532013000", holder: "Frieda Brandt" };
export const NO_METHOD = { method: "none" };

/** A supplier who has not ordered yet, but has said what and for whom. */
export async function prospect(choice: OrderChoice = {}): Promise<SeededSupplier> {
  await refreshClock();
  return await prepareOrder(await seedSupplier({ contract: "none" }), choice);
}

/** A supplier with a subscription that runs. */
export async function subscriber(
  choice: OrderChoice = {},
  form: VendorForm = CARD,
): Promise<SeededSupplier & { subscriptionId: string }> {
  const supplier = await prospect(choice);
  return { ...supplier, subscriptionId: await placeOrder(supplier, form) };
}
