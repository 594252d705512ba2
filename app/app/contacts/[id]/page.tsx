import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { PayerFigures } from "@/components/contacts/payer-figures";
import { PayerHead } from "@/components/contacts/payer-head";
import { payerPage } from "@/components/contacts/payer-link";
import { PayerRows } from "@/components/contacts/payer-lists";
import { PayerMandates } from "@/components/contacts/payer-mandates";
import { ClientTexts } from "@/components/format/client-texts";
import { ListPager } from "@/components/format/list-pager";
import { BackLink } from "@/components/ui/back-link";
import { Card, Section } from "@/components/ui/card";
import { FilterChips } from "@/components/ui/filter-chips";
import { listAddress } from "@/components/ui/list-address";
import { shortName } from "@/lib/core/text/sanitise";
import { pageRequestOf, paramOf, type SearchParams } from "@/lib/core/web/paging";
import { loadPayer } from "@/lib/payers/page/loaders";
import { PAYER_LISTS, type PayerList, payerListOf } from "@/lib/payers/types";

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("payers"))("title") };
}

export default async function PayerPage({ params, searchParams }: Props) {
  const [{ id }, query] = await Promise.all([params, searchParams]);
  const list = payerListOf(paramOf(query, "list"));
  const request = pageRequestOf(query);
  const [payer, t, contacts] = await Promise.all([
    loadPayer(id, list, request),
    getTranslations("payers"),
    getTranslations("contacts"),
  ]);
  if (!payer) notFound();
  const path = payerPage(payer.contact.id);
  const rows = paramOf(query, "rows");
  const chosen = { list: list === "invoices" ? undefined : list, rows };
  const chips = PAYER_LISTS.map((key) => ({
    key,
    label: t(`lists.${key}`),
    count: payer.counts[key] || undefined,
    href: listAddress(path, { list: key === "invoices" ? undefined : key, rows }),
  }));
  return (
    <>
      <BackLink href="/app/contacts">{contacts("title")}</BackLink>
      <ClientTexts names={["exclusion"]}>
        <PayerHead payer={payer} />
      </ClientTexts>
      <div className="space-y-10">
        <PayerFigures payer={payer} />
        <Section title={t("mandate")} id="mandate">
          <PayerMandates payer={payer} />
        </Section>
        <section aria-label={t("lists.label", { name: shortName(payer.contact.name) })}>
          <div className="mb-4">
            <FilterChips label={t("lists.choose")} chips={chips} current={list satisfies PayerList} />
          </div>
          <Card flush>
            <PayerRows shown={payer.shown} />
            {payer.shown.list === "mails" ? null : (
              <ListPager path={path} query={chosen} page={payer.shown.page} request={request} />
            )}
          </Card>
        </section>
      </div>
    </>
  );
}
