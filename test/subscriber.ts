import { refreshClock } from "@/lib/core/clock";
import { db } from "@/lib/core/db";
import type { PaymentChoice, PlanType, PriceBase } from "@/lib/core/prisma/enums";
import { choosePayment, choosePlan, saveBillingContact } from "@/lib/subscriptions/mutations";
import { openOrder } from "@/lib/subscriptions/order-mutations";
import { refreshContract } from "@/lib/subscriptions/sync-mutations";
import { type SeededSupplier, seedSupplier } from "@/prisma/seed/suppliers";

export const CARD = { method: "card", card_number: "4242424242424242", exp_month: "12", exp_year: "2040", cvc: "123" };
/** Lets itself be saved and declines every charge. */
export const FAILING_CARD = { ...CARD, card_number: "4000000000000341" };
export const IBAN = { method: "sepa_debit", iban: "DE89370400440532013000", holder: "Frieda Brandt" };
export const NO_METHOD = { method: "none" };

export const BILLING = {
  company: "Werkstatt Lindenhof GmbH",
  name: "Jana Lindenhof",
  email: "rechnung@lindenhof.example",
  phone: "+493415550100",
  address: "Lindenhof 7",
  zip: "04109",
  city: "Leipzig",
  vatId: "",
  country: "DE",
};

/** A supplier who has not ordered yet, but has said what and for whom. */
export async function prospect(choice: OrderChoice = {}): Promise<SeededSupplier> {
  await refreshClock();
  return await prepareOrder(await seedSupplier({ contract: "none" }), choice);
}

interface OrderChoice {
  type?: PlanType;
  base?: PriceBase;
  payment?: PaymentChoice;
  discountCode?: string;
}

/** What the first steps ask for: what, how it is paid, for whom. */
export async function prepareOrder<S extends SeededSupplier>(supplier: S, choice: OrderChoice = {}): Promise<S> {
  const { customerId, actor } = supplier;
  if (choice.discountCode)
    await db.customer.update({ where: { id: customerId }, data: { discountCode: choice.discountCode } });
  await choosePlan(customerId, { type: choice.type ?? "basic", base: choice.base ?? "monthly" });
  await choosePayment(customerId, choice.payment ?? "card");
  await saveBillingContact(customerId, { ...BILLING, email: supplier.email }, "de", actor);
  return supplier;
}

/** What a person does on the vendor's order page. Gives where it leads back to. */
export async function order(supplier: SeededSupplier, fields: Record<string, string>): Promise<URL> {
  const url = await openOrder(supplier.customerId, {}, "de", supplier.actor);
  return await fillForm(url, {
    action: "subscribe",
    name: BILLING.company,
    line1: BILLING.address,
    postal_code: BILLING.zip,
    city: BILLING.city,
    country: "DE",
    ...fields,
  });
}

export async function fillForm(url: string, fields: Record<string, string>): Promise<URL> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
    redirect: "manual",
  });
  const location = response.headers.get("location");
  if (!location) throw new Error(`the page answered ${response.status}: ${(await response.text()).slice(0, 2_000)}`);
  return new URL(location, url);
}

/** A supplier with a subscription that runs. */
export async function subscriber(
  choice: OrderChoice = {},
  fields: Record<string, string> = CARD,
): Promise<SeededSupplier & { subscriptionId: string }> {
  const supplier = await prospect(choice);
  return { ...supplier, subscriptionId: await placeOrder(supplier, fields) };
}

/** Orders what was prepared. Gives the subscription's id. */
export async function placeOrder(supplier: SeededSupplier, fields: Record<string, string> = CARD): Promise<string> {
  await order(supplier, fields);
  await refreshContract(supplier.customerId);
  const { subscriptionId } = await db.contract.findUniqueOrThrow({ where: { customerId: supplier.customerId } });
  return subscriptionId ?? "";
}
