import type { Call } from "./api";
import { invalid, missing } from "./errors";
import { count, group, type Params, text } from "./params";
import type { Wire } from "./records";

interface Listed<T> {
  /** All that match, oldest first. */
  docs: T[];
  what: string;
  show: (doc: T) => Wire;
  url?: string;
}

/** Returns a page in the vendor's list envelope: newest first, ids as cursors, at most 100. */
export function listOf<T extends { id: string; created?: number }>(call: Call, listed: Listed<T>): Wire {
  const { params } = call;
  const limit = count(params, "limit") ?? 10;
  if (limit < 1) throw invalid("This value must be greater than or equal to 1.", "limit");
  if (limit > 100) throw invalid("This value must be less than or equal to 100.", "limit");
  const docs = sorted(listed.docs).filter((doc) => inRange(params, "created", doc.created));
  const after = text(params, "starting_after");
  const before = text(params, "ending_before");
  if (after && before)
    throw invalid("You may only specify one of these parameters: starting_after, ending_before.", "starting_after");
  const at = (id: string, param: string): number => {
    const index = docs.findIndex((doc) => doc.id === id);
    if (index < 0) throw missing(listed.what, id, param);
    return index;
  };
  const end = before ? at(before, "ending_before") : docs.length;
  const start = after ? at(after, "starting_after") + 1 : before ? Math.max(0, end - limit) : 0;
  const page = docs.slice(start, Math.min(end, start + limit));
  const hasMore = before ? start > 0 : start + limit < docs.length;
  return { object: "list", url: listed.url ?? call.path, has_more: hasMore, data: page.map(listed.show) };
}

function sorted<T extends { created?: number }>(docs: T[]): T[] {
  const order = new Map(docs.map((doc, index) => [doc, index]));
  return [...docs].sort((a, b) => (b.created ?? 0) - (a.created ?? 0) || (order.get(b) ?? 0) - (order.get(a) ?? 0));
}

/** True if the value matches `created=5` or `created[gte]=5`. */
export function inRange(params: Params, name: string, value: number | null | undefined): boolean {
  const exact = count(params, name);
  if (exact !== undefined) return value === exact;
  const range = group(params, name);
  if (!range) return true;
  if (value === null || value === undefined) return false;
  return Object.entries(range).every(([operator, bound]) => {
    const wanted = Number(bound);
    if (operator === "gt") return value > wanted;
    if (operator === "gte") return value >= wanted;
    return operator === "lt" ? value < wanted : value <= wanted;
  });
}

/** Truncates a page for the fault `partial-page`: rows are missing, and it reports that there are no more. */
export function cutPage(body: unknown): unknown {
  if (typeof body !== "object" || body === null || (body as Wire).object !== "list") return undefined;
  const { data } = body as { data: unknown[] };
  return { ...body, has_more: false, data: data.slice(0, Math.floor(data.length / 2)) };
}
