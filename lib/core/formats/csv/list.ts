import type { Locale } from "@/lib/core/locales";
import { withinSupplier } from "@/lib/core/tenants/tenant-scope";
import type { Page, PageRequest } from "@/lib/core/web/paging";
import { CSV_MARK, type CsvCell, csvLine } from "./line";

/** Rows read at a time, so that a list of any length needs the same memory. */
const BATCH_SIZE = 500;

/** A list as a table file: its headings, its cells, and how a page of it is read. */
interface CsvList<Row> {
  heads: string[];
  cells: (row: Row) => CsvCell[];
  read: (page: Omit<PageRequest, "before">) => Promise<Page<Row>>;
}

/** Yields a table file, batch by batch, with every row of the list. */
export async function* csvList<Row>(
  customerId: string,
  locale: Locale,
  { heads, cells, read }: CsvList<Row>,
): AsyncGenerator<string> {
  yield CSV_MARK + csvLine(heads, locale);
  let after: string | undefined;
  do {
    const page = { rows: BATCH_SIZE, after };
    // The stream reads the next batch once the browser has taken the previous one. That happens outside the request,
    // so the tenant scope is set again.
    const { items, older, newer } = await withinSupplier(customerId, () => read(page));
    // If the row to continue from has left the list, it starts at its top. A broken-off download is better than doubled rows.
    if (after && !newer) throw new Error("the list has changed while its table file was written");
    yield items.map((row) => csvLine(cells(row), locale)).join("");
    after = older;
  } while (after);
}
