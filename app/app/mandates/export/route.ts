import { csvFile, download } from "@/lib/http/body/download";
import { exportMandates } from "@/lib/mandates/record/export-data";
import { mandateFilterOf } from "@/lib/mandates/rules";

/** Returns the list of mandates as a CSV file, with the filter and search of the address. */
export const GET = download(async ({ customerId, locale, search }) => {
  const filter = mandateFilterOf(search.get("filter") ?? undefined);
  const query = { filter, name: search.get("name") ?? undefined };
  return csvFile(locale === "de" ? "mandate" : "mandates", exportMandates(customerId, query, locale));
});
