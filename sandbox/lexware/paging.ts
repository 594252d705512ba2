import type { TwinRequest } from "../kit/http";
import { refuse } from "./replies";
import type { World } from "./world";

const WINDOW = 10_000;
const LARGEST = 250;

export interface Sorting {
  property: string;
  direction: "ASC" | "DESC";
}

/** Returns one page of the hits in Lexware's form. Only the first 10,000 hits are accessible. */
export function pageOf<T>(
  world: World,
  request: TwinRequest,
  hits: T[],
  sorting: Sorting,
  show: (hit: T) => unknown,
): Record<string, unknown> {
  const number = wholeNumber(world, request, "page", 0, 0);
  const size = wholeNumber(world, request, "size", 25, 1);
  if (size > LARGEST) refuse(world, request, 400, `Invalid value '${size}' for parameter 'size': at most ${LARGEST}.`);
  if ((number + 1) * size > WINDOW)
    refuse(world, request, 400, `Maximum search window of ${WINDOW} exceeded: page and size are too large.`);
  const totalElements = Math.min(hits.length, WINDOW);
  const totalPages = Math.ceil(totalElements / size);
  const content = hits.slice(number * size, (number + 1) * size).map(show);
  return {
    content,
    first: number === 0,
    last: number >= totalPages - 1,
    totalPages,
    totalElements,
    numberOfElements: content.length,
    size,
    number,
    sort: [
      {
        property: sorting.property,
        direction: sorting.direction,
        ignoreCase: false,
        nullHandling: "NATIVE",
        ascending: sorting.direction === "ASC",
      },
    ],
  };
}

/** Truncates a list for the fault `partial-page`: half of it, marked as complete. */
export function cutPage(body: unknown): unknown | undefined {
  if (Array.isArray(body)) return body.slice(0, Math.floor(body.length / 2));
  const page = body as { content?: unknown[]; number?: number } | undefined;
  if (!page || !Array.isArray(page.content)) return undefined;
  const content = page.content.slice(0, Math.floor(page.content.length / 2));
  if (page.number === undefined) return { ...page, content };
  return { ...page, content, last: true, totalPages: page.number + 1, numberOfElements: content.length };
}

function wholeNumber(world: World, request: TwinRequest, name: string, fallback: number, least: number): number {
  const given = request.query.get(name);
  if (given === null) return fallback;
  if (!/^\d{1,9}$/.test(given) || Number(given) < least)
    refuse(world, request, 400, `Invalid value '${given}' for parameter '${name}'.`);
  return Number(given);
}
