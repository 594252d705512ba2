import { refreshClock } from "@/lib/core/clock";
import { db } from "@/lib/core/db";
import { CARD, type Choice, type OrderForm, prepareOrder, seedOrder, sendForm } from "@/prisma/seed/subscribe";
import { type SeededSupplier, seedSupplier } from "@/prisma/seed/suppliers";

export { CARD };
export const fillForm = sendForm;
/** Lets itself be saved and declines every charge. */
export const FAILING_CARD = { ...CARD, card_number: "4000000000000341" };
export const IBAN = { method: "sepa_debit", iban: "DE89370400440532013000", holder: "Frieda Brandt" };
export const NO_METHOD = { method: "none" };

const COMPANY = "Werkstatt Lindenhof GmbH";

/** A supplier who has not ordered yet, but has said what and for whom. */
export async function prospect(choice: Choice & { discountCode?: string } = {}): Promise<SeededSupplier> {
  await refreshClock();
  const supplier = await seedSupplier({ contract: "none" });
  const { discountCode } = choice;
  if (discountCode) await db.customer.update({ where: { id: supplier.customerId }, data: { discountCode } });
  await prepareOrder(supplier, COMPANY, choice);
  return supplier;
}

/** What a person does on the vendor's order page. Gives where it leads back to. */
export async function order(supplier: SeededSupplier, form: OrderForm): Promise<URL> {
  return await seedOrder(supplier, COMPANY, form);
}

/** A supplier with a subscription that runs. */
export async function subscriber(
  choice: Parameters<typeof prospect>[0] = {},
  form: OrderForm = CARD,
): Promise<SeededSupplier & { subscriptionId: string }> {
  const supplier = await prospect(choice);
  await order(supplier, form);
  const { subscriptionId } = await db.contract.findUniqueOrThrow({ where: { customerId: supplier.customerId } });
  return { ...supplier, subscriptionId: subscriptionId ?? "" };
}
