import fc from "fast-check";
import { expect, test } from "vitest";
import { ownPath } from "./own-path";

test.each(["/app", "/app/invoices?state=open&after=x", "/faq#tour", "/"])("%s is a path of ours", (path) => {
  expect(ownPath(path)).toBe(path);
});

test.each([
  undefined,
  null,
  "",
  "app",
  "https://elsewhere.example/app",
  "//elsewhere.example",
  "/\\elsewhere.example",
  "/\t/elsewhere.example",
  "/\n/elsewhere.example",
  "/.//elsewhere.example",
  "javascript:alert(1)",
])("%j is not a path of ours", (path) => {
  expect(ownPath(path)).toBeUndefined();
});

test("for any text, a path of ours stays on our host in every browser and is accepted again", () => {
  const odd = fc.constantFrom(
    "/",
    "\\",
    "\t",
    "\n",
    "//",
    "@",
    ":",
    "?",
    "#",
    "..",
    "%2f",
    "evil.example",
    "https:",
    "\u0000",
  );
  const anything = fc.oneof(
    fc.webPath(),
    fc.array(fc.oneof(odd, fc.string()), { maxLength: 8 }).map((all) => `/${all.join("")}`),
  );
  fc.assert(
    fc.property(anything, (path) => {
      const own = ownPath(path);
      if (own === undefined) return;
      expect(new URL(own, "https://einzug.example/app").origin).toBe("https://einzug.example");
      expect(ownPath(own)).toBe(own);
    }),
    { numRuns: 2_000 },
  );
});
