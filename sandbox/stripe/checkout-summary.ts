import type { Session } from "./billing-records";
import { trialEndOf } from "./checkout-life";
import { esc, money } from "./html";
import { nameOf } from "./invoice-build";
import type { Texts } from "./page-texts";
import type { Price } from "./records";
import { now, type World } from "./world";

/** Shows what is ordered, what it costs, and what is due today. */
export function orderSummary(world: World, session: Session, texts: Texts, language: "en" | "de"): string {
  if (session.mode === "setup") return "";
  const { discount, tax, total, subtotal } = session.amounts;
  const items = session.line_items.map(({ price: id, quantity }) => {
    const price = world.records.prices.get(id);
    const label = `${quantity > 1 ? `${quantity} × ` : ""}${nameOf(world, price)}`;
    return row(label, `${money((price?.unit_amount ?? 0) * quantity, language)} ${rhythmText(price, texts)}`);
  });
  const trialEnd = trialEndOf(world, session);
  const isTrial = trialEnd !== null && trialEnd > now(world, session.customer);
  if (isTrial) items.push(row(texts.trialUntil, dateText(trialEnd, language)));
  items.push(row(texts.subtotal, money(subtotal, language)));
  const codes = session.discounts.map(
    (one) => world.records.promotionCodes.get(one.promotion_code ?? "")?.code ?? one.coupon ?? "",
  );
  if (codes.length > 0) items.push(row(`${texts.discount} ${codes.join(", ")}`, money(-discount, language)));
  if (tax > 0) items.push(row(texts.tax, money(tax, language)));
  items.push(row(texts.dueToday, money(total, language)));
  return `<table>${items.join("")}</table>`;
}

function row(label: string, value: string): string {
  return `<tr><td>${esc(label)}</td><td>${esc(value)}</td></tr>`;
}

export function rhythmText(price: Price | undefined, texts: Texts): string {
  const names = { day: texts.perDay, week: texts.perWeek, month: texts.perMonth, year: texts.perYear };
  return price?.recurring ? names[price.recurring.interval] : "";
}

export function dateText(at: number, language: "en" | "de"): string {
  const format = new Intl.DateTimeFormat(language === "de" ? "de-DE" : "en-GB", {
    dateStyle: "long",
    timeZone: "Europe/Berlin",
  });
  return format.format(new Date(at * 1_000));
}
