import { useLocale, useTranslations } from "next-intl";
import { StatusPill } from "@/components/collections/status-pill";
import { PayerLink } from "@/components/contacts/payer-link";
import { Day } from "@/components/format/day";
import { Money } from "@/components/format/money";
import { Name } from "@/components/format/name";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Pill } from "@/components/ui/pill";
import { formatMoney } from "@/lib/core/money/money";
import type { BookStatus, CollectionStatus, InvoiceKind } from "@/lib/core/prisma/enums";
import { shortName } from "@/lib/core/text/sanitise";
import { PICK_VOUCHER, type VoucherRow } from "@/lib/invoices/manual/types";
import { useReasonKey } from "./reason-text";

/** Lists documents of the accounting system, each with its state here. */
export function TransferTable({ rows, isPickable }: { rows: VoucherRow[]; isPickable: boolean }) {
  const t = useTranslations("transfer");
  const invoices = useTranslations("invoices");
  const numberOf = (row: VoucherRow) => shortName(row.number) || invoices("noNumber");
  const columns: Column<VoucherRow>[] = [
    {
      key: "number",
      label: t("number"),
      phone: "lead",
      className: "whitespace-nowrap md:max-w-56 md:truncate",
      cell: (row) => <Name text={row.number || invoices("noNumber")} />,
    },
    {
      key: "contact",
      label: t("contact"),
      phone: "below-lead",
      className: "md:w-full md:max-w-0",
      cell: (row) => (
        <>
          <PayerLink
            id={row.contactId ?? undefined}
            name={row.contact || "–"}
            className="block w-fit max-w-full truncate"
          />
          {row.type === "invoice" ? null : (
            <span className="block text-xs text-muted">{invoices(`kinds.${row.type as InvoiceKind}`)}</span>
          )}
        </>
      ),
    },
    { key: "date", label: t("date"), className: "whitespace-nowrap", cell: (row) => <Day day={row.date} /> },
    {
      key: "due",
      label: t("due"),
      from: "xl",
      className: "whitespace-nowrap",
      cell: (row) => <Day day={row.dueDate} />,
    },
    {
      key: "state",
      label: t("state"),
      phone: "beneath",
      className: "md:max-w-60 md:whitespace-nowrap",
      cell: (row) => <StateHere row={row} />,
    },
    { key: "amount", label: t("amount"), align: "right", phone: "tail", cell: (row) => <Amount row={row} /> },
  ];
  const pick = {
    name: PICK_VOUCHER,
    label: (row: VoucherRow) => t("pick", { number: numberOf(row) }),
    isPickable: (row: VoucherRow) => row.isTransferable,
  };
  return (
    <DataTable
      caption={t("caption")}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      href={(row) => (row.invoiceId ? `/app/invoices/${row.invoiceId}` : undefined)}
      pick={isPickable ? pick : undefined}
    />
  );
}

/**
 * Shows the collection, if one exists; for a settled document, the accounting system's status; otherwise why it is not
 * collected automatically.
 */
function StateHere({ row }: { row: VoucherRow }) {
  const t = useTranslations();
  const reason = useReasonKey()(row.reason ?? undefined);
  if (row.status) return <StatusPill status={row.status as CollectionStatus} />;
  if (row.bookStatus !== "open")
    return <Pill tone="quiet">{t(`invoices.bookStatus.${row.bookStatus as BookStatus}`)}</Pill>;
  if (!row.invoiceId || !row.reason) return <span className="text-muted">{t("transfer.unknown")}</span>;
  return (
    <Pill tone="quiet" hint={t(`reasons.${reason}.help`)}>
      {t(`reasons.${reason}.title`)}
    </Pill>
  );
}

function Amount({ row }: { row: VoucherRow }) {
  const t = useTranslations("transfer");
  const locale = useLocale();
  const isPartlyOpen = row.openAmountCents > 0 && row.openAmountCents !== row.totalCents;
  return (
    <span className="whitespace-nowrap">
      <Money cents={row.totalCents} currency={row.currency} className="font-medium" />
      {isPartlyOpen ? (
        <span className="block text-xs text-muted">
          {t("open", { amount: formatMoney(row.openAmountCents, locale, row.currency) })}
        </span>
      ) : null}
    </span>
  );
}
