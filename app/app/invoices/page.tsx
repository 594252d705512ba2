import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientTexts } from "@/components/format/client-texts";
import { EmptyList } from "@/components/format/empty-list";
import { ExportLink } from "@/components/format/export-link";
import { ListPager } from "@/components/format/list-pager";
import { BulkNotice } from "@/components/invoices/bulk-notice";
import { BulkSelection } from "@/components/invoices/bulk-selection";
import { InvoiceTable } from "@/components/invoices/invoice-table";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterChips } from "@/components/ui/filter-chips";
import { Link } from "@/components/ui/link";
import { listAddress } from "@/components/ui/list-address";
import { PageHeading } from "@/components/ui/page-heading";
import { SearchField } from "@/components/ui/search-field";
import { SortSelect } from "@/components/ui/sort-select";
import { HOLD_DAYS } from "@/lib/collections/types";
import { euroCents } from "@/lib/core/money/money";
import { today } from "@/lib/core/time/clock";
import { addDays } from "@/lib/core/time/dates";
import { pageRequestOf, paramOf, type SearchParams } from "@/lib/core/web/paging";
import { loadFrame } from "@/lib/customers/loaders";
import { loadRecentBulk } from "@/lib/invoices/bulk/loaders";
import { loadInvoices } from "@/lib/invoices/loaders";
import {
  ASCENDING_FIRST,
  INVOICE_FILTERS,
  type InvoiceFilter,
  type InvoiceOrder,
  type InvoiceSort,
  invoiceFilterOf,
  invoiceOrderOf,
  QUIET_FILTERS,
  sortsOf,
} from "@/lib/invoices/types";
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
  const order = invoiceOrderOf(filter, paramOf(params, "sort"), paramOf(params, "dir"));
  const request = pageRequestOf(params);
  const [page, recent, frame] = await Promise.all([
    loadInvoices({ filter, search, order, page: request }),
    loadRecentBulk(),
    loadFrame(),
  ]);
  const query = {
    filter: filter === "all" ? undefined : filter,
    search,
    rows: paramOf(params, "rows"),
    sort: paramOf(params, "sort"),
    dir: paramOf(params, "dir"),
  };
  const place = { ...query, after: request.after, before: request.before };
  const shown = paramOf(params, "invoice");
  const sortHref = (by: InvoiceSort, isAscending: boolean) =>
    listAddress(PATH, query, { sort: by, dir: isAscending ? "asc" : "desc" });
  const usual = INVOICE_FILTERS.filter((key) => !QUIET_FILTERS.includes(key));
  // A rare filter in use comes right after "all", because the last filters are out of sight on a phone.
  const filters = QUIET_FILTERS.includes(filter) ? ["all" as const, filter, ...usual.slice(1)] : usual;
  const chips = filters.map((key) => ({
    key,
    label: t(`filters.${key}`),
    count: (key === "needs-you" && page.needsYou) || undefined,
    href: listAddress(PATH, query, { filter: key === "all" ? undefined : key }),
  }));
  const table = (
    <InvoiceTable
      rows={page.items}
      href={(row) => listAddress(PATH, place, { invoice: row.id })}
      sort={(by) => headingOf(by, filter, order, sortHref)}
      isPickable={frame.mayChange}
    />
  );
  return (
    <>
      <PageHeading
        title={t("title")}
        intro={t("intro")}
        aside={<SearchField name="search" label={t("search")} className="w-full sm:w-64" />}
      />
      {recent ? <BulkNotice run={recent} /> : null}
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <FilterChips label={t("filter")} chips={chips} current={filter} />
        {page.items.length > 0 ? (
          <ExportLink href={listAddress(`${PATH}/export`, { ...query, rows: undefined })} />
        ) : null}
      </div>
      {page.items.length > 0 ? <PhoneOrder filter={filter} order={order} href={sortHref} /> : null}
      <Card flush>
        {page.items.length === 0 ? (
          <NoInvoices search={search} isWhole={filter === "all" && !search && !request.after} />
        ) : frame.mayChange ? (
          <ClientTexts names={["bulk"]}>
            <BulkSelection
              rows={page.items.map((row) => ({ id: row.id, cents: euroCents(row.amountCents, row.currency) }))}
              list={{ filter, search }}
              first={addDays(today(), 1)}
              last={addDays(today(), HOLD_DAYS)}
            >
              {table}
            </BulkSelection>
          </ClientTexts>
        ) : (
          table
        )}
        <ListPager path={PATH} query={query} page={page} request={request} />
      </Card>
      {shown ? <InvoiceSheet id={shown} closeHref={listAddress(PATH, place)} /> : null}
    </>
  );
}

type SortHref = (by: InvoiceSort, isAscending: boolean) => string;

/**
 * Returns the link of a column heading. A click on the sorted column reverses the order; a click on another one sorts
 * by it in its usual direction.
 */
function headingOf(by: InvoiceSort, filter: InvoiceFilter, order: InvoiceOrder, href: SortHref) {
  if (!sortsOf(filter).includes(by)) return undefined;
  if (order.by !== by) return { href: href(by, ASCENDING_FIRST.includes(by)) };
  return { href: href(by, !order.isAscending), order: order.isAscending ? "ascending" : "descending" } as const;
}

async function PhoneOrder({ filter, order, href }: { filter: InvoiceFilter; order: InvoiceOrder; href: SortHref }) {
  const t = await getTranslations("sorting");
  const keyOf = (by: InvoiceSort, isAscending: boolean) => `${by}-${isAscending ? "asc" : "desc"}`;
  const choices = sortsOf(filter).flatMap((by) =>
    [ASCENDING_FIRST.includes(by), !ASCENDING_FIRST.includes(by)].map((isAscending) => ({
      key: keyOf(by, isAscending),
      label: t(isAscending ? `ascending.${by}` : `descending.${by}`),
      href: href(by, isAscending),
    })),
  );
  return (
    <SortSelect
      label={t("label")}
      choices={choices}
      current={keyOf(order.by, order.isAscending)}
      className="mb-4 md:hidden"
    />
  );
}

/**
 * Shown instead of an empty list. Only the unfiltered list can say that the accounting system has sent nothing yet; a
 * filtered one links to it.
 */
async function NoInvoices({ search, isWhole }: { search?: string; isWhole: boolean }) {
  const t = await getTranslations("invoices");
  if (isWhole) return <EmptyList list="invoices" text={t("empty")} isWhole />;
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
