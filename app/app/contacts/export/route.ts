import { contactFilterOf } from "@/lib/contacts/rules";
import { csvFile, download } from "@/lib/http/body/download";
import { exportContacts } from "@/lib/payers/export/data";

/** Returns the list of contacts as a CSV file, with the filter and search of the address. */
export const GET = download(async ({ customerId, locale, search }) => {
  const filter = contactFilterOf(search.get("filter") ?? undefined);
  const query = { filter, name: search.get("name") ?? undefined };
  return csvFile(locale === "de" ? "kontakte" : "contacts", exportContacts(customerId, query, locale));
});
