import { useLocale, useTranslations } from "next-intl";
import { type Column, DataTable } from "@/components/ui/data-table";
import { formatMoney } from "@/lib/core/money/money";
import { sanitiseLine, shortName } from "@/lib/core/text/sanitise";
import { formatInstant } from "@/lib/core/time/dates";
import type { TrayRow } from "@/lib/e-invoices/tray/types";
import { FileState, useFileReason } from "./file-state";

/** The files of the in-tray: outcome and reason of each. */
export function TrayTable({ rows }: { rows: TrayRow[] }) {
  const t = useTranslations("eInvoices.tray");
  const locale = useLocale();
  const reasonOf = useFileReason();
  const columns: Column<TrayRow>[] = [
    {
      key: "number",
      label: t("number"),
      phone: "lead",
      className: "sm:min-w-36",
      cell: (row) => <span className="wrap-anywhere">{shortName(row.number) || row.name}</span>,
    },
    {
      key: "buyer",
      label: t("buyer"),
      phone: "below-lead",
      className: "sm:min-w-40",
      cell: (row) =>
        row.buyerName ? (
          <span className="wrap-anywhere">{sanitiseLine(row.buyerName, 80)}</span>
        ) : (
          <span className="text-muted">{row.number ? "–" : ""}</span>
        ),
    },
    { key: "state", label: t("state"), phone: "below-tail", cell: (row) => <FileState file={row} /> },
    {
      key: "reason",
      label: t("reason"),
      from: "lg",
      className: "min-w-52 max-w-80",
      cell: (row) => <span className="text-sm text-muted">{reasonOf(row)}</span>,
    },
    {
      key: "received",
      label: t("received"),
      from: "xl",
      className: "min-w-28",
      cell: (row) => (
        <span className="text-sm text-muted">
          {formatInstant(new Date(row.receivedAt), locale)} · {t(`via.${row.receivedVia}`)}
        </span>
      ),
    },
    {
      key: "amount",
      label: t("amount"),
      phone: "tail",
      align: "right",
      cell: (row) => (row.payableCents === null ? "" : formatMoney(row.payableCents, locale, row.currency)),
    },
  ];
  return (
    <DataTable
      caption={t("title")}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      href={(row) => `/app/e-invoices/${row.id}`}
    />
  );
}
