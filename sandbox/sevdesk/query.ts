import type { TwinReply, TwinRequest } from "../kit/http";
import { answer, refuse } from "./replies";
import { unix } from "./world";

const PAGING = ["limit", "offset", "countAll", "embed"];
/** Not documented; clients observed a hundred. */
const DEFAULT_LIMIT = 100;
const LARGEST = 1_000;

/**
 * The parameters of one call. Filters that the twin does not implement, and unknown names, are refused with a sentence
 * of its own. An ignored filter would return too much.
 */
export class Query {
  private readonly query: URLSearchParams;

  constructor(request: TwinRequest, played: string[]) {
    this.query = request.query;
    for (const name of this.query.keys())
      if (!PAGING.includes(name) && !played.includes(name)) refuse(400, `Parameter '${name}' is not played here`);
  }

  text(name: string): string | undefined {
    return this.query.get(name) ?? undefined;
  }

  isSet(name: string): boolean {
    const value = this.query.get(name);
    return value === "true" || value === "1" || value === "all";
  }

  whole(name: string, least: number, most: number): number | undefined {
    const given = this.query.get(name);
    if (given === null) return undefined;
    const value = Number(given);
    if (!/^\d{1,15}$/.test(given) || value < least || value > most)
      refuse(400, `Parameter '${name}' must be an integer between ${least} and ${most}`);
    return value;
  }

  /** Returns a date filter in Unix seconds; accepts an instant where the documents allow it. */
  instant(name: string): number | undefined {
    const given = this.query.get(name);
    if (given === null) return undefined;
    const seconds = /^\d{1,12}$/.test(given) ? Number(given) : unix(given);
    return Number.isNaN(seconds) ? refuse(400, `Parameter '${name}' is no date`) : seconds;
  }

  /** Returns the id of a reference, which needs both parts: `contact[id]` and `contact[objectName]`. */
  reference(name: string, objectName: string): string | undefined {
    const id = this.query.get(`${name}[id]`);
    const given = this.query.get(`${name}[objectName]`);
    if (id === null && given === null) return undefined;
    if (id === null || given !== objectName)
      return refuse(400, `Parameter '${name}' needs an id and the objectName '${objectName}'`);
    return /^\d+$/.test(id) ? id : refuse(400, `Parameter '${name}[id]' must be an integer`);
  }

  /** Returns the names to embed; refuses names that this resource does not implement. */
  embed(played: string[]): Set<string> {
    const names = (this.query.get("embed") ?? "").split(",").filter(Boolean);
    for (const name of names) if (!played.includes(name)) refuse(400, `Embedding '${name}' is not played here`);
    return new Set(names);
  }

  /** Returns one page of the hits. `total` is a text, and present on request only. */
  page<T>(hits: T[], show: (hit: T) => unknown): TwinReply {
    const limit = this.whole("limit", 1, LARGEST) ?? DEFAULT_LIMIT;
    const offset = this.whole("offset", 0, Number.MAX_SAFE_INTEGER) ?? 0;
    const total = this.isSet("countAll") ? { total: String(hits.length) } : {};
    return answer(hits.slice(offset, offset + limit).map(show), total);
  }
}

/** True if a record passes `updateAfter` and the three similar filters. */
export function isInTime(query: Query, record: { createdAt: string; updatedAt: string }): boolean {
  const [created, updated] = [unix(record.createdAt), unix(record.updatedAt)];
  const { createAfter, createBefore, updateAfter, updateBefore } = {
    createAfter: query.instant("createAfter"),
    createBefore: query.instant("createBefore"),
    updateAfter: query.instant("updateAfter"),
    updateBefore: query.instant("updateBefore"),
  };
  return (
    (createAfter === undefined || created > createAfter) &&
    (createBefore === undefined || created < createBefore) &&
    (updateAfter === undefined || updated > updateAfter) &&
    (updateBefore === undefined || updated < updateBefore)
  );
}

export const TIME_FILTERS = ["createAfter", "createBefore", "updateAfter", "updateBefore"];
