import type { Page } from "@/lib/providers/accounting/port";

/** Returns the rows of all pages of a list. */
export async function allOf<T>(read: (cursor?: string) => Promise<Page<T>>): Promise<T[]> {
  const rows: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    rows.push(...page.rows);
    cursor = page.next;
  } while (cursor);
  return rows;
}
