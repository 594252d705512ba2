import { createTranslator } from "next-intl";
import type { CustomerId } from "@/lib/auth/scope";
import { CSV_MARK, type CsvCell, csvLine } from "@/lib/core/csv";
import { fromDate } from "@/lib/core/dates";
import { db } from "@/lib/core/db";
import type { Locale } from "@/lib/core/locales";
import { withinSupplier } from "@/lib/core/supplier-wall";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import { LAST_COLLECTION, listWhere, orderBy, pickedWhere, rowOf } from "./list-data";
import type { InvoiceFilter, InvoiceOrder } from "./types";

/** Rows read at a time: a list of any length takes the same memory. */
const PIECE = 500;

/**
 * The list as it stands on screen, whole, or the rows picked from it, as a table file, piece by piece. What is sorted by the
 * day of the debit on screen comes by due date.
 */
export async function* exportInvoices(
  customerId: CustomerId,
  query: { filter: InvoiceFilter; search?: string; order: InvoiceOrder; ids?: string[] },
  locale: Locale,
): AsyncGenerator<string> {
  const t = createTranslator({ locale, messages: locale === "de" ? (de as typeof en) : en });
  const heads = ["number", "contact", "date", "due", "debitDate", "total", "open", "condition", "state"] as const;
  yield CSV_MARK +
    csvLine(
      heads.map((head) => t(`invoices.${head}`)),
      locale,
    );
  const where = query.ids ? pickedWhere(customerId, query.ids) : listWhere(customerId, query);
  for (let last: string | undefined; ; ) {
    const cursor = last ? { customerId_id: { customerId, id: last } } : undefined;
    // Asked when the browser has taken the piece before, by what writes to it and is no part of the request.
    const piece = await withinSupplier(customerId, () =>
      db.invoice.findMany({
        where,
        orderBy: orderBy(query.order),
        include: { collections: LAST_COLLECTION },
        take: PIECE,
        skip: cursor ? 1 : 0,
        cursor,
      }),
    );
    yield piece
      .map((invoice) => {
        const row = rowOf(invoice);
        const reason = row.reason as keyof typeof en.reasons | undefined;
        const state = row.collectionStatus
          ? t(`collectionStatus.${row.collectionStatus}.label`)
          : reason
            ? t(`reasons.${reason}.title`)
            : t(`invoices.bookStatus.${row.bookStatus}`);
        const cells: CsvCell[] = [
          row.number,
          row.contactName,
          { day: fromDate(invoice.voucherDate) },
          { day: row.dueDate },
          row.debitDate ? { day: row.debitDate } : null,
          { cents: invoice.totalCents },
          { cents: invoice.openCents },
          invoice.termLabel,
          state,
        ];
        return csvLine(cells, locale);
      })
      .join("");
    last = piece.at(-1)?.id;
    if (piece.length < PIECE) return;
  }
}
