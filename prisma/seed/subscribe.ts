import { db } from "@/lib/core/database/db";
import type { PaymentChoice, PlanType, PriceBase } from "@/lib/core/prisma/enums";
import { choosePayment, choosePlan } from "@/lib/subscriptions/contract/mutations";
import { saveBillingContact } from "@/lib/subscriptions/contract/provider";
import { openOrder } from "@/lib/subscriptions/orders/provider";
import { refreshContract } from "@/lib/subscriptions/sync/provider";
import type { SeededSupplier } from "./suppliers";

/** Values typed into a form of the vendor, by field name. */
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

/** Completes the first steps of an order: plan, payment method and billing contact. */
export async function prepareOrder<S extends SeededSupplier>(supplier: S, choice: OrderChoice = {}): Promise<S> {
  const { customerId, actor, email } = supplier;
  const { type = "basic", base = "monthly", payment = "card", discountCode } = choice;
  if (discountCode) await db.customer.update({ where: { id: customerId }, data: { discountCode } });
  await choosePlan(customerId, { type, base });
  await choosePayment(customerId, payment);
  await saveBillingContact(customerId, { ...BILLING, email }, "de", actor);
  return supplier;
}

/** Fills in the vendor's order page, a plain form at the sandbox twin. Returns the address it redirects to. */
export async function order(supplier: SeededSupplier, form: VendorForm): Promise<URL> {
  const url = await openOrder(supplier.customerId, {}, "de", supplier.actor);
  const { company: name, address: line1, zip: postal_code, city } = BILLING;
  return await fillForm(url, { action: "subscribe", name, line1, postal_code, city, country: "DE", ...form });
}

/** Places the prepared order. Returns the subscription's id, or an empty text if there is none. */
export async function placeOrder(supplier: SeededSupplier, form: VendorForm = CARD): Promise<string> {
  await order(supplier, form);
  await refreshContract(supplier.customerId);
  const { subscriptionId } = await db.contract.findUniqueOrThrow({ where: { customerId: supplier.customerId } });
  return subscriptionId ?? "";
}

/** Posts a form of the twin's pages. Returns the address it redirects to. */
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
