import { useLocale, useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { Refresher } from "@/components/live/refresher";
import { formatMoney } from "@/lib/core/money/money";
import { makeBatchAction } from "@/lib/datev/actions";
import type { MonthView } from "@/lib/datev/batch/loaders";
import type { DatevView } from "@/lib/datev/loaders";
import { isMoving } from "@/lib/datev/upload/rules";
import { BatchCard } from "./batch-card";

/** Lists the payouts by month: those still to be exported, and the export batches made so far. */
export function MonthList({ months, upload }: { months: MonthView[]; upload: DatevView["upload"] }) {
  const moves = months.some(({ batches }) => batches.some(({ files }) => files.some(({ state }) => isMoving(state))));
  return (
    <ul className="divide-y">
      {months.map((view) => (
        <Month key={view.month} view={view} upload={upload} />
      ))}
      {moves ? <Refresher /> : null}
    </ul>
  );
}

function useMonthName(): (month: string) => string {
  const locale = useLocale();
  const format = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" });
  return (month) => format.format(new Date(`${month}-01T00:00:00Z`));
}

function Month({ view, upload }: { view: MonthView; upload: DatevView["upload"] }) {
  const t = useTranslations("datev.export");
  const locale = useLocale();
  const { month, waiting, batches } = view;
  const name = useMonthName()(month);
  return (
    <li className="px-4 py-5 sm:px-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h3 className="font-medium">{name}</h3>
          <p className="text-sm text-muted">
            {waiting.count > 0
              ? t(batches.length > 0 ? "since" : "waiting", {
                  count: waiting.count,
                  amount: formatMoney(waiting.cents, locale),
                })
              : t("allHandedOver")}
          </p>
        </div>
        {waiting.count > 0 ? (
          <ActionButton gated action={makeBatchAction.bind(null, { month })} tone="primary" size="small" context={name}>
            {t(batches.length > 0 ? "makeMore" : "make")}
          </ActionButton>
        ) : null}
      </div>
      {batches.length > 0 ? (
        <ul className="mt-4 space-y-3">
          {batches.map((batch) => (
            <BatchCard key={batch.id} batch={batch} upload={upload} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}
