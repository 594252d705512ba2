import { createTranslator } from "next-intl";
import type { CustomerId } from "@/lib/auth/scope";
import { CSV_MARK, type CsvCell, csvLine } from "@/lib/core/formats/csv";
import type { Locale } from "@/lib/core/locales";
import { withinSupplier } from "@/lib/core/tenants/tenant-scope";
import { fromDate } from "@/lib/core/time/dates";
import type { InvoiceFilter, InvoiceOrder } from "@/lib/invoices/types";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import { findListed, findPicked, type ListedRow, rowOf } from "./data";
import { statusShown } from "./state-rules";

/** Rows read at a time, so that a list of any length needs the same memory. */
const PIECE = 500;

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
export async function* exportInvoices(
  customerId: CustomerId,
  query: { filter: InvoiceFilter; search?: string; order: InvoiceOrder; ids?: string[] },
  locale: Locale,
): AsyncGenerator<string> {
  const t = createTranslator({ locale, messages: locale === "de" ? (de as typeof en) : en });
  yield CSV_MARK +
    csvLine(
      HEADS.map((head) => t(`invoices.${head}`)),
      locale,
    );
  for await (const piece of piecesOf(customerId, query))
    yield piece.map((invoice) => csvLine(cellsOf(invoice, t), locale)).join("");
}

async function* piecesOf(
  customerId: CustomerId,
  { ids, ...query }: Parameters<typeof exportInvoices>[1],
): AsyncGenerator<ListedRow[]> {
  // The stream reads the next batch once the browser has taken the previous one. That happens outside the request, so
  // the tenant scope is set again.
  const within = async <T>(ask: () => Promise<T>) => await withinSupplier(customerId, ask);
  if (ids) return yield await within(() => findPicked(customerId, ids, query.order));
  let after: string | undefined;
  do {
    const page = await within(() => findListed(customerId, { ...query, page: { rows: PIECE, after } }));
    yield page.items;
    after = page.older;
  } while (after);
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
