import { useLocale, useTranslations } from "next-intl";
import { payerPage } from "@/components/contacts/payer-link";
import type { Column } from "@/components/ui/data-table";
import { formatMoney } from "@/lib/core/money/money";
import { sanitiseLine, shortName } from "@/lib/core/text/sanitise";
import { type Day, formatDay } from "@/lib/core/time/dates";
import type { InvoiceRow, InvoiceSort } from "@/lib/invoices/types";
import { type InvoiceLine, InvoiceLines } from "./invoice-lines";
import { useInvoiceState } from "./invoice-state";

export interface InvoiceTableProps {
  rows: InvoiceRow[];
  href: (row: InvoiceRow) => string;
  /** Returns what a click on the heading of a column does, for columns that can be sorted. */
  sort: (by: InvoiceSort) => Column<InvoiceLine>["sort"];
  isPickable: boolean;
  /** False on the payer's own page. */
  linksPayers?: boolean;
}

/** Formats the rows in the reader's language and shows them as a table. */
export function InvoiceTable({ rows, href, sort, isPickable, linksPayers = true }: InvoiceTableProps) {
  const t = useTranslations("invoices");
  const bulk = useTranslations("bulk");
  const locale = useLocale();
  const stateOf = useInvoiceState();
  const dayText = (day: Day) => ({ day, text: formatDay(day, locale) });
  const headings = {
    number: { label: t("number"), sort: sort("number") },
    contact: { label: t("contact"), sort: sort("contact") },
    due: { label: t("due"), sort: sort("due") },
    debit: { label: t("debitDate"), sort: sort("debit") },
    state: { label: t("state") },
    amount: { label: t("amount"), sort: sort("amount") },
  };
  const lines = rows.map((row): InvoiceLine => {
    const number = shortName(row.number) || t("noNumber");
    return {
      id: row.id,
      href: href(row),
      number,
      contact: sanitiseLine(row.contactName) || "–",
      payerHref: row.contactId && linksPayers ? payerPage(row.contactId) : undefined,
      due: dayText(row.dueDate),
      debit: row.debitDate ? dayText(row.debitDate) : undefined,
      state: stateOf(row),
      amount: formatMoney(row.amountCents, locale, row.currency),
      pick: isPickable ? bulk("pickRow", { number }) : undefined,
    };
  });
  return <InvoiceLines caption={t("title")} headings={headings} lines={lines} showsContact={linksPayers} />;
}
