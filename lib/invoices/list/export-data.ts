import { createTranslator } from "next-intl";
import type { CustomerId } from "@/lib/auth/scope";
import type { CsvCell } from "@/lib/core/formats/csv/line";
import { csvList } from "@/lib/core/formats/csv/list";
import type { Locale } from "@/lib/core/locales";
import { fromDate } from "@/lib/core/time/dates";
import type { InvoiceFilter, InvoiceOrder } from "@/lib/invoices/types";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import { findListed, findPicked, type ListedRow, rowOf } from "./data";
import { statusShown } from "./state-rules";

const HEADS = [
  "number",
  "contact",
  "date",
  "due",
  "debitDate",
  "total",
  "open",
  "currency",
  "condition",
  "state",
] as const;

/** Yields a table file, batch by batch: the whole list as on screen, or only the selected rows. */
export function exportInvoices(
  customerId: CustomerId,
  { ids, ...query }: { filter: InvoiceFilter; search?: string; order: InvoiceOrder; ids?: string[] },
  locale: Locale,
): AsyncGenerator<string> {
  const t = createTranslator({ locale, messages: locale === "de" ? (de as typeof en) : en });
  return csvList<ListedRow>(customerId, locale, {
    heads: HEADS.map((head) => t(`invoices.${head}`)),
    cells: (invoice) => cellsOf(invoice, t),
    read: async (page) =>
      ids
        ? { items: await findPicked(customerId, ids, query.order) }
        : await findListed(customerId, { ...query, page }),
  });
}

/**
 * A reason stored by another version may have no text here: like the screen, the file then says that the invoice is
 * being checked.
 */
function reasonKeyOf(reason: string | undefined): keyof typeof en.reasons {
  return reason && reason in en.reasons ? (reason as keyof typeof en.reasons) : "undecided";
}

function cellsOf(invoice: ListedRow, t: ReturnType<typeof createTranslator<typeof en>>): CsvCell[] {
  const row = rowOf(invoice);
  const status = statusShown(row);
  const state = status ? t(`collectionStatus.${status}.label`) : t(`reasons.${reasonKeyOf(row.reason)}.title`);
  return [
    row.number,
    row.contactName,
    { day: fromDate(invoice.voucherDate) },
    { day: row.dueDate },
    row.debitDate ? { day: row.debitDate } : null,
    { cents: invoice.totalCents },
    { cents: invoice.openCents },
    invoice.currency,
    invoice.termLabel,
    state,
  ];
}
