import { expect, test } from "vitest";
import { safeHref, withoutTitle } from "./rules";

test.each(["https://example.org/a", "HTTP://example.org", "mailto:a@example.org", "tel:+4930123", "#here", "/faq"])(
  "%s may be linked",
  (address) => {
    expect(safeHref(address)).toBe(address);
  },
);

test.each([
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  "data:text/html,x",
  "//elsewhere.example",
  "/\\elsewhere.example",
])("%s may not be linked", (address) => {
  expect(safeHref(address)).toBeUndefined();
});

test("a legal text loses its first heading, which is the title of the page", () => {
  expect(withoutTitle("# Impressum\n\nMuster GmbH")).toBe("\nMuster GmbH");
  expect(withoutTitle("## Anbieter\nMuster GmbH")).toBe("## Anbieter\nMuster GmbH");
});
