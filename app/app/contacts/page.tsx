import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ContactList } from "@/components/contacts/contact-list";
import { ListPager } from "@/components/format/list-pager";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeading } from "@/components/ui/page-heading";
import { SearchField } from "@/components/ui/search-field";
import { loadContacts } from "@/lib/contacts/loaders";
import { pageRequestOf, paramOf, type SearchParams } from "@/lib/core/paging";

const PATH = "/app/contacts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("contacts"))("title") };
}

export default async function ContactsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const t = await getTranslations("contacts");
  const name = paramOf(params, "name");
  const page = pageRequestOf(params);
  const contacts = await loadContacts({ name, page });
  const query = Object.fromEntries(["name", "rows", "after", "before"].map((key) => [key, paramOf(params, key)]));
  return (
    <>
      <PageHeading
        title={t("title")}
        intro={t("intro")}
        aside={<SearchField name="name" label={t("search")} className="w-full sm:w-64" />}
      />
      <Card flush>
        {contacts.items.length > 0 ? (
          <ContactList rows={contacts.items} />
        ) : (
          <EmptyState text={t(name ? "noneFound" : "none")} />
        )}
        <ListPager path={PATH} query={query} page={contacts} request={page} />
      </Card>
    </>
  );
}
