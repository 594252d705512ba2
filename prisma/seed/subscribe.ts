import { choosePayment, choosePlan, saveBillingContact } from "@/lib/subscriptions/mutations";
import { openOrder } from "@/lib/subscriptions/order-mutations";
import { refreshContract } from "@/lib/subscriptions/sync-mutations";
import type { SeededSupplier } from "./suppliers";

/** What a person types on the vendor's order page, by the names of its fields. */
export type OrderForm = Record<string, string>;

export const CARD: OrderForm = {
  method: "card",
  card_number: "4242424242424242",
  exp_month: "12",
  exp_year: "2040",
  cvc: "123",
};

const ADDRESS = { address: "Lindenhof 7", zip: "04109", city: "Leipzig" };

export interface Choice {
  type?: "basic" | "premium";
  base?: "monthly" | "yearly";
  payment?: "card" | "sepa_debit" | "later";
}

/** Says what is to be ordered and for whom, up to the order itself. */
export async function prepareOrder(supplier: SeededSupplier, company: string, choice: Choice = {}): Promise<void> {
  const { customerId, email, actor } = supplier;
  await choosePlan(customerId, { type: choice.type ?? "basic", base: choice.base ?? "monthly" });
  await choosePayment(customerId, choice.payment ?? "card");
  const contact = {
    company,
    name: actor.userName,
    email,
    phone: "+493415550100",
    ...ADDRESS,
    vatId: "",
    country: "DE",
  };
  await saveBillingContact(customerId, contact, "de", actor);
}

/** Orders the way a person does: opens the vendor's page, a plain form at the sandbox twin, and sends it. */
export async function seedOrder(supplier: SeededSupplier, company: string, form: OrderForm): Promise<URL> {
  const url = await openOrder(supplier.customerId, {}, "de", supplier.actor);
  const { address: line1, zip: postal_code, city } = ADDRESS;
  const back = await sendForm(url, {
    ...{ action: "subscribe", name: company, line1, postal_code, city, country: "DE" },
    ...form,
  });
  await refreshContract(supplier.customerId);
  return back;
}

/** Sends a form of the twin's pages; gives where it leads to. */
export async function sendForm(url: string, fields: OrderForm): Promise<URL> {
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
