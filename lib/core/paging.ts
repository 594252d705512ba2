/** Steps through a list by the key of a row: rows that arrive on top never shift what somebody is reading. */
export interface PageRequest {
  rows: number;
  /** Older than this row, or newer than that one; neither means the newest. */
  after?: string;
  before?: string;
}

export interface Page<T> {
  items: T[];
  older?: string;
  newer?: string;
}

export const ROW_CHOICES = [25, 50, 100] as const;

export type SearchParams = Record<string, string | string[] | undefined>;

/** One value of a query parameter; repeated ones count once. */
export function paramOf(params: SearchParams, name: string): string | undefined {
  const value = params[name];
  return (Array.isArray(value) ? value[0] : value) || undefined;
}

export function pageRequestOf(params: SearchParams, prefix = ""): PageRequest {
  const rows = ROW_CHOICES.find((choice) => String(choice) === paramOf(params, "rows")) ?? ROW_CHOICES[0];
  return { rows, after: paramOf(params, `${prefix}after`), before: paramOf(params, `${prefix}before`) };
}

/** What Prisma's `findMany` needs for one page; the row at the cursor itself is skipped. */
export interface PageArgs {
  take: number;
  skip?: number;
  cursor?: { customerId_id: { customerId: string; id: string } };
}

/** A list whose rows are read with what hangs on them. */
export interface JoinedList<T> {
  ids(args: PageArgs): Promise<{ id: string }[]>;
  /** From the top of the list, or with `where` those named, in the list's order. */
  rows(args: { take: number; where?: { customerId: string; id: { in: string[] } } }): Promise<T[]>;
}

/**
 * A page in one statement at the top of the list and in two further down: with a cursor Prisma reads every relation by a
 * statement of its own, so there the ids are found first.
 */
export async function findJoinedPage<T extends { id: string }>(
  customerId: string,
  request: PageRequest,
  { ids, rows }: JoinedList<T>,
): Promise<Page<T>> {
  return await findPage(customerId, request, async ({ take, ...from }) => {
    if (!from.cursor) return await rows({ take });
    const found = await ids({ take, ...from });
    return await rows({ take: found.length, where: { customerId, id: { in: found.map((row) => row.id) } } });
  });
}

/** One row more than shown tells whether there is a further page. */
export async function findPage<T extends { id: string }>(
  customerId: string,
  request: PageRequest,
  find: (args: PageArgs) => Promise<T[]>,
): Promise<Page<T>> {
  const from = request.before ?? request.after;
  const cursor = from ? { skip: 1, cursor: { customerId_id: { customerId, id: from } } } : {};
  if (request.before) {
    const found = await find({ take: -(request.rows + 1), ...cursor });
    // Back at the top: show a full first page, not what happens to be left.
    if (found.length <= request.rows) return await findPage(customerId, { rows: request.rows }, find);
    const items = found.slice(1);
    return { items, newer: items[0]?.id, older: items.at(-1)?.id };
  }
  const found = await find({ take: request.rows + 1, ...cursor });
  const items = found.slice(0, request.rows);
  return {
    items,
    newer: request.after ? items[0]?.id : undefined,
    older: found.length > request.rows ? items.at(-1)?.id : undefined,
  };
}
