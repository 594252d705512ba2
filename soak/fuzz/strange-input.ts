import type { Luck } from "./luck";
import type { Shot } from "./route-fuzz";
import { NASTY } from "./schema-values";

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

/** Returns a random choice of malformed headers. */
export function strangeHead(luck: Luck): Record<string, string> {
  const names = Object.keys(HEADS).filter(() => luck.of([true, false, false]));
  return Object.fromEntries(names.map((name) => [name, luck.of(HEADS[name] as string[])]));
}

/** Returns bodies that are not JSON, or are JSON that nobody expects. */
export function strangeText(luck: Luck): string {
  const deep = "[".repeat(20_000) + "]".repeat(20_000);
  const own = '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}';
  return luck.of(["", "{", "null", "[]", '"a"', "1e999", own, deep, "\ufeff{}", '{"a":1,"a":2}', "\u0000", "x=1&y=2"]);
}

export function strangeBody(shot: Shot, luck: Luck): Shot {
  return { ...shot, headers: { ...shot.headers, "content-type": "application/json" }, body: strangeText(luck) };
}

/** Returns a query with nasty values for these names, and with fields that nobody reads. */
export function strangeQuery(names: string[], luck: Luck): string {
  const pairs = [...names, "page", "__proto__", "a[b]"].map(
    (name) => `${encoded(name)}=${luck.of(["%00", "%ff", encoded(luck.of(NASTY))])}`,
  );
  return [...pairs, pairs[0]].join("&");
}

export function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd")) || "-";
}
