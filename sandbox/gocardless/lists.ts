import type { ReplyError, TwinReply } from "../kit/http";
import type { Call } from "./api";
import { invalidUsage } from "./errors";

/** Filters by name; true if the document matches the text. Ranges are named `created_at`, `charge_date`. */
export type Filters<T> = Record<string, (doc: T, wanted: string) => boolean>;

interface ListSpec<T> {
  name: string;
  /** All documents of the organisation, oldest first. */
  docs: T[];
  idOf: (doc: T) => string;
  filters: Filters<T>;
  /** Fields that accept the ranges [gt], [gte], [lt], [lte]. */
  ranges?: Record<string, (doc: T) => string>;
  show: (doc: T) => unknown;
  /** Present if the vendor offers sort_field and sort_direction. */
  sorts?: Record<string, (doc: T) => string | number>;
}

const RANGE = /^(\w+)\[(gt|gte|lt|lte)\]$/;

/** Returns a page in the vendor's list envelope, newest first, with ids as cursors. */
export function listReply<T>(call: Call, spec: ListSpec<T>): TwinReply {
  checkFilters(call, spec);
  const { query } = call.request;
  const limit = limitOf(query);
  const matching = sorted(query, spec, spec.docs.filter((doc) => matches(query, spec, doc)).reverse());
  const start = startOf(query, spec, matching, limit);
  const page = matching.slice(start, start + limit);
  const first = page[0];
  const last = page.at(-1);
  const cursors = {
    before: first !== undefined && start > 0 ? spec.idOf(first) : null,
    after: last !== undefined && start + limit < matching.length ? spec.idOf(last) : null,
  };
  return { status: 200, body: { [spec.name]: page.map(spec.show), meta: { cursors, limit } } };
}

function limitOf(query: URLSearchParams): number {
  const text = query.get("limit");
  if (text === null) return 50;
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= 500) return limit;
  throw invalidFilters("limit must be between 1 and 500");
}

function matches<T>(query: URLSearchParams, spec: ListSpec<T>, doc: T): boolean {
  for (const [name, wanted] of query) {
    if (["limit", "after", "before", "sort_field", "sort_direction"].includes(name)) continue;
    const range = RANGE.exec(name);
    const field = range?.[1];
    const bound = field ? spec.ranges?.[field] : undefined;
    if (range && bound) {
      if (!inRange(bound(doc), range[2] ?? "", wanted, name)) return false;
    } else if (!spec.filters[name]?.(doc, wanted)) return false;
  }
  return true;
}

/** Refuses unknown filters, even if there is nothing to filter. */
function checkFilters<T>(call: Call, spec: Pick<ListSpec<T>, "filters" | "ranges" | "sorts">): void {
  for (const name of call.request.query.keys()) {
    const range = RANGE.exec(name)?.[1];
    const known =
      ["limit", "after", "before"].includes(name) ||
      name in spec.filters ||
      (range !== undefined && range in (spec.ranges ?? {})) ||
      (spec.sorts !== undefined && ["sort_field", "sort_direction"].includes(name));
    if (!known) throw invalidFilters(`${name} is not a filter of this list`);
  }
}

function inRange(value: string, operator: string, wanted: string, name: string): boolean {
  const bound = Date.parse(wanted);
  if (Number.isNaN(bound)) throw invalidFilters(`${name} must be an ISO 8601 time`);
  const at = Date.parse(value);
  if (operator === "gt") return at > bound;
  if (operator === "gte") return at >= bound;
  return operator === "lt" ? at < bound : at <= bound;
}

function sorted<T>(query: URLSearchParams, spec: ListSpec<T>, docs: T[]): T[] {
  const field = query.get("sort_field");
  if (!field) return docs;
  const value = spec.sorts?.[field];
  if (!value) throw invalidFilters(`sort_field ${field} is not known`);
  const sign = query.get("sort_direction") === "asc" ? 1 : -1;
  return docs.sort((a, b) => (value(a) < value(b) ? -sign : value(a) > value(b) ? sign : 0));
}

/**
 * Returns the index of a page: `after` an id begins with the next older row; `before` an id ends with the next newer
 * row.
 */
function startOf<T>(query: URLSearchParams, spec: ListSpec<T>, docs: T[], limit: number): number {
  const after = query.get("after");
  const before = query.get("before");
  const cursor = after ?? before;
  if (cursor === null) return 0;
  const at = docs.findIndex((doc) => spec.idOf(doc) === cursor);
  if (at < 0) throw invalidUsage(400, "invalid_cursor", `The cursor ${cursor} was not found`);
  return after !== null ? at + 1 : Math.max(0, at - limit);
}

export function invalidFilters(message: string): ReplyError {
  return invalidUsage(400, "invalid_filters", message);
}

/** Truncates a page for the fault `partial-page`: rows are missing, and the cursor reports the end. */
export function cutPage(body: unknown): unknown {
  if (typeof body !== "object" || body === null || !("meta" in body)) return undefined;
  const name = Object.keys(body).find((key) => key !== "meta");
  const rows = name ? (body as Record<string, unknown>)[name] : undefined;
  if (!name || !Array.isArray(rows)) return undefined;
  const meta = body.meta as { cursors: { before: string | null }; limit: number };
  const cursors = { before: meta.cursors.before, after: null };
  return { [name]: rows.slice(0, Math.floor(rows.length / 2)), meta: { ...meta, cursors } };
}
