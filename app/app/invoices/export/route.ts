import { csvFile, download } from "@/lib/http/body/download";
import { exportInvoices } from "@/lib/invoices/list/export-data";
import { invoiceFilterOf, invoiceOrderOf } from "@/lib/invoices/types";

/** The most invoices that an address can name. */
const PICKED_MOST = 100;

/**
 * Returns the list of invoices as a CSV file, with the filter, search and order of the address, or only the invoices it
 * names.
 */
export const GET = download(async ({ customerId, locale, search }) => {
  const filter = invoiceFilterOf(search.get("filter") ?? undefined);
  const query = {
    filter,
    order: invoiceOrderOf(filter, search.get("sort") ?? undefined, search.get("dir") ?? undefined),
    search: search.get("search") ?? undefined,
    ids: search.has("id") ? search.getAll("id").slice(0, PICKED_MOST) : undefined,
  };
  return csvFile(locale === "de" ? "rechnungen" : "invoices", exportInvoices(customerId, query, locale));
});
