import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ContactList } from "@/components/contacts/contact-list";
import { ClientTexts } from "@/components/format/client-texts";
import { EmptyList } from "@/components/format/empty-list";
import { ExportLink } from "@/components/format/export-link";
import { ListPager } from "@/components/format/list-pager";
import { Card } from "@/components/ui/card";
import { FilterChips } from "@/components/ui/filter-chips";
import { listAddress } from "@/components/ui/list-address";
import { PageHeading } from "@/components/ui/page-heading";
import { SearchField } from "@/components/ui/search-field";
import { CONTACT_FILTERS, contactFilterOf } from "@/lib/contacts/rules";
import { pageRequestOf, paramOf, type SearchParams } from "@/lib/core/web/paging";
import { loadContacts } from "@/lib/payers/loaders";
import { ShareWorkbench } from "./share-workbench";

const PATH = "/app/contacts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("contacts"))("title") };
}

export default async function ContactsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const t = await getTranslations("contacts");
  const name = paramOf(params, "name");
  const page = pageRequestOf(params);
  const filter = contactFilterOf(paramOf(params, "filter"));
  const shown = paramOf(params, "payer");
  const query = Object.fromEntries(
    ["name", "filter", "rows", "after", "before"].map((key) => [key, paramOf(params, key)]),
  );
  if (shown) return <ShareWorkbench id={shown} find={paramOf(params, "find")} listHref={listAddress(PATH, query)} />;
  const contacts = await loadContacts({ name, filter, page });
  return (
    <>
      <PageHeading
        title={t("title")}
        intro={t("intro")}
        aside={<SearchField name="name" label={t("search")} className="w-full sm:w-64" />}
      />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <FilterChips
          label={t("filter")}
          current={filter}
          chips={CONTACT_FILTERS.map((key) => ({
            key,
            label: t(`filters.${key}`),
            href: listAddress(PATH, query, {
              after: undefined,
              before: undefined,
              filter: key === "all" ? undefined : key,
            }),
          }))}
        />
        {contacts.items.length > 0 ? (
          <ExportLink href={listAddress(`${PATH}/export`, { name, filter: filter === "all" ? undefined : filter })} />
        ) : null}
      </div>
      <Card flush>
        {contacts.items.length > 0 ? (
          <ClientTexts names={["exclusion"]}>
            <ContactList rows={contacts.items} shareHref={(id) => listAddress(PATH, query, { payer: id })} />
          </ClientTexts>
        ) : (
          <EmptyList
            list="contacts"
            text={t(name ? "noneFound" : filter === "all" ? "none" : "noneHere")}
            isWhole={!name && filter === "all"}
          />
        )}
        <ListPager path={PATH} query={query} page={contacts} request={page} />
      </Card>
    </>
  );
}
