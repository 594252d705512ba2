import { useLocale, useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { cx } from "@/components/ui/class-names";
import { formatMoney } from "@/lib/core/money/money";
import { formatDay } from "@/lib/core/time/dates";
import type { Week } from "@/lib/dashboard/debits/rules";

const SERIES = [
  { key: "collected", bar: "bg-action" },
  // Hatched: not collected yet.
  { key: "due", bar: "bg-[repeating-linear-gradient(135deg,var(--action)_0_2px,var(--action-soft)_2px_5px)]" },
  { key: "returned", bar: "bg-bad" },
] as const;

/** Draws the money by week on the server, so nothing has to load. The same figures follow as a table. */
export function WeekChart({ weeks }: { weeks: Week[] }) {
  const t = useTranslations("dashboard");
  const top = Math.max(...weeks.map((week) => week.collected + week.due + week.returned), 1);
  return (
    <Card>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 className="text-base">{t("moneyByWeek")}</h2>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted" aria-hidden="true">
          {SERIES.map(({ key, bar }) => (
            <li key={key} className="flex items-center gap-1.5">
              <span className={cx("size-2.5 rounded-[3px]", bar)} />
              {t(`series.${key}`)}
            </li>
          ))}
        </ul>
      </div>
      <div aria-hidden="true" className="mt-5 flex items-end gap-1 sm:gap-2">
        {weeks.map((week) => (
          <Bar key={week.start} week={week} top={top} />
        ))}
      </div>
      <WeekTable weeks={weeks} />
    </Card>
  );
}

function Bar({ week, top }: { week: Week; top: number }) {
  const t = useTranslations("dashboard");
  const locale = useLocale();
  const text = SERIES.filter(({ key }) => week[key] > 0).map(
    ({ key }) => `${t(`series.${key}`)} ${formatMoney(week[key], locale)}`,
  );
  // The German full stop comes after the month as well: "05.10.".
  const label = formatDay(week.start, locale).replace(/\s?\d{4}$/, "");
  return (
    <div className="min-w-0 flex-1" title={[t("weekOf", { day: formatDay(week.start, locale) }), ...text].join("\n")}>
      <div className="flex h-40 flex-col-reverse gap-px">
        {SERIES.map(({ key, bar }) =>
          week[key] > 0 ? (
            <div
              key={key}
              className={cx("mx-auto w-full max-w-9 first:rounded-b-[3px] last:rounded-t-[3px]", bar)}
              style={{ height: `max(2px, ${(week[key] / top) * 100}%)` }}
            />
          ) : null,
        )}
      </div>
      <div className="border-t" />
      <p
        className={cx(
          "mt-1.5 flex justify-center text-xs whitespace-nowrap tabular-nums",
          week.isCurrent ? "font-semibold text-ink" : "text-muted max-sm:invisible",
        )}
      >
        {label}
      </p>
    </div>
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
