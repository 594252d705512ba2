import { expect, test } from "vitest";
import { ownPath } from "./own-path";

test.each(["/app", "/app/invoices?state=open&after=x", "/faq#video-tour", "/"])("%s is ours", (path) => {
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
])("%j is not", (path) => {
  expect(ownPath(path)).toBeUndefined();
});
