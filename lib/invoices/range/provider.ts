import type { CustomerId } from "@/lib/auth/scope";
import { withAccounting } from "@/lib/connections/provider/access";
import { wantSync } from "@/lib/connections/record/mutations";
import { db } from "@/lib/core/database/db";
import type { Day } from "@/lib/core/time/dates";
import { storeEntries } from "@/lib/invoices/sync/mutations";

/** Most pages of one range. A range with more documents is read by the list of open documents anyway. */
const MOST_PAGES = 10;

/**
 * Has the accounting system read now. With a range, its open documents are first stored with stale flags, changed or
 * not. The job reads them, so a call that is cut off or repeated does no harm.
 *
 * @throws AppError `connection_missing`, `connection_revoked`; ProviderError for every answer of the vendor that is an
 * error
 */
export async function syncRange(
  customerId: CustomerId,
  range: { from: Day; to: Day } | undefined,
): Promise<{ found: number | null }> {
  const found = range ? await noteRange(customerId, range) : null;
  await db.$transaction((tx) => wantSync(tx, customerId, "listing"));
  return { found };
}

async function noteRange(customerId: CustomerId, range: { from: Day; to: Day }): Promise<number> {
  return await withAccounting(customerId, async ({ books, capabilities }, type) => {
    const rows = capabilities.largestPage;
    let found = 0;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const askedAt = new Date();
      const listed = await books.listWritten({ ...range, page, rows });
      const open = listed.rows.filter((row) => row.status === "open");
      await storeEntries(customerId, open, { books: type, askedAt, readAll: true });
      found += open.length;
      if ((page + 1) * rows >= listed.total) break;
    }
    return found;
  });
}
