import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Money } from "@/components/format/money";
import { Link } from "@/components/ui/link";
import type { Dashboard } from "@/lib/dashboard/loaders";

/** Shows four figures: money on its way, collected this month, open mandate requests and open invoices. */
export function Figures({ money, invoices, mandates }: Pick<Dashboard, "money" | "invoices" | "mandates">) {
  const t = useTranslations("dashboard");
  return (
    <section
      aria-label={t("figures")}
      className="grid grid-cols-1 gap-px overflow-hidden rounded-card border bg-line sm:grid-cols-2 xl:grid-cols-4"
    >
      <Figure
        label={t("onItsWay")}
        href="/app/invoices?filter=on-its-way"
        value={<Money cents={money.onItsWay.cents} />}
        note={t("debits", { count: money.onItsWay.count })}
      />
      <Figure
        label={t("collectedThisMonth")}
        href="/app/invoices?filter=collected-this-month&sort=debit&dir=desc"
        value={<Money cents={money.thisMonth.cents} />}
        note={<MonthNote now={money.thisMonth.cents} before={money.lastMonth.cents} />}
      />
      <Figure
        label={t("mandatesWaiting")}
        href="/app/mandates?filter=open"
        value={<span className="figure">{mandates.waiting}</span>}
        note={
          mandates.olderThanWeek > 0
            ? t("olderThanWeek", { count: mandates.olderThanWeek })
            : t("mandatesUsable", { count: mandates.usable })
        }
      />
      <Figure
        label={t("openInvoices")}
        href="/app/invoices?filter=open"
        value={<Money cents={invoices.openCents} />}
        note={
          <>
            {t("invoices", { count: invoices.openCount })}
            {invoices.pendingCount > 0 ? `, ${t("invoicesPending", { count: invoices.pendingCount })}` : null}
          </>
        }
      />
    </section>
  );
}

function Figure({ label, value, note, href }: { label: string; value: ReactNode; note: ReactNode; href: string }) {
  return (
    <div className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 bg-surface p-4 hover:bg-sunken sm:block sm:p-5">
      <h2 className="text-sm font-normal text-muted">
        <Link
          href={href}
          className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-action"
        >
          {label}
        </Link>
      </h2>
      <p className="text-xl font-semibold max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1 sm:mt-1 sm:text-2xl">
        {value}
      </p>
      <p className="text-sm text-muted sm:mt-0.5">{note}</p>
    </div>
  );
}

function MonthNote({ now, before }: { now: number; before: number }) {
  const t = useTranslations("dashboard");
  if (before === 0) return t("noMonthBefore");
  // "100 % less" says nothing while the month has hardly begun.
  if (now === 0) return t.rich("monthBefore", { amount: () => <Money cents={before} /> });
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  if (percent === 0) return t("asMuch");
  return t(now > before ? "more" : "less", { percent });
}
