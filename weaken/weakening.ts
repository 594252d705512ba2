/** The tiers of tests, by which a test is run: vitest's projects, and the journeys in a browser. */
export type Tier = "unit" | "db" | "contract" | "e2e";

/** A small change that makes the product worse, and the test of the gate that must fail then. */
export interface Weakening {
  /** What goes wrong in the weakened product. */
  name: string;
  /** The text that is replaced: `search` occurs in the file exactly once. */
  file: string;
  search: string;
  replace: string;
  noticedBy: {
    tier: Tier;
    file: string;
    /** Title of the test as its file has it, with placeholders; before ` > ` the title of its group. */
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

/** A weakening that opens the product to an attack; its name says what somebody can do then. */
export interface Attack extends Weakening {
  kind: (typeof KINDS)[number];
}

/** Matches the titles that tests report for a title of the table: a placeholder stands for any text. */
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
