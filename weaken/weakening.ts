/** The tiers of tests: vitest's projects, and the journeys in a browser. */
export type Tier = "unit" | "db" | "contract" | "e2e";

/** A small change that makes the product worse, and the gate's test that must then fail. */
export interface Weakening {
  /** What goes wrong in the weakened product. */
  name: string;
  /** The replaced text: `search` occurs in the file exactly once. */
  file: string;
  search: string;
  replace: string;
  noticedBy: {
    tier: Tier;
    file: string;
    /** The test's title as its file has it, with placeholders; before ` > ` the title of its group. */
    test: string;
  };
}

export const KINDS = [
  "IDOR",
  "mass assignment",
  "CSRF",
  "stored XSS",
  "reflected XSS",
  "formula injection",
  "open redirect",
  "SSRF",
  "token confusion",
  "OAuth confusion",
  "session fixation",
  "webhook tampering",
  "webhook replay",
  "limit bypass",
  "enumeration",
  "brute force",
  "lock-out",
  "WebAuthn",
  "prototype pollution",
  "path traversal",
  "ReDoS",
  "resource exhaustion",
  "secrets at rest",
] as const;

/** A weakening that opens the product to an attack; its name says what an attacker can then do. */
export interface Attack extends Weakening {
  kind: (typeof KINDS)[number];
}

/** Returns a pattern for the reported titles of a title in the table: a placeholder matches any text. */
export function titleOf(test: string): RegExp {
  return new RegExp(
    test
      .replaceAll(" > ", " ")
      .split(/%\w|\$\w+/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join(".*"),
    "s",
  );
}
