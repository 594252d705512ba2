import fc from "fast-check";
import { Chance } from "./chance";

/** One stream of chance for a whole run, so that its seed gives the run again. */
export class Luck {
  private readonly chance: Chance;

  constructor(seed: number) {
    this.chance = new Chance(seed);
  }

  one<T>(values: fc.Arbitrary<T>): T {
    return fc.sample(values, { seed: this.chance.whole(), numRuns: 1 })[0] as T;
  }

  of<T>(list: T[]): T {
    return this.one(fc.constantFrom(...list));
  }
}

const HEADS: Record<string, string[]> = {
  accept: ["*/*", "text/html", "application/xml", "x".repeat(2_000)],
  "accept-language": ["de", "xx-YY;q=zzz", "*;q=1e99", ",,,,", "\u00e4"],
  "content-type": [
    "text/plain",
    "application/json; charset=utf-16",
    "multipart/form-data",
    "multipart/form-data; boundary=",
  ],
  cookie: ["einzug.session=x", "einzug.locale=xx", "a".repeat(4_000), "=;=;="],
  "x-request-id": ["a", "' OR 1=1", "b".repeat(500)],
  "next-action": ["00", "x".repeat(42), "__proto__"],
  "next-router-state-tree": ["[", "%5B%5D"],
  rsc: ["1"],
  origin: ["null", "https://evil.example"],
  "if-none-match": ["*"],
  range: ["bytes=0-0,-1", "bytes=99-1"],
  "x-forwarded-proto": ["javascript"],
  "x-forwarded-host": ["evil.example"],
};

/** Headers that are out of order, each now and then. */
export function strangeHead(luck: Luck): Record<string, string> {
  const names = Object.keys(HEADS).filter(() => luck.of([true, false, false]));
  return Object.fromEntries(names.map((name) => [name, luck.of(HEADS[name] as string[])]));
}

/** Bodies that are no JSON, or JSON that nobody expects. */
export function strangeText(luck: Luck): string {
  const deep = "[".repeat(20_000) + "]".repeat(20_000);
  const own = '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}';
  return luck.of(["", "{", "null", "[]", '"a"', "1e999", own, deep, "\ufeff{}", '{"a":1,"a":2}', "\u0000", "x=1&y=2"]);
}
