import { ReplyError } from "../kit/http";
import { esc, field } from "./html";
import type { Texts } from "./page-texts";
import { attach, makeCard, makeDebit } from "./payment-methods";
import type { Customer, PaymentMethod } from "./records";
import type { World } from "./world";

/** The reason why a page refused a form, in the payer's language. */
export class PageProblem extends Error {}

/** Returns the payment methods as radio buttons with their fields. Without script all fields are shown at once. */
export function methodFields(texts: Texts, types: string[], saved: PaymentMethod[], isOptional: boolean): string {
  const choices: string[] = [];
  let isFirst = true;
  const choice = (value: string, label: string): string => {
    const checked = isFirst ? " checked" : "";
    isFirst = false;
    return `<label class="choice"><input type="radio" name="method" value="${esc(value)}"${checked}><span>${esc(label)}</span></label>`;
  };
  for (const one of saved) choices.push(choice(one.id, `${texts.saved}: ${nameOfMethod(one)}`));
  if (types.includes("card"))
    choices.push(
      choice("card", texts.card),
      field("card_number", texts.cardNumber, { autocomplete: "cc-number" }),
      `<div class="pair"><div>${field("exp_month", texts.month, { autocomplete: "cc-exp-month" })}</div><div>${field("exp_year", texts.year, { autocomplete: "cc-exp-year" })}</div></div>`,
      field("cvc", texts.cvc, { autocomplete: "cc-csc" }),
    );
  if (types.includes("sepa_debit"))
    choices.push(
      choice("sepa_debit", texts.sepa),
      field("iban", texts.iban),
      field("holder", texts.holder),
      `<p class="note">${esc(texts.mandate)}</p>`,
    );
  if (isOptional) choices.push(choice("none", texts.withoutMethod));
  return `<fieldset><legend>${esc(texts.paymentMethod)}</legend>${choices.join("")}</fieldset>`;
}

export function nameOfMethod(method: PaymentMethod): string {
  const { card, sepa } = method;
  return card ? `${card.brand} •••• ${card.last4}` : `SEPA ${sepa?.country ?? ""} •••• ${sepa?.last4 ?? ""}`;
}

/** Returns the chosen method, saved with the customer. @throws PageProblem if it is not usable */
export function methodFromForm(
  world: World,
  form: URLSearchParams,
  customer: Customer,
  texts: Texts,
): PaymentMethod | null {
  const chosen = form.get("method") ?? "";
  if (chosen === "none") return null;
  const saved = world.records.paymentMethods.get(chosen);
  if (saved?.customer === customer.id) return saved;
  if (chosen !== "card" && chosen !== "sepa_debit") throw new PageProblem(texts.chooseMethod);
  const name = form.get("holder") || customer.name || customer.email || "";
  const email = customer.email ?? "";
  return refusable(() => {
    const made =
      chosen === "card"
        ? makeCard(world, cardOf(form), { name, email })
        : makeDebit(world, form.get("iban") ?? "", { name, email });
    return attach(world, made, customer.id);
  });
}

function cardOf(form: URLSearchParams): { number: string; month: number; year: number } {
  const year = Number(form.get("exp_year"));
  return {
    number: form.get("card_number") ?? "",
    month: Number(form.get("exp_month")),
    year: year > 0 && year < 100 ? 2000 + year : year,
  };
}

/** Turns refusals of the API into messages on the page. */
export function refusable<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ReplyError)) throw error;
    const body = error.reply.body as { error?: { message?: string } };
    throw new PageProblem(body.error?.message ?? "Refused");
  }
}
