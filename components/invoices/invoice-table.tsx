import { useTranslations } from "next-intl";
import { Day } from "@/components/format/day";
import { Money } from "@/components/format/money";
import { type Column, DataTable } from "@/components/ui/data-table";
import type { InvoiceRow, InvoiceSort } from "@/lib/invoices/types";
import { InvoiceState } from "./invoice-state";

export interface InvoiceTableProps {
  rows: InvoiceRow[];
  href: (row: InvoiceRow) => string;
  /** What a press on a column's heading does, where the list can be sorted by it. */
  sort: (by: InvoiceSort) => Column<InvoiceRow>["sort"];
  isPickable: boolean;
}

/** The name of the boxes before the rows. */
export const PICK = "pick";

export function InvoiceTable({ rows, href, sort, isPickable }: InvoiceTableProps) {
  const t = useTranslations("invoices");
  const bulk = useTranslations("bulk");
  const columns: Column<InvoiceRow>[] = [
    {
      key: "number",
      label: t("number"),
      sort: sort("number"),
      phone: "lead",
      className: "whitespace-nowrap",
      cell: (row) => row.number || t("noNumber"),
    },
    {
      key: "contact",
      label: t("contact"),
      sort: sort("contact"),
      phone: "below-lead",
      className: "md:w-full md:max-w-0",
      cell: (row) => <ContactName name={row.contactName} />,
    },
    { key: "due", label: t("due"), sort: sort("due"), from: "lg", cell: (row) => <Day day={row.dueDate} /> },
    {
      key: "debit",
      label: t("debitDate"),
      sort: sort("debit"),
      className: "whitespace-nowrap",
      cell: (row) => (row.debitDate ? <Day day={row.debitDate} /> : <span className="text-muted">–</span>),
    },
    {
      key: "state",
      label: t("state"),
      phone: "below-tail",
      className: "max-md:max-w-52 md:max-w-60 md:whitespace-nowrap",
      cell: (row) => <InvoiceState invoice={row} />,
    },
    {
      key: "amount",
      label: t("amount"),
      sort: sort("amount"),
      align: "right",
      phone: "tail",
      cell: (row) => <Money cents={row.amountCents} className="font-medium" />,
    },
  ];
  const pick = { name: PICK, label: (row: InvoiceRow) => bulk("pickRow", { number: row.number || t("noNumber") }) };
  return (
    <DataTable
      caption={t("title")}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      href={href}
      opensAbove
      pick={isPickable ? pick : undefined}
    />
  );
}

/** Long names are cut in the list; resting on one shows it whole, and so does the invoice itself. */
function ContactName({ name }: { name: string }) {
  return (
    <span title={name} className="block truncate">
      {name || "–"}
    </span>
  );
}
