import { db } from "@/lib/core/db";
import type { PaymentChoice, PlanType, PriceBase } from "@/lib/core/prisma/enums";
import { choosePayment, choosePlan, saveBillingContact } from "@/lib/subscriptions/mutations";
import { openOrder } from "@/lib/subscriptions/order-mutations";
import { refreshContract } from "@/lib/subscriptions/sync-mutations";
import type { SeededSupplier } from "./suppliers";

/** What a person types on the vendor's pages, by the names of its fields. */
export type VendorForm = Record<string, string>;

export const CARD = { method: "card", card_number: "4242424242424242", exp_month: "12", exp_year: "2040", cvc: "123" };

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

export interface OrderChoice {
  type?: PlanType;
  base?: PriceBase;
  payment?: PaymentChoice;
  discountCode?: string;
}

/** What the first steps ask for: what, how it is paid, for whom. */
export async function prepareOrder<S extends SeededSupplier>(supplier: S, choice: OrderChoice = {}): Promise<S> {
  const { customerId, actor, email } = supplier;
  const { type = "basic", base = "monthly", payment = "card", discountCode } = choice;
  if (discountCode) await db.customer.update({ where: { id: customerId }, data: { discountCode } });
  await choosePlan(customerId, { type, base });
  await choosePayment(customerId, payment);
  await saveBillingContact(customerId, { ...BILLING, email }, "de", actor);
  return supplier;
}

/** What a person does on the vendor's order page, a plain form at the sandbox twin. Gives where it leads back to. */
export async function order(supplier: SeededSupplier, form: VendorForm): Promise<URL> {
  const url = await openOrder(supplier.customerId, {}, "de", supplier.actor);
  const { company: name, address: line1, zip: postal_code, city } = BILLING;
  return await fillForm(url, { action: "subscribe", name, line1, postal_code, city, country: "DE", ...form });
}

/** Orders what was prepared. Gives the subscription's id. */
export async function placeOrder(supplier: SeededSupplier, form: VendorForm = CARD): Promise<string> {
  await order(supplier, form);
  await refreshContract(supplier.customerId);
  const { subscriptionId } = await db.contract.findUniqueOrThrow({ where: { customerId: supplier.customerId } });
  return subscriptionId ?? "";
}

/** Sends a form of the twin's pages; gives where it leads to. */
export async function fillForm(url: string, fields: VendorForm): Promise<URL> {
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
