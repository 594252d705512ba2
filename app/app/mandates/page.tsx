import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EmptyList } from "@/components/format/empty-list";
import { ExportLink } from "@/components/format/export-link";
import { ListPager } from "@/components/format/list-pager";
import { FirstRequestBanner } from "@/components/mandates/first-requests";
import { MandateTable } from "@/components/mandates/mandate-table";
import { ProposalList } from "@/components/mandates/proposal-list";
import { RequestTable } from "@/components/mandates/request-table";
import { Card, Section } from "@/components/ui/card";
import { FilterChips } from "@/components/ui/filter-chips";
import { listAddress } from "@/components/ui/list-address";
import { PageHeading } from "@/components/ui/page-heading";
import { SearchField } from "@/components/ui/search-field";
import { pageRequestOf, paramOf, type SearchParams } from "@/lib/core/web/paging";
import { loadFirstRequestState } from "@/lib/mandates/first-requests/loaders";
import { loadMandateLists } from "@/lib/mandates/loaders";
import { loadProposals } from "@/lib/mandates/matching/loaders";
import { MANDATE_FILTERS, mandateFilterOf } from "@/lib/mandates/rules";
import { MatchWorkbench } from "./match-workbench";

const PATH = "/app/mandates";
/** Prefixes of the parameters, because the two lists of the page have a pager each. */
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
  const filter = mandateFilterOf(paramOf(params, "filter"));
  const stepsOf = (prefix: string) => [`${prefix}after`, `${prefix}before`];
  const steps = [...stepsOf(REQUESTS), ...stepsOf(MANDATES)];
  const query = Object.fromEntries(["name", "filter", "rows", ...steps].map((key) => [key, paramOf(params, key)]));
  const matched = paramOf(params, "match");
  if (matched)
    return <MatchWorkbench id={matched} find={paramOf(params, "find")} listHref={listAddress(PATH, query)} />;
  // Proposals wait for a person, so they are shown on the first page only.
  const isFirst = steps.every((step) => paramOf(params, step) === undefined);
  const [{ requests, mandates }, proposals] = await Promise.all([
    loadMandateLists({ name, filter, pages: { requests: requestPage, mandates: mandatePage } }),
    isFirst ? loadProposals() : { rows: [], isMore: false },
  ]);
  const without = (names: string[]) => ({ ...query, ...Object.fromEntries(names.map((key) => [key, undefined])) });
  const isNarrowed = Boolean(name) || filter !== "all";
  const chips = MANDATE_FILTERS.map((key) => ({
    key,
    label: t(`filters.${key}`),
    href: listAddress(PATH, without(steps), { filter: key === "all" ? undefined : key }),
  }));
  const chooseHref = (match: string) => listAddress(PATH, query, { match });
  return (
    <>
      <PageHeading
        title={t("title")}
        intro={t("intro")}
        aside={<SearchField name="name" label={t("search")} resets={steps} className="w-full sm:w-64" />}
      />
      <FirstRequestBanner state={await loadFirstRequestState()} />
      <div className="mb-6 flex flex-wrap items-center justify-between gap-2">
        <FilterChips label={t("filter")} chips={chips} current={filter} />
        {mandates.items.length > 0 ? (
          <ExportLink href={listAddress(`${PATH}/export`, { name, filter: filter === "all" ? undefined : filter })} />
        ) : null}
      </div>
      <div className="space-y-10">
        {proposals.rows.length > 0 && !isNarrowed ? (
          <Section
            title={t(proposals.isMore ? "proposalsMore" : "proposalsTitle", { count: proposals.rows.length })}
            intro={t("proposalsIntro")}
            id="proposals"
          >
            <Card flush>
              <ProposalList rows={proposals.rows} chooseHref={chooseHref} />
              {proposals.isMore ? (
                <p className="border-t px-4 py-3 text-sm text-muted sm:px-5">{t("proposalsLeft")}</p>
              ) : null}
            </Card>
          </Section>
        ) : null}
        <Section title={t("requests")} intro={t("requestsIntro")}>
          <Card flush>
            {requests.items.length > 0 ? (
              <RequestTable rows={requests.items} />
            ) : (
              <EmptyList
                list="requests"
                text={t(name ? "noneFound" : isNarrowed ? "noneHere" : "noRequests")}
                isWhole={!isNarrowed}
              />
            )}
            <ListPager
              path={PATH}
              query={without(stepsOf(MANDATES))}
              page={requests}
              request={requestPage}
              prefix={REQUESTS}
              name={t("requests")}
            />
          </Card>
        </Section>
        <Section title={t("mandates")}>
          <Card flush>
            {mandates.items.length > 0 ? (
              <MandateTable rows={mandates.items} chooseHref={chooseHref} />
            ) : (
              <EmptyList
                list="mandates"
                text={t(name ? "noneFound" : isNarrowed ? "noneHere" : "noMandates")}
                isWhole={!isNarrowed}
              />
            )}
            <ListPager
              path={PATH}
              query={without(stepsOf(REQUESTS))}
              page={mandates}
              request={mandatePage}
              prefix={MANDATES}
              name={t("mandates")}
            />
          </Card>
        </Section>
      </div>
    </>
  );
}
