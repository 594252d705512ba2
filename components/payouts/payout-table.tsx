import { useTranslations } from "next-intl";
import { Day } from "@/components/format/day";
import { Money } from "@/components/format/money";
import { type Column, DataTable } from "@/components/ui/data-table";
import type { PayoutRow } from "@/lib/payouts/loaders";
import { BookingStatusPill, PayoutStatusPill } from "./payout-pills";

export function PayoutTable({ rows }: { rows: PayoutRow[] }) {
  const t = useTranslations("payouts");
  const columns: Column<PayoutRow>[] = [
    { key: "reference", label: t("reference"), phone: "lead", cell: (row) => row.reference },
    {
      key: "day",
      label: t("day"),
      phone: "below-lead",
      cell: (row) => (row.day ? <Day day={row.day} /> : t("dayUnknown")),
    },
    { key: "status", label: t("status"), cell: (row) => <PayoutStatusPill status={row.status} /> },
    {
      key: "booking",
      label: t("booking"),
      phone: "below-tail",
      cell: (row) => <BookingStatusPill status={row.bookingStatus} />,
    },
    {
      key: "fee",
      label: t("fee"),
      from: "lg",
      align: "right",
      cell: (row) => <Money cents={row.feeCents} className="text-muted" />,
    },
    {
      key: "amount",
      label: t("amount"),
      phone: "tail",
      align: "right",
      cell: (row) => <Money cents={row.amountCents} className="font-medium" />,
    },
  ];
  return (
    <DataTable
      caption={t("title")}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      href={(row) => `/app/payouts/${row.id}`}
    />
  );
}
