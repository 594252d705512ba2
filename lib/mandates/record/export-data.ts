import { createTranslator } from "next-intl";
import type { CustomerId } from "@/lib/auth/scope";
import { contactName } from "@/lib/contacts/rules";
import { csvList } from "@/lib/core/formats/csv/list";
import type { Locale } from "@/lib/core/locales";
import { dayOf } from "@/lib/core/time/dates";
import { findMandatePage, type StoredMandate } from "@/lib/mandates/data";
import type { MandateFilter } from "@/lib/mandates/rules";
import de from "@/messages/de.json";
import en from "@/messages/en.json";

/** Yields the mandates of a list as a table file, with its filter and search. */
export function exportMandates(
  customerId: CustomerId,
  query: { name?: string; filter: MandateFilter },
  locale: Locale,
): AsyncGenerator<string> {
  const t = createTranslator({ locale, messages: (locale === "de" ? (de as typeof en) : en).mandates });
  return csvList<StoredMandate>(customerId, locale, {
    heads: [t("payer"), t("contact"), t("reference"), t("account"), t("bank"), t("state"), t("signed")],
    cells: (row) => [
      row.payerName,
      row.contact && contactName(row.contact),
      row.reference,
      row.accountHint,
      row.bankName,
      t(row.replacedById ? "replaced" : `mandateStatus.${row.status}.label`),
      row.signedAt && { day: dayOf(row.signedAt) },
    ],
    read: (page) => findMandatePage(customerId, { ...query, page }),
  });
}
