import { describe, expect, test } from "vitest";
import { parseMarkdown, withoutTitle } from "./rules";
import type { Inline } from "./types";

const text = (value: string): Inline => ({ kind: "text", text: value });

describe("a legal text", () => {
  test("has headings, paragraphs and lists", () => {
    expect(
      parseMarkdown("## Contact\nWrite to us.\nAny time.\n\n### By\n- mail\n- phone,\n  at noon\n\n1. one\n2. two"),
    ).toEqual([
      { kind: "heading", level: 2, children: [text("Contact")] },
      { kind: "paragraph", children: [text("Write to us. Any time.")] },
      { kind: "heading", level: 3, children: [text("By")] },
      { kind: "list", ordered: false, items: [[text("mail")], [text("phone, at noon")]] },
      { kind: "list", ordered: true, items: [[text("one")], [text("two")]] },
    ]);
  });

  test("may start a list right below a sentence, and may have Windows line ends", () => {
    expect(parseMarkdown("We store:\r\n* names\r\n* dates")).toEqual([
      { kind: "paragraph", children: [text("We store:")] },
      { kind: "list", ordered: false, items: [[text("names")], [text("dates")]] },
    ]);
  });

  test("keeps the line breaks of an address", () => {
    expect(parseMarkdown("Muster GmbH\\\nHauptstr. 1  \n10115 Berlin")).toEqual([
      {
        kind: "paragraph",
        children: [
          text("Muster GmbH"),
          { kind: "break" },
          text("Hauptstr. 1"),
          { kind: "break" },
          text("10115 Berlin"),
        ],
      },
    ]);
  });

  test("contains emphasis and links, also nested", () => {
    expect(parseMarkdown("**See [our *page*](/faq)**, https://example.org/a. 2 * 3 * 4")).toEqual([
      {
        kind: "paragraph",
        children: [
          {
            kind: "strong",
            children: [
              text("See "),
              { kind: "link", href: "/faq", children: [text("our "), { kind: "emphasis", children: [text("page")] }] },
            ],
          },
          text(", "),
          { kind: "link", href: "https://example.org/a", children: [text("https://example.org/a")] },
          text(". 2 * 3 * 4"),
        ],
      },
    ]);
  });

  test.each([
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "data:text/html,x",
    "//elsewhere.example",
    "/\\elsewhere.example",
  ])("does not link to %s", (href) => {
    expect(parseMarkdown(`[label](${href.replace("(1)", "")})`)).toEqual([
      { kind: "paragraph", children: [text("label")] },
    ]);
  });

  test("contains no HTML: tags stay text", () => {
    expect(parseMarkdown('<script>alert("x")</script>')).toEqual([
      { kind: "paragraph", children: [text('<script>alert("x")</script>')] },
    ]);
  });

  test("shows code exactly as it is written", () => {
    expect(parseMarkdown("The cookie `**x**`.")).toEqual([
      { kind: "paragraph", children: [text("The cookie "), { kind: "code", text: "**x**" }, text(".")] },
    ]);
  });

  test("loses its first heading, which is the title of the page", () => {
    expect(withoutTitle("# Impressum\n\nMuster GmbH")).toBe("\nMuster GmbH");
    expect(withoutTitle("## Anbieter\nMuster GmbH")).toBe("## Anbieter\nMuster GmbH");
  });

  test("without content has no blocks", () => {
    expect(parseMarkdown(" \n\n")).toEqual([]);
  });
});
