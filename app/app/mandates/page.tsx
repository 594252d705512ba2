import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ListPager } from "@/components/format/list-pager";
import { MandateTable } from "@/components/mandates/mandate-table";
import { ProposalList } from "@/components/mandates/proposal-list";
import { RequestTable } from "@/components/mandates/request-table";
import { Card, Section } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeading } from "@/components/ui/page-heading";
import { SearchField } from "@/components/ui/search-field";
import { pageRequestOf, paramOf, type SearchParams } from "@/lib/core/paging";
import { loadMandateRequests, loadMandates, loadProposals } from "@/lib/mandates/loaders";

const PATH = "/app/mandates";
/** Two lists on one page step by themselves. */
const REQUESTS = "r-";
const MANDATES = "m-";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("mandates"))("title") };
}

export default async function MandatesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const t = await getTranslations("mandates");
  const name = paramOf(params, "name");
  const [requestPage, mandatePage] = [pageRequestOf(params, REQUESTS), pageRequestOf(params, MANDATES)];
  const [requests, mandates, proposals] = await Promise.all([
    loadMandateRequests({ name, page: requestPage }),
    loadMandates({ name, page: mandatePage }),
    loadProposals(),
  ]);
  const steps = [`${REQUESTS}after`, `${REQUESTS}before`, `${MANDATES}after`, `${MANDATES}before`];
  const query = Object.fromEntries(["name", "rows", ...steps].map((key) => [key, paramOf(params, key)]));
  return (
    <>
      <PageHeading
        title={t("title")}
        intro={t("intro")}
        aside={<SearchField name="name" label={t("search")} resets={steps} className="w-full sm:w-64" />}
      />
      <div className="space-y-10">
        {proposals.length > 0 && !name ? (
          <Section title={t("proposals")} intro={t("proposalsIntro")} id="proposals">
            <Card flush>
              <ProposalList rows={proposals} />
            </Card>
          </Section>
        ) : null}
        <Section title={t("requests")} intro={t("requestsIntro")}>
          <Card flush>
            {requests.items.length > 0 ? (
              <RequestTable rows={requests.items} />
            ) : (
              <EmptyState text={t(name ? "noneFound" : "noRequests")} />
            )}
            <ListPager path={PATH} query={query} page={requests} request={requestPage} prefix={REQUESTS} />
          </Card>
        </Section>
        <Section title={t("mandates")}>
          <Card flush>
            {mandates.items.length > 0 ? (
              <MandateTable rows={mandates.items} />
            ) : (
              <EmptyState text={t(name ? "noneFound" : "noMandates")} />
            )}
            <ListPager path={PATH} query={query} page={mandates} request={mandatePage} prefix={MANDATES} />
          </Card>
        </Section>
      </div>
    </>
  );
}
