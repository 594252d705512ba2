import { exportReturns } from "@/lib/collections/returns/export-data";
import { returnFilterOf } from "@/lib/collections/types";
import { csvFile, download } from "@/lib/http/body/download";

/** Returns the list of returned debits as a CSV file, with the filter and search of the address. */
export const GET = download(async ({ customerId, locale, search }) => {
  const filter = returnFilterOf(search.get("filter") ?? undefined);
  const query = { filter, search: search.get("search") ?? undefined };
  return csvFile(locale === "de" ? "ruecklastschriften" : "returned-debits", exportReturns(customerId, query, locale));
});
