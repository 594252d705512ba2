import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { FirstRequestChoice, FirstRequestTable, introKey } from "@/components/mandates/first-requests";
import { BackLink } from "@/components/ui/back-link";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { listAddress } from "@/components/ui/list-address";
import { NumberPager } from "@/components/ui/number-pager";
import { PageHeading } from "@/components/ui/page-heading";
import { pageNumberOf, type SearchParams } from "@/lib/core/web/paging";
import { loadFirstRequests } from "@/lib/mandates/first-requests/loaders";

const PATH = "/app/mandates/first-requests";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("mandates.firstRequests"))("title") };
}

/** Shows to whom the first mandate requests would be sent, before any is sent. */
export default async function FirstRequestsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [t, c] = await Promise.all([getTranslations("mandates.firstRequests"), getTranslations("common")]);
  const requests = await loadFirstRequests(pageNumberOf(await searchParams, "page"));
  const { rows, page, pages } = requests;
  const step = (to: number) => listAddress(PATH, {}, { page: to > 1 ? String(to) : undefined });
  return (
    <>
      <BackLink href="/app/mandates">{t("back")}</BackLink>
      <PageHeading title={t("title")} intro={t(`intro.${introKey(requests)}`)} />
      <div className="space-y-6">
        <FirstRequestChoice requests={requests} />
        <Card flush>
          {rows.length > 0 ? <FirstRequestTable requests={requests} /> : <EmptyState text={t("none")} />}
          {pages > 1 ? (
            <NumberPager
              label={c("paging")}
              text={c("pageOf", { page, pages })}
              previous={{ label: c("previousPage"), href: page > 1 ? step(page - 1) : undefined }}
              next={{ label: c("nextPage"), href: page < pages ? step(page + 1) : undefined }}
            />
          ) : null}
        </Card>
      </div>
    </>
  );
}
