import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Money } from "@/components/format/money";
import { Card } from "@/components/ui/card";
import { type Column, DataTable } from "@/components/ui/data-table";
import type { PayerView } from "@/lib/payers/page/loaders";
import type { YearOfPayer } from "@/lib/payers/page/rules";

/** Shows what a payer owes and has paid: open, on its way, collected and returned, and the last two per year. */
export function PayerFigures({ payer }: { payer: Pick<PayerView, "open" | "figures"> }) {
  const t = useTranslations("payers");
  const { open, figures } = payer;
  return (
    <div className="space-y-4">
      <dl
        aria-label={t("figures")}
        className="grid grid-cols-1 gap-px overflow-hidden rounded-card border bg-line sm:grid-cols-2 xl:grid-cols-4"
      >
        <Figure label={t("open")} cents={open.cents} note={t("invoiceCount", { count: open.count })} />
        <Figure
          label={t("onItsWay")}
          cents={figures.onItsWay.cents}
          note={t("debitCount", { count: figures.onItsWay.count })}
        />
        <Figure
          label={t("collected")}
          cents={figures.collected.cents}
          note={t("debitCount", { count: figures.collected.count })}
        />
        <Figure
          label={t("returned")}
          cents={figures.returned.cents}
          note={t("debitCount", { count: figures.returned.count })}
        />
      </dl>
      {figures.years.length > 1 ? (
        <Card flush>
          <Years years={figures.years} />
        </Card>
      ) : null}
    </div>
  );
}

function Figure({ label, cents, note }: { label: string; cents: number; note: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 bg-surface p-4 sm:block sm:p-5">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="text-xl font-semibold max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1 sm:mt-1 sm:text-2xl">
        <Money cents={cents} />
      </dd>
      <dd className="text-sm text-muted sm:mt-0.5">{note}</dd>
    </div>
  );
}

function Years({ years }: { years: YearOfPayer[] }) {
  const t = useTranslations("payers");
  const columns: Column<YearOfPayer>[] = [
    { key: "year", label: t("year"), phone: "lead", className: "figure", cell: ({ year }) => year },
    {
      key: "debits",
      label: t("debits"),
      align: "right",
      phone: "below-lead",
      className: "text-muted",
      cell: ({ collected }) => t("debitCount", { count: collected.count }),
    },
    {
      key: "returned",
      label: t("returned"),
      align: "right",
      phone: "below-tail",
      cell: ({ returned }) =>
        returned.count > 0 ? (
          <>
            <span className="text-muted md:hidden">{t("returned")} </span>
            <Money cents={returned.cents} />
          </>
        ) : (
          <span className="text-muted">–</span>
        ),
    },
    {
      key: "collected",
      label: t("collected"),
      align: "right",
      phone: "tail",
      className: "font-medium",
      cell: ({ collected }) => <Money cents={collected.cents} />,
    },
  ];
  return <DataTable caption={t("byYear")} columns={columns} rows={years} rowKey={({ year }) => String(year)} />;
}
