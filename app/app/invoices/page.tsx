import { Download } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { ListPager } from "@/components/format/list-pager";
import { InvoiceTable } from "@/components/invoices/invoice-table";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterChips } from "@/components/ui/filter-chips";
import { listAddress } from "@/components/ui/list-address";
import { PageHeading } from "@/components/ui/page-heading";
import { SearchField } from "@/components/ui/search-field";
import { pageRequestOf, paramOf, type SearchParams } from "@/lib/core/paging";
import { loadFilterCounts, loadInvoiceSums, loadInvoices } from "@/lib/invoices/loaders";
import { INVOICE_FILTERS, invoiceFilterOf } from "@/lib/invoices/types";
import { InvoiceSheet } from "./invoice-sheet";

const PATH = "/app/invoices";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("invoices"))("title") };
}

export default async function InvoicesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const t = await getTranslations("invoices");
  const filter = invoiceFilterOf(paramOf(params, "filter"));
  const search = paramOf(params, "search");
  const request = pageRequestOf(params);
  const [page, counts, sums] = await Promise.all([
    loadInvoices({ filter, search, page: request }),
    loadFilterCounts(),
    loadInvoiceSums(),
  ]);
  const query = { filter: filter === "all" ? undefined : filter, search, rows: paramOf(params, "rows") };
  const place = { ...query, after: request.after, before: request.before };
  const shown = paramOf(params, "invoice");
  const chips = INVOICE_FILTERS.map((key) => ({
    key,
    label: t(`filters.${key}`),
    count: counts[key] || undefined,
    href: listAddress(PATH, query, { filter: key === "all" ? undefined : key }),
  }));
  return (
    <>
      <PageHeading
        title={t("title")}
        intro={t("intro")}
        aside={<SearchField name="search" label={t("search")} className="w-full sm:w-64" />}
      />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <FilterChips label={t("filter")} chips={chips} current={filter} />
        {page.items.length > 0 ? (
          <a
            href={listAddress(`${PATH}/export`, query, { rows: undefined })}
            className={buttonClass("quiet", "small")}
            download
          >
            <Download aria-hidden="true" strokeWidth={1.5} className="size-4" />
            {t("export")}
          </a>
        ) : null}
      </div>
      <Card flush>
        {page.items.length > 0 ? (
          <InvoiceTable rows={page.items} href={(row) => listAddress(PATH, place, { invoice: row.id })} />
        ) : (
          <NoInvoices hasAny={sums.hasAny} search={search} />
        )}
        <ListPager path={PATH} query={query} page={page} request={request} />
      </Card>
      {shown ? <InvoiceSheet id={shown} closeHref={listAddress(PATH, place)} /> : null}
    </>
  );
}

async function NoInvoices({ hasAny, search }: { hasAny: boolean; search?: string }) {
  const t = await getTranslations("invoices");
  if (!hasAny) {
    return (
      <EmptyState
        text={t("empty")}
        action={
          <Link href="/app/connections" className={buttonClass("primary")}>
            {t("emptyAction")}
          </Link>
        }
      />
    );
  }
  return (
    <EmptyState
      text={search ? t("noneFound", { search }) : t("noneHere")}
      action={
        <Link href={PATH} className={buttonClass()}>
          {t("showAll")}
        </Link>
      }
    />
  );
}
