import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EmptyList } from "@/components/format/empty-list";
import { ExportLink } from "@/components/format/export-link";
import { ListPager } from "@/components/format/list-pager";
import { PayoutTable } from "@/components/payouts/payout-table";
import { Card } from "@/components/ui/card";
import { PageHeading } from "@/components/ui/page-heading";
import { pageRequestOf, paramOf, type SearchParams } from "@/lib/core/web/paging";
import { loadPayouts } from "@/lib/payouts/loaders";

const PATH = "/app/payouts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("payouts"))("title") };
}

export default async function PayoutsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const request = pageRequestOf(params);
  const [page, t] = await Promise.all([loadPayouts(request), getTranslations("payouts")]);
  return (
    <>
      <PageHeading
        title={t("title")}
        intro={t("intro")}
        aside={page.items.length > 0 ? <ExportLink href={`${PATH}/export`} /> : null}
      />
      <Card flush>
        {page.items.length > 0 ? (
          <PayoutTable rows={page.items} />
        ) : (
          <EmptyList list="payouts" text={t("empty")} isWhole />
        )}
        <ListPager path={PATH} query={{ rows: paramOf(params, "rows") }} page={page} request={request} />
      </Card>
    </>
  );
}
