import { useTranslations } from "next-intl";
import { Day } from "@/components/format/day";
import { Money } from "@/components/format/money";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Pill, type Tone } from "@/components/ui/pill";
import { centsFromDecimal } from "@/lib/core/money/money";
import { dayOf } from "@/lib/core/time/dates";
import type { loadSubscriptionInvoices } from "@/lib/subscriptions/loaders";

type Invoices = Awaited<ReturnType<typeof loadSubscriptionInvoices>>;
type Invoice = Exclude<Invoices, string>[number];

const TONES: Record<Invoice["status"], Tone> = {
  draft: "quiet",
  open: "wait",
  paid: "good",
  uncollectible: "bad",
  marked_uncollectible: "bad",
  void: "quiet",
};

/** Lists our invoices to the supplier, or says that they cannot be shown. */
export function InvoiceList({ invoices }: { invoices: Invoices }) {
  const t = useTranslations("subscription.invoices");
  const columns = useColumns();
  if (typeof invoices === "string")
    return (
      <p role="alert" className="prose-width p-5 text-muted">
        {t("unavailable")}
      </p>
    );
  if (invoices.length === 0) return <EmptyState text={t("none")} />;
  return <DataTable caption={t("caption")} columns={columns} rows={invoices} rowKey={(row) => row.id} />;
}

function useColumns(): Column<Invoice>[] {
  const t = useTranslations("subscription.invoices");
  const number = (row: Invoice) => row.number ?? t("draftNumber");
  return [
    { key: "number", label: t("number"), phone: "lead", cell: (row) => <Numbered row={row} text={number(row)} /> },
    {
      key: "date",
      label: t("date"),
      className: "whitespace-nowrap text-muted",
      cell: (row) => <Day day={dayOf(new Date(row.createdAt))} />,
    },
    {
      key: "state",
      label: t("state"),
      phone: "below-lead",
      cell: (row) => (
        <>
          <Pill tone={TONES[row.status]}>{t(`status.${row.status}`)}</Pill>
          <span className="ml-2 md:hidden">
            <Day day={dayOf(new Date(row.createdAt))} />
          </span>
        </>
      ),
    },
    {
      key: "net",
      label: t("net"),
      align: "right",
      from: "lg",
      cell: (row) => <Money cents={centsFromDecimal(row.netAmount)} className="text-muted" />,
    },
    {
      key: "gross",
      label: t("gross"),
      align: "right",
      phone: "tail",
      cell: (row) => <Money cents={centsFromDecimal(row.amount)} />,
    },
    {
      key: "document",
      label: t("document"),
      align: "right",
      phone: "below-tail",
      cell: (row) => <Documents row={row} number={number(row)} />,
    },
  ];
}

function Numbered({ row, text }: { row: Invoice; text: string }) {
  return <span className={row.number ? "font-medium tabular-nums" : "text-muted"}>{text}</span>;
}

/** Links for one invoice: pay an open one at the vendor, and download the document. */
function Documents({ row, number }: { row: Invoice; number: string }) {
  const t = useTranslations("subscription.invoices");
  const links: ["pay" | "download", string | null][] = [
    ["pay", row.status === "open" ? row.pageLink : null],
    ["download", row.downloadLink],
  ];
  return (
    <span className="inline-flex gap-4">
      {links.map(([what, href]) =>
        href ? (
          <a
            key={what}
            href={href}
            download={what === "download" ? "" : undefined}
            className="inline-flex min-h-11 items-center text-sm font-medium text-action hover:underline max-md:-my-3 md:min-h-6"
          >
            {t(what)}
            <span className="sr-only"> {t("ofInvoice", { number })}</span>
          </a>
        ) : null,
      )}
    </span>
  );
}
