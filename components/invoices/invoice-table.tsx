import { useTranslations } from "next-intl";
import { Day } from "@/components/format/day";
import { Money } from "@/components/format/money";
import { type Column, DataTable } from "@/components/ui/data-table";
import type { InvoiceRow } from "@/lib/invoices/types";
import { InvoiceState } from "./invoice-state";

export function InvoiceTable({ rows, href }: { rows: InvoiceRow[]; href: (row: InvoiceRow) => string }) {
  const t = useTranslations("invoices");
  const columns: Column<InvoiceRow>[] = [
    {
      key: "number",
      label: t("number"),
      phone: "lead",
      className: "whitespace-nowrap",
      cell: (row) => row.number || t("noNumber"),
    },
    {
      key: "contact",
      label: t("contact"),
      phone: "below-lead",
      className: "md:w-full md:max-w-0",
      cell: (row) => <ContactName name={row.contactName} />,
    },
    { key: "due", label: t("due"), from: "lg", cell: (row) => <Day day={row.dueDate} /> },
    {
      key: "debit",
      label: t("debitDate"),
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
      align: "right",
      phone: "tail",
      cell: (row) => <Money cents={row.amountCents} className="font-medium" />,
    },
  ];
  return (
    <DataTable caption={t("title")} columns={columns} rows={rows} rowKey={(row) => row.id} href={href} opensAbove />
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
