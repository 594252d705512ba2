import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ActivityFilters } from "@/components/activity/activity-filters";
import { ActivityList } from "@/components/activity/activity-list";
import { ListPager } from "@/components/format/list-pager";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterChips } from "@/components/ui/filter-chips";
import { listAddress } from "@/components/ui/list-address";
import { PageHeading } from "@/components/ui/page-heading";
import { activityFilterOf, loadActivity } from "@/lib/activity/loaders";
import { ACTIVITY_KINDS } from "@/lib/activity/types";
import { pageRequestOf, paramOf, type SearchParams } from "@/lib/core/web/paging";

const PATH = "/app/activity";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("activity"))("title") };
}

export default async function ActivityPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const filter = activityFilterOf(params);
  const request = pageRequestOf(params);
  const [{ page, people }, t] = await Promise.all([loadActivity(filter, request), getTranslations("activity")]);
  const query = { ...filter, rows: paramOf(params, "rows") };
  const isNarrowed = Object.values(filter).some(Boolean);
  const chips = (["all", ...ACTIVITY_KINDS] as const).map((key) => ({
    key,
    label: t(key === "all" ? "all" : `kinds.${key}`),
    href: listAddress(PATH, query, { kind: key === "all" ? undefined : key }),
  }));
  return (
    <>
      <PageHeading title={t("title")} intro={t("intro")} />
      <div className="mb-4">
        <FilterChips label={t("filter")} chips={chips} current={filter.kind ?? "all"} />
      </div>
      <ActivityFilters path={PATH} filter={filter} people={people} rows={paramOf(params, "rows")} />
      <Card flush>
        {page.items.length > 0 ? (
          <ActivityList rows={page.items} />
        ) : (
          <EmptyState text={t(isNarrowed ? "noneHere" : "none")} />
        )}
        <ListPager path={PATH} query={query} page={page} request={request} />
      </Card>
    </>
  );
}
