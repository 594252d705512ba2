import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { ClientTexts } from "@/components/format/client-texts";
import { EmptyList } from "@/components/format/empty-list";
import { ListPager } from "@/components/format/list-pager";
import { Money } from "@/components/format/money";
import { Card } from "@/components/ui/card";
import { FilterChips } from "@/components/ui/filter-chips";
import { listAddress } from "@/components/ui/list-address";
import { PageHeading } from "@/components/ui/page-heading";
import { DebitList } from "@/components/upcoming/debit-list";
import { DebitSelection } from "@/components/upcoming/debit-selection";
import { HOLD_DAYS } from "@/lib/collections/types";
import { loadDebitsOfDay, loadUpcomingDays, openDay, type UpcomingDay } from "@/lib/collections/upcoming/loaders";
import { today } from "@/lib/core/time/clock";
import { addDays, type Day, formatDay } from "@/lib/core/time/dates";
import { nextTargetDay } from "@/lib/core/time/target-calendar";
import { pageRequestOf, paramOf, type SearchParams } from "@/lib/core/web/paging";

const PATH = "/app/upcoming";
const WEEK = 7;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("upcoming"))("title") };
}

export default async function UpcomingPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const [t, locale, days] = await Promise.all([getTranslations("upcoming"), getLocale(), loadUpcomingDays()]);
  const wanted = paramOf(params, "day");
  const day = openDay(wanted, days);
  const request = pageRequestOf(params);
  const page = await loadDebitsOfDay(day, request);
  const found = days.find((one) => one.day === day);
  const summary = found ?? { day, count: 0, cents: 0, stoppable: 0 };
  const shown = found ? days : [...days, summary].sort((a, b) => a.day.localeCompare(b.day));
  const chips = shown.map((one) => ({
    key: one.day,
    label: formatDay(one.day, locale, true),
    count: one.count || undefined,
    href: listAddress(PATH, { day: one.day, rows: paramOf(params, "rows") }),
  }));
  const first = addDays(today(), 1);
  const range = { first, last: addDays(today(), HOLD_DAYS), suggested: nextTargetDay(addDays(first, WEEK)) };
  return (
    <>
      <PageHeading title={t("title")} intro={t("intro")} />
      {chips.length > 1 ? (
        <div className="mb-4">
          <FilterChips label={t("days")} chips={chips} current={day} />
        </div>
      ) : null}
      <ClientTexts names={["upcoming"]}>
        <Card flush>
          <DaySummary summary={summary} locale={locale} />
          {page.items.length > 0 ? (
            <DebitSelection range={range}>
              <DebitList debits={page.items} range={range} />
            </DebitSelection>
          ) : (
            <EmptyList
              list="upcoming"
              text={days.length > 0 ? t("noneThatDay") : t("none")}
              isWhole={days.length === 0}
            />
          )}
          <ListPager path={PATH} query={{ day, rows: paramOf(params, "rows") }} page={page} request={request} />
        </Card>
      </ClientTexts>
    </>
  );
}

async function DaySummary({ summary, locale }: { summary: UpcomingDay; locale: string }) {
  const t = await getTranslations("upcoming");
  const { day, count, cents, stoppable } = summary;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b px-4 py-4 sm:px-5">
      <div>
        <h2 className="text-base">{dayTitle(t, day, locale)}</h2>
        <p className="text-sm text-muted">
          {t("debits", { count })}
          {count > 0 ? <>, {t("stoppable", { count: stoppable })}</> : null}
        </p>
      </div>
      <Money cents={cents} className="text-xl font-semibold" />
    </div>
  );
}

function dayTitle(t: (key: "today" | "tomorrow", values: { day: string }) => string, day: Day, locale: string): string {
  const text = formatDay(day, locale, true);
  if (day === today()) return t("today", { day: text });
  return day === addDays(today(), 1) ? t("tomorrow", { day: text }) : text;
}
