import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Day } from "@/components/format/day";
import { Money } from "@/components/format/money";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import type { ForecastLine, PayoutHabit } from "@/lib/dashboard/forecast/rules";

const SHOWN_LINES = 8;

/**
 * Shows the money under way in order of time: when payers are debited, when it arrives, and after which day it is safe.
 */
export function CashForecast({ lines, habit }: { lines: ForecastLine[]; habit: PayoutHabit }) {
  const t = useTranslations("dashboard.forecast");
  const rest = lines.slice(SHOWN_LINES);
  return (
    <Card>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="forecast" className="text-base">
          {t("title")}
        </h2>
        {lines.length > 0 ? (
          <Link href="/app/upcoming" className="text-sm text-action underline underline-offset-2">
            {t("upcoming")}
          </Link>
        ) : null}
      </div>
      {lines.length === 0 ? (
        <p className="mt-1 text-muted">{t("none")}</p>
      ) : (
        <>
          <ol
            aria-labelledby="forecast"
            className="mt-2 divide-y md:grid md:grid-cols-[minmax(0,1.4fr)_repeat(4,auto)] md:gap-x-6"
          >
            <Heads />
            {lines.slice(0, SHOWN_LINES).map((line) => (
              <Line key={line.debitDay} line={line} />
            ))}
          </ol>
          {rest.length > 0 ? (
            <p className="border-t pt-2.5 text-sm text-muted">
              {t("later", { count: rest.reduce((sum, line) => sum + line.count, 0) })}{" "}
              <Money cents={rest.reduce((sum, line) => sum + line.cents, 0)} />
            </p>
          ) : null}
          <Estimate habit={habit} />
        </>
      )}
    </Card>
  );
}

/** The headings of the columns. Narrow screens stack the figures, so there each figure has its own label instead. */
function Heads() {
  const t = useTranslations("dashboard.forecast");
  return (
    <li
      aria-hidden="true"
      className="hidden py-2 text-xs font-medium text-muted md:col-span-full md:grid md:grid-cols-subgrid"
    >
      <span>{t("debit")}</span>
      <span className="text-right">{t("amount")}</span>
      <span>{t("onAccount")}</span>
      <span className="text-right">{t("together")}</span>
      <span>{t("safeAfter")}</span>
    </li>
  );
}

function Line({ line }: { line: ForecastLine }) {
  const t = useTranslations("dashboard.forecast");
  const d = useTranslations("dashboard");
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-0.5 py-2.5 md:col-span-full md:grid-cols-subgrid md:gap-x-6">
      <span>
        <Day day={line.debitDay} weekday />{" "}
        <span className="text-sm whitespace-nowrap text-muted">{d("debits", { count: line.count })}</span>
      </span>
      <Money cents={line.cents} className="text-right font-medium" />
      <Fact label={t("onAccount")}>
        <Day day={line.payoutDay} weekday />
      </Fact>
      <Fact label={t("together")} isRight>
        <Money cents={line.togetherCents} />
      </Fact>
      <Fact label={t("safeAfter")}>
        <Day day={line.safeDay} />
      </Fact>
    </li>
  );
}

function Fact({ label, isRight, children }: { label: string; isRight?: boolean; children: ReactNode }) {
  return (
    <span
      className={`col-span-full flex justify-between gap-4 text-sm text-muted md:col-span-1 md:text-base md:text-ink ${isRight ? "md:justify-end" : "md:justify-start"}`}
    >
      <span className="md:sr-only">{label}</span>
      {children}
    </span>
  );
}

/** Says what the forecast is based on, so that nobody relies on it as if it were certain. */
function Estimate({ habit }: { habit: PayoutHabit }) {
  const t = useTranslations("dashboard.forecast");
  const locale = useLocale();
  const { fees } = habit;
  const percent = fees
    ? new Intl.NumberFormat(locale === "de" ? "de-DE" : "en-GB", { style: "percent", maximumFractionDigits: 1 }).format(
        fees.feeTenths / fees.paidTenths,
      )
    : "";
  const feeNote = !fees ? "feesUnknown" : fees.feeTenths === 0 ? "feesNone" : "feesMeasured";
  return (
    <div className="mt-3 border-t pt-3 text-sm text-muted">
      <p className="prose-width">
        {t(habit.isMeasured ? "measured" : "typical", { days: habit.days })} {t(feeNote, { percent })} {t("safeNote")}
      </p>
    </div>
  );
}
