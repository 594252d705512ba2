import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientTexts } from "@/components/format/client-texts";
import { EmptyList } from "@/components/format/empty-list";
import { ExportLink } from "@/components/format/export-link";
import { ListPager } from "@/components/format/list-pager";
import { ReturnList } from "@/components/returns/return-list";
import { Card } from "@/components/ui/card";
import { FilterChips } from "@/components/ui/filter-chips";
import { Link } from "@/components/ui/link";
import { listAddress } from "@/components/ui/list-address";
import { PageHeading } from "@/components/ui/page-heading";
import { SearchField } from "@/components/ui/search-field";
import { loadReturns } from "@/lib/collections/returns/loaders";
import { RETURN_FILTERS, returnFilterOf } from "@/lib/collections/types";
import { pageRequestOf, paramOf, type SearchParams } from "@/lib/core/web/paging";
import { loadFrame } from "@/lib/customers/loaders";

const PATH = "/app/returns";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("returns"))("title") };
}

export default async function ReturnsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const filter = returnFilterOf(paramOf(params, "filter"));
  const search = paramOf(params, "search");
  const request = pageRequestOf(params);
  const [page, { openReturns, retriesReturns }, t] = await Promise.all([
    loadReturns({ filter, search, page: request }),
    loadFrame(),
    getTranslations("returns"),
  ]);
  const query = { filter: filter === "open" ? undefined : filter, search, rows: paramOf(params, "rows") };
  const chips = RETURN_FILTERS.map((key) => ({
    key,
    label: t(`filters.${key}`),
    count: key === "open" && openReturns > 0 ? openReturns : undefined,
    href: listAddress(PATH, query, { filter: key === "open" ? undefined : key }),
  }));
  return (
    <>
      <PageHeading
        title={t("title")}
        intro={
          <>
            {t(retriesReturns ? "introPlanOn" : "introPlanOff")}{" "}
            <Link href="/app/settings/returns" className="text-action underline underline-offset-2">
              {t("toPlan")}
            </Link>
          </>
        }
        aside={<SearchField name="search" label={t("search")} className="w-full sm:w-80" />}
      />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <FilterChips label={t("filter")} chips={chips} current={filter} />
        {page.items.length > 0 ? (
          <ExportLink href={listAddress(`${PATH}/export`, { ...query, rows: undefined })} />
        ) : null}
      </div>
      <Card flush>
        {page.items.length > 0 ? (
          <ClientTexts names={["returns"]}>
            <ReturnList rows={page.items} />
          </ClientTexts>
        ) : (
          <EmptyList
            list="returns"
            text={t(search ? "noneFound" : `none.${filter}`)}
            isWhole={!search && filter !== "done"}
          />
        )}
        <ListPager path={PATH} query={query} page={page} request={request} />
      </Card>
    </>
  );
}
