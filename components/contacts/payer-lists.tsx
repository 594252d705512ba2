import { useTranslations } from "next-intl";
import { FailureText } from "@/components/collections/failure-text";
import { StatusPill } from "@/components/collections/status-pill";
import { Day } from "@/components/format/day";
import { Instant } from "@/components/format/instant";
import { Money } from "@/components/format/money";
import { Name } from "@/components/format/name";
import { InvoiceTable } from "@/components/invoices/invoice-table";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Pill, type Tone } from "@/components/ui/pill";
import type { MailStatus } from "@/lib/core/prisma/enums";
import type { PayerDebit, PayerMail, PayerView } from "@/lib/payers/page/loaders";

/** Shows the chosen list of a payer: invoices, direct debits, returns or mails. */
export function PayerRows({ shown }: { shown: PayerView["shown"] }) {
  const t = useTranslations("payers");
  const count = shown.list === "mails" ? shown.mails.length : shown.page.items.length;
  if (count === 0) return <EmptyState text={t(`none.${shown.list}`)} />;
  if (shown.list === "mails") return <MailTable rows={shown.mails} />;
  if (shown.list === "invoices")
    return (
      <InvoiceTable
        rows={shown.page.items}
        href={(row) => `/app/invoices/${row.id}`}
        sort={() => undefined}
        isPickable={false}
        linksPayers={false}
      />
    );
  return <DebitTable rows={shown.page.items} list={shown.list} />;
}

function DebitTable({ rows, list }: { rows: PayerDebit[]; list: "debits" | "returns" }) {
  const t = useTranslations("payers");
  const invoices = useTranslations("invoices");
  const reason: Column<PayerDebit> = {
    key: "reason",
    label: t("reason"),
    phone: "below-lead",
    className: "text-sm text-muted max-md:whitespace-normal md:w-full",
    cell: (row) => <FailureText code={row.failureCode} cause={row.failureCause} text={row.failureText} />,
  };
  const columns: Column<PayerDebit>[] = [
    {
      key: "number",
      label: invoices("number"),
      phone: "lead",
      className: "whitespace-nowrap md:max-w-56 md:truncate",
      cell: (row) => <Name text={row.number || invoices("noNumber")} />,
    },
    {
      key: "day",
      label: invoices("debitDate"),
      phone: list === "returns" ? undefined : "below-lead",
      className: "whitespace-nowrap",
      cell: (row) => <Day day={row.day} />,
    },
    ...(list === "returns" ? [reason] : []),
    {
      key: "state",
      label: invoices("state"),
      phone: "beneath",
      className: "md:whitespace-nowrap",
      cell: (row) => <StatusPill status={row.status} />,
    },
    {
      key: "amount",
      label: invoices("amount"),
      align: "right",
      phone: "tail",
      className: "font-medium",
      cell: (row) => <Money cents={row.amountCents} />,
    },
  ];
  return (
    <DataTable
      caption={t(`lists.${list}`)}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      href={(row) => `/app/invoices/${row.invoiceId}`}
    />
  );
}

const MAIL_TONES: Record<MailStatus, Tone> = {
  queued: "wait",
  sending: "wait",
  sent: "good",
  failed: "bad",
  unknown: "bad",
};

function MailTable({ rows }: { rows: PayerMail[] }) {
  const t = useTranslations("payers");
  const columns: Column<PayerMail>[] = [
    {
      key: "kind",
      label: t("mailKind"),
      phone: "lead",
      className: "font-medium md:whitespace-nowrap",
      cell: ({ kind }) => t(`mailKinds.${kind}`),
    },
    {
      key: "recipient",
      label: t("recipient"),
      phone: "below-lead",
      className: "break-all",
      cell: ({ recipient }) => <Name text={recipient} />,
    },
    {
      key: "subject",
      label: t("subject"),
      from: "lg",
      className: "md:w-full text-muted",
      cell: ({ subject }) => <Name text={subject ?? "–"} />,
    },
    {
      key: "state",
      label: t("mailState"),
      phone: "tail",
      cell: ({ status }) => <Pill tone={MAIL_TONES[status]}>{t(`mailStates.${status}`)}</Pill>,
    },
    {
      key: "at",
      label: t("at"),
      align: "right",
      phone: "below-tail",
      className: "text-sm whitespace-nowrap",
      cell: ({ at }) => <Instant at={at} />,
    },
  ];
  return <DataTable caption={t("lists.mails")} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
