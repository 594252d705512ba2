import type { Page, PageRequest } from "./paging";
import { acrossSuppliers } from "./supplier-wall";

/** Rows beyond the one named, or from the top of the list: those nearest to it, in the order of the list. */
export interface Stretch {
  take: number;
  from?: string;
  isBack: boolean;
}

/** What Prisma's `findMany` needs for a stretch of a list. */
export interface StretchArgs<Key> {
  take: number;
  orderBy: Key[];
  /** The rows beyond; empty at the top. */
  where: object;
}

/** A list with an order, whatever hangs on its rows. `Key` is what Prisma takes in `orderBy`. */
export interface SortedList<T, Key extends object> {
  /** The columns it is sorted by, one each; the last is the row's id, so that no two are equal. */
  order: Key[];
  /** The row of that id with those columns, whether or not it belongs to the list (any more). */
  row(id: string): Promise<object | null | undefined>;
  rows(args: StretchArgs<Key>): Promise<T[]>;
}

/**
 * A page in one statement at the top of the list and in two further down. The place is named by values, not by Prisma's
 * `cursor`: with that one Prisma 7 reads the whole rest of the list and cuts it itself, and finds nothing at all when the
 * row has left the list meanwhile. From a row that nobody has it is the first page.
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
  /** Where rows without a value stand, if the column may have none. */
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

/** The rows that come after a place in an order: further on in one column, or equal there and further on in the next. */
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
  // The bound is said beside the alternatives too, at which no index can begin.
  return { [name]: { [sort === "asc" ? "gte" : "lte"]: value }, AND: [{ OR: [further, equal] }] };
}

/**
 * Lists are the one thing a supplier reads without the database's policies: with them PostgreSQL may not use what it knows
 * of states and words, and reads a whole table for a page (decision 027). So each row is looked at here.
 *
 * @throws Error if `find` brings a row of another supplier
 */
export async function findPage<T extends { id: string; customerId: string }>(
  customerId: string,
  request: PageRequest,
  find: (stretch: Stretch) => Promise<T[]>,
): Promise<Page<T>> {
  return await cutPage(request, async (stretch) => {
    const found = await acrossSuppliers(() => find(stretch));
    if (found.some((row) => row.customerId !== customerId)) throw new Error("a list holds a row of another supplier");
    return found;
  });
}

/** A page out of whatever finds its rows: one row more than shown tells whether there is a further page. */
export async function cutPage<T extends { id: string }>(
  request: PageRequest,
  find: (stretch: Stretch) => Promise<T[]>,
): Promise<Page<T>> {
  const from = request.before ?? request.after;
  const isBack = request.before !== undefined;
  const found = await find({ take: request.rows + 1, from, isBack });
  const hasMore = found.length > request.rows;
  // Back at the top: show a full first page, not what happens to be left. And a last page whose rows have all left the list
  // is no empty list: those before it are shown.
  if (isBack ? !hasMore : from && found.length === 0) return await cutPage({ rows: request.rows }, find);
  const items = isBack ? found.slice(1) : found.slice(0, request.rows);
  return {
    items,
    newer: from ? items[0]?.id : undefined,
    older: isBack || hasMore ? items.at(-1)?.id : undefined,
  };
}
