import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ActionButton } from "@/components/action/action-button";
import { ListPager } from "@/components/format/list-pager";
import { NoticeList } from "@/components/notices/notice-list";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterChips } from "@/components/ui/filter-chips";
import { Link } from "@/components/ui/link";
import { listAddress } from "@/components/ui/list-address";
import { PageHeading } from "@/components/ui/page-heading";
import { pageRequestOf, paramOf, type SearchParams } from "@/lib/core/web/paging";
import { loadFrame } from "@/lib/customers/loaders";
import { markAllNoticesReadAction } from "@/lib/notifications/actions";
import { loadNotices } from "@/lib/notifications/bell/loaders";

const PATH = "/app/notices";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("noticeList"))("title") };
}

export default async function NoticesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const onlyUnread = paramOf(params, "filter") === "unread";
  const request = pageRequestOf(params);
  const [page, frame, t] = await Promise.all([
    loadNotices(onlyUnread, request),
    loadFrame(),
    getTranslations("noticeList"),
  ]);
  const query = { filter: onlyUnread ? "unread" : undefined, rows: paramOf(params, "rows") };
  const newest = page.items[0]?.at;
  return (
    <>
      <PageHeading
        title={t("title")}
        intro={t("intro")}
        aside={
          <>
            {frame.unreadNotices > 0 && newest ? (
              <ActionButton forReaders action={markAllNoticesReadAction.bind(null, { until: newest })} size="small">
                {t("markAll")}
              </ActionButton>
            ) : null}
            <Link href="/app/activity" className={buttonClass("quiet", "small")}>
              {t("toActivity")}
            </Link>
          </>
        }
      />
      <div className="mb-4">
        <FilterChips
          label={t("filter")}
          current={onlyUnread ? "unread" : "all"}
          chips={[
            { key: "all", label: t("all"), href: listAddress(PATH, { rows: query.rows }) },
            {
              key: "unread",
              label: t("unread"),
              count: frame.unreadNotices || undefined,
              href: listAddress(PATH, { rows: query.rows, filter: "unread" }),
            },
          ]}
        />
      </div>
      <Card flush>
        {page.items.length > 0 ? (
          <NoticeList rows={page.items} />
        ) : (
          <EmptyState text={t(onlyUnread ? "noneUnread" : "none")} />
        )}
        <ListPager path={PATH} query={query} page={page} request={request} />
      </Card>
    </>
  );
}
