import { readFileSync } from "node:fs";

/**
 * A difference between live calls or answers and the vendor's file; `line` is the line of the file that states
 * otherwise.
 */
export interface Deviation {
  /** `Record.field` of an answer; `GET /Path` or `GET /Path?parameter` of a request, `?parameter` of any request. */
  at: string;
  line: number;
  /**
   * What is accepted in addition: null, a text, a field, parameter or call missing in the file, a whole object, or this
   * value.
   */
  accepts: "null" | "text" | "field" | "parameter" | "call" | "object" | number | string;
  why: string;
}

/** Deviations by the name of the vendor's file. */
const LISTED = JSON.parse(readFileSync(new URL("./schema/deviations.json", import.meta.url), "utf8")) as Record<
  string,
  Deviation[]
>;

const BY_PLACE = new Map<string, Deviation[]>();
for (const one of Object.values(LISTED).flat()) BY_PLACE.set(one.at, [...(BY_PLACE.get(one.at) ?? []), one]);

export function deviationsAt(place: string): Deviation[] {
  return BY_PLACE.get(place) ?? [];
}

export function accepts(place: string, what: string): boolean {
  return deviationsAt(place).some((one) => one.accepts === what);
}
