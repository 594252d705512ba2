import { createTranslator } from "next-intl";
import type { CustomerId } from "@/lib/auth/scope";
import { csvList } from "@/lib/core/formats/csv/list";
import type { Locale } from "@/lib/core/locales";
import { dayOf, fromDate } from "@/lib/core/time/dates";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import { findReturns, type StoredReturn, type WantedReturns } from "./data";

/** Yields the returned debits of a list as a table file, with its filter and search. */
export function exportReturns(customerId: CustomerId, wanted: WantedReturns, locale: Locale): AsyncGenerator<string> {
  const messages = locale === "de" ? (de as typeof en) : en;
  const t = createTranslator({ locale, messages: messages.returns });
  const heads = ["number", "payer", "debited", "returned", "amount", "code", "reason", "attempts", "state"] as const;
  const reasons = messages.failureCodes as Record<string, string | { title: string }>;
  const reasonOf = ({ failureCode, failureText }: StoredReturn) => {
    const known = failureCode ? reasons[failureCode] : undefined;
    return typeof known === "object" ? known.title : failureText;
  };
  return csvList<StoredReturn>(customerId, locale, {
    heads: heads.map((head) => t(`heads.${head}`)),
    cells: (row) => [
      row.number,
      row.contactName,
      { day: fromDate(row.chargeDate) },
      row.returnedAt && { day: dayOf(row.returnedAt) },
      { cents: row.amountCents },
      row.failureCode,
      reasonOf(row),
      String(row.attempts),
      row.outcome ? t(`outcomes.${row.outcome}`) : t(row.isDone ? "filters.done" : "filters.open"),
    ],
    read: (page) => findReturns(customerId, wanted, page),
  });
}
