import { useLocale, useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { cx } from "@/components/ui/class-names";
import { formatMoney } from "@/lib/core/money/money";
import { formatDay } from "@/lib/core/time/dates";
import type { Week } from "@/lib/dashboard/debits/rules";
import { axisTop } from "./chart-scale";

const SERIES = [
  { key: "collected", bar: "bg-action" },
  // Hatched: not collected yet.
  { key: "due", bar: "bg-[repeating-linear-gradient(135deg,var(--action)_0_2px,var(--action-soft)_2px_5px)]" },
  { key: "returned", bar: "bg-bad" },
] as const;

/**
 * Draws the money by week on the server, so nothing has to load. The figures of a week appear when it is pointed at or
 * focused, and follow as a table.
 */
export function WeekChart({ weeks }: { weeks: Week[] }) {
  const t = useTranslations("dashboard");
  const top = axisTop(Math.max(...weeks.map((week) => week.collected + week.due + week.returned)));
  return (
    <Card>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="money-by-week" className="text-base">
          {t("moneyByWeek")}
        </h2>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted" aria-hidden="true">
          {SERIES.map(({ key, bar }) => (
            <li key={key} className="flex items-center gap-1.5">
              <span className={cx("size-2.5 rounded-[3px]", bar)} />
              {t(`series.${key}`)}
            </li>
          ))}
        </ul>
      </div>
      <div className="mt-5 flex gap-2">
        <Axis top={top} />
        <ul aria-labelledby="money-by-week" className="relative flex min-w-0 flex-1 items-end gap-1 sm:gap-2">
          <GridLines />
          {weeks.map((week, at) => (
            <Bar key={week.start} week={week} top={top} side={at < weeks.length / 2 ? "left" : "right"} />
          ))}
        </ul>
      </div>
      <WeekTable weeks={weeks} />
    </Card>
  );
}

/** The amounts at the top, in the middle and at the bottom. */
function Axis({ top }: { top: number }) {
  const locale = useLocale();
  const whole = { style: "currency", currency: "EUR", maximumFractionDigits: 0 } as const;
  const format = new Intl.NumberFormat(locale === "de" ? "de-DE" : "en-GB", whole);
  return (
    <div
      aria-hidden="true"
      className="-mt-2 flex h-44 shrink-0 flex-col justify-between text-right text-xs text-muted tabular-nums"
    >
      {[top, top / 2, 0].map((cents) => (
        <span key={cents} className="leading-4">
          {format.format(cents / 100)}
        </span>
      ))}
    </div>
  );
}

function GridLines() {
  return (
    <li aria-hidden="true" className="pointer-events-none absolute inset-x-0 top-0 h-40 border-t border-dashed">
      <span className="absolute inset-x-0 top-1/2 border-t border-dashed" />
    </li>
  );
}

function Bar({ week, top, side }: { week: Week; top: number; side: "left" | "right" }) {
  const t = useTranslations("dashboard");
  const locale = useLocale();
  const figures = SERIES.filter(({ key }) => week[key] > 0).map(
    ({ key }) => `${t(`series.${key}`)} ${formatMoney(week[key], locale)}`,
  );
  const title = t("weekOf", { day: formatDay(week.start, locale) });
  // The German full stop comes after the month as well: "05.10.".
  const label = formatDay(week.start, locale).replace(/\s?\d{4}$/, "");
  return (
    <li className="relative min-w-0 flex-1">
      <button type="button" aria-label={[title, ...figures].join(", ")} className="chart-bar group block w-full">
        <span className="flex h-40 flex-col-reverse gap-px rounded-[3px] group-hover:bg-sunken group-focus-visible:bg-sunken">
          {SERIES.map(({ key, bar }) =>
            week[key] > 0 ? (
              <span
                key={key}
                className={cx("mx-auto block w-full max-w-9 first:rounded-b-[3px] last:rounded-t-[3px]", bar)}
                style={{ height: `max(2px, ${(week[key] / top) * 100}%)` }}
              />
            ) : null,
          )}
        </span>
        <span className="block border-t" />
        <span
          className={cx(
            "mt-1.5 flex justify-center text-xs whitespace-nowrap tabular-nums",
            week.isCurrent ? "font-semibold text-ink" : "text-muted max-sm:invisible",
          )}
        >
          {label}
        </span>
        <span
          className={cx(
            "pointer-events-none absolute top-2 z-10 hidden w-max max-w-52 rounded-control border bg-surface px-3 py-2 text-left text-sm text-ink shadow-float group-hover:block group-focus-visible:block",
            side === "left" ? "left-0" : "right-0",
          )}
        >
          <span className="block font-medium">{title}</span>
          {figures.length > 0 ? (
            figures.map((figure) => (
              <span key={figure} className="block tabular-nums">
                {figure}
              </span>
            ))
          ) : (
            <span className="block text-muted">{t("nothingInWeek")}</span>
          )}
        </span>
      </button>
    </li>
  );
}

function WeekTable({ weeks }: { weeks: Week[] }) {
  const t = useTranslations("dashboard");
  const locale = useLocale();
  return (
    <details className="mt-3 text-sm">
      <summary className="inline-flex min-h-8 items-center text-muted underline underline-offset-2 hover:text-ink">
        {t("asTable")}
      </summary>
      <div className="mt-2 max-sm:text-xs">
        <table className="w-full text-right tabular-nums">
          <thead>
            <tr className="text-xs text-muted">
              <th scope="col" className="py-1.5 text-left font-medium">
                {t("week")}
              </th>
              {SERIES.map(({ key }) => (
                <th key={key} scope="col" className="py-1.5 pl-2 sm:pl-4 font-medium">
                  {t(`series.${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week.start} className="border-t">
                <th scope="row" className="py-1.5 text-left font-normal whitespace-nowrap">
                  {formatDay(week.start, locale)}
                </th>
                {SERIES.map(({ key }) => (
                  <td key={key} className="py-1.5 pl-2 sm:pl-4 whitespace-nowrap">
                    {week[key] > 0 ? formatMoney(week[key], locale) : "–"}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
