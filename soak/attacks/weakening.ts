/** The tiers of tests, by which a test is run: vitest's projects, and the journeys in a browser. */
export type Tier = "unit" | "db" | "contract" | "e2e";

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
  "WebAuthn",
  "prototype pollution",
  "path traversal",
  "ReDoS",
  "resource exhaustion",
  "secrets at rest",
] as const;
export type Kind = (typeof KINDS)[number];

/**
 * An attack, the test that has to notice it, and the weakening that proves that the test does: with one line of the
 * product worse than it is, the test must fail.
 */
export interface Weakening {
  kind: Kind;
  /** What somebody could do in the weakened build. */
  attack: string;
  /** The line that is weakened: `search` occurs in the file exactly once. */
  file: string;
  search: string;
  replace: string;
  caughtBy: {
    tier: Tier;
    file: string;
    /** Title of the test as its file has it, up to the first placeholder. */
    test: string;
  };
}

/** A title of the table as tests report it: what stands for a value can be anything. */
export function titleOf(test: string): RegExp {
  return new RegExp(
    test
      .split(/%\w/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join(".*"),
    "s",
  );
}
