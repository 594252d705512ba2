import type { Page, PageRequest } from "./paging";
import { acrossSuppliers } from "./supplier-wall";

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
export async function findJoinedPage<T extends { id: string; customerId: string }>(
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

/**
 * One row more than shown tells whether there is a further page. Lists are the one thing a supplier reads without the
 * database's policies: with them PostgreSQL may not use what it knows of states and words, and reads a whole table for a
 * page (decision 027). So each row is looked at here.
 *
 * @throws Error if `find` brings a row of another supplier
 */
export async function findPage<T extends { id: string; customerId: string }>(
  customerId: string,
  request: PageRequest,
  find: (args: PageArgs) => Promise<T[]>,
): Promise<Page<T>> {
  const own = async (args: PageArgs) => {
    const rows = await acrossSuppliers(() => find(args));
    if (rows.some((row) => row.customerId !== customerId)) throw new Error("a list holds a row of another supplier");
    return rows;
  };
  return await cutPage(customerId, request, own);
}

async function cutPage<T extends { id: string }>(
  customerId: string,
  request: PageRequest,
  find: (args: PageArgs) => Promise<T[]>,
): Promise<Page<T>> {
  const from = request.before ?? request.after;
  const cursor = from ? { skip: 1, cursor: { customerId_id: { customerId, id: from } } } : {};
  if (request.before) {
    const found = await find({ take: -(request.rows + 1), ...cursor });
    // Back at the top: show a full first page, not what happens to be left.
    if (found.length <= request.rows) return await cutPage(customerId, { rows: request.rows }, find);
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
