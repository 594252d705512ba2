import { parseCents } from "../fields/amount-rules";
import { daysBetween } from "../fields/date-rules";
import { elementsAt, textAt, textsAt } from "../fields/lookup-rules";
import { parseSkonto } from "../fields/skonto-rules";
import type { EInvoice, Skonto } from "../types";
import type { Element } from "../xml/tree-rules";
import { dateAt } from "./cii-date-rules";
import type { Notes } from "./notes-rules";

/**
 * Reads the payment terms. The profile EXTENDED may have several: the last day is the due date, and an earlier one with
 * a percentage is a discount.
 */
export function ciiTerms(
  terms: Element[],
  issueDate: string | undefined,
  notes: Notes,
): Pick<EInvoice, "dueDate" | "terms" | "skonto"> {
  const days = terms.map((term) => notes.day(dateAt(term, "DueDateDateTime")));
  if (terms.some((term) => textsAt(term, "PartialPaymentAmount").length > 0)) notes.add("partial_payments");
  const texts = terms.flatMap((term) =>
    elementsAt(term, "Description")
      .slice(0, 1)
      .map((it) => it.text),
  );
  const written = parseSkonto(texts);
  if (written.isMalformed) notes.add("skonto_malformed");
  const structured = terms.flatMap((term, at) => discountsOf(term, days[at], issueDate, notes));
  return {
    dueDate: days
      .filter((day) => day !== undefined)
      .sort()
      .at(-1),
    terms: texts.join("\n").trim() || undefined,
    skonto: written.skonto.length > 0 ? written.skonto : structured,
  };
}

function discountsOf(term: Element, day: string | undefined, issueDate: string | undefined, notes: Notes): Skonto[] {
  return elementsAt(term, "ApplicableTradePaymentDiscountTerms").flatMap((discount): Skonto[] => {
    const percent = textAt(discount, "CalculationPercent");
    if (percent === undefined) return [];
    const days = daysOf(discount, day, issueDate);
    const base = textAt(discount, "BasisAmount");
    const baseCents = base === undefined ? undefined : parseCents(base);
    if (days === undefined || !/^\d{1,3}(\.\d+)?$/.test(percent) || (base !== undefined && baseCents === undefined)) {
      notes.add("skonto_malformed");
      return [];
    }
    return [{ days, percent, ...(baseCents === undefined ? {} : { baseCents }) }];
  });
}

/** Returns the days from the invoice date: a period from its own first day, or until the term's day. */
function daysOf(discount: Element, day: string | undefined, issueDate: string | undefined): number | undefined {
  const [period] = elementsAt(discount, "BasisPeriodMeasure");
  const start = dateAt(discount, "BasisDateTime")?.day;
  if (period === undefined || period.text.trim() === "")
    return day === undefined || issueDate === undefined ? undefined : positive(daysBetween(issueDate, day));
  const isDays = ["DAY", "", undefined].includes(period.attributes.unitCode?.trim().toUpperCase());
  const count = /^(\d{1,4})(\.0+)?$/.exec(period.text.trim())?.[1];
  if (!isDays || count === undefined) return undefined;
  const offset = start === undefined || issueDate === undefined ? 0 : daysBetween(issueDate, start);
  return positive(Number(count) + offset);
}

function positive(days: number): number | undefined {
  return days >= 0 ? days : undefined;
}
