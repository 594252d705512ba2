import { crossTenant } from "@/lib/core/tenants/tenant-scope";
import type { Page, PageRequest } from "@/lib/core/web/paging";

/** The rows next to `from` in the order of the list, or its first rows. `isBack` selects the rows before `from`. */
export interface Stretch {
  take: number;
  from?: string;
  isBack: boolean;
}

/** The arguments of Prisma's `findMany` for a stretch of a list. */
export interface StretchArgs<Key> {
  take: number;
  orderBy: Key[];
  /** The condition for rows beyond `from`; empty at the top of the list. */
  where: object;
}

/** A sorted list; its rows may have any further fields. `Key` is the element type of Prisma's `orderBy`. */
export interface SortedList<T, Key extends object> {
  /** The sort columns, one per element; the last is the row's id, so that no two rows are equal. */
  order: Key[];
  /** Returns the row with that id and those columns, even if it does not belong to the list any more. */
  row(id: string): Promise<object | null | undefined>;
  rows(args: StretchArgs<Key>): Promise<T[]>;
}

/**
 * Reads a page of a list: in one statement at the top of the list, in two further down. The start is given by column
 * values instead of Prisma's `cursor`. With a cursor Prisma 7 reads the whole rest of the list and cuts it afterwards.
 * If the row has left the list, it finds nothing. If no row has the given id, this function returns the first page.
 */
export async function findSortedPage<T extends { id: string; customerId: string }, Key extends object>(
  customerId: string,
  request: PageRequest,
  list: SortedList<T, Key>,
): Promise<Page<T>> {
  const id = request.before ?? request.after;
  const place = id ? await list.row(id) : null;
  return await findPage(customerId, place ? request : { rows: request.rows }, async ({ take, from, isBack }) => {
    if (!from) return await list.rows({ take, orderBy: list.order, where: {} });
    const columns = list.order.map((key) => columnOf(key, isBack));
    const orderBy = columns.map(({ name, ...way }) => ({ [name]: way.nulls ? way : way.sort }) as Key);
    const rows = await list.rows({ take, orderBy, where: beyond(columns, place as Record<string, unknown>) });
    return isBack ? rows.reverse() : rows;
  });
}

interface Column {
  name: string;
  sort: "asc" | "desc";
  /** The position of rows without a value, if the column is nullable. */
  nulls?: "first" | "last";
}

function columnOf(key: object, isBack: boolean): Column {
  const [name, way] = Object.entries(key)[0] as [string, Column["sort"] | Omit<Column, "name">];
  const column = typeof way === "string" ? { name, sort: way } : { name, ...way };
  return isBack ? turned(column) : column;
}

function turned({ name, sort, nulls }: Column): Column {
  const turnedNulls = nulls && (nulls === "first" ? "last" : "first");
  return { name, sort: sort === "asc" ? "desc" : "asc", nulls: turnedNulls };
}

/** Condition for rows after a place in the order: greater in one column, or equal there and greater in the next. */
function beyond(columns: Column[], place: Record<string, unknown>): object {
  const [column, ...rest] = columns;
  if (!column) return {};
  const { name, sort, nulls } = column;
  const value = place[name];
  const further = { [name]: { [sort === "asc" ? "gt" : "lt"]: value } };
  if (rest.length === 0) return further;
  const equal = { [name]: value, ...beyond(rest, place) };
  if (value === null) return { OR: [...(nulls === "first" ? [{ [name]: { not: null } }] : []), equal] };
  if (nulls) return { OR: [further, ...(nulls === "last" ? [{ [name]: null }] : []), equal] };
  // The bound is repeated outside the OR, so that PostgreSQL can start an index scan with it.
  return { [name]: { [sort === "asc" ? "gte" : "lte"]: value }, AND: [{ OR: [further, equal] }] };
}

/**
 * Reads a page of a supplier's rows without row-level security, and checks that every row belongs to the supplier. Only
 * lists are read this way: under policies PostgreSQL may not use indexes and statistics for enums and texts, and reads
 * a whole table for one page (decision 027).
 *
 * @throws Error if `find` returns a row of another supplier
 */
export async function findPage<T extends { id: string; customerId: string }>(
  customerId: string,
  request: PageRequest,
  find: (stretch: Stretch) => Promise<T[]>,
): Promise<Page<T>> {
  return await cutPage(request, async (stretch) => {
    const found = await crossTenant(() => find(stretch));
    if (found.some((row) => row.customerId !== customerId)) throw new Error("cross-tenant row of another supplier");
    return found;
  });
}

/** Returns a page from the rows that `find` returns: one row more than shown, to see whether there is another page. */
export async function cutPage<T extends { id: string }>(
  request: PageRequest,
  find: (stretch: Stretch) => Promise<T[]>,
): Promise<Page<T>> {
  const from = request.before ?? request.after;
  const isBack = request.before !== undefined;
  const found = await find({ take: request.rows + 1, from, isBack });
  const hasMore = found.length > request.rows;
  // Returns the full first page in two cases: if a page back reaches the top of the list, and if all rows after the
  // given one have left the list.
  if (isBack ? !hasMore : from && found.length === 0) return await cutPage({ rows: request.rows }, find);
  const items = isBack ? found.slice(1) : found.slice(0, request.rows);
  return {
    items,
    newer: from ? items[0]?.id : undefined,
    older: isBack || hasMore ? items.at(-1)?.id : undefined,
  };
}
