import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { LegalText } from "./legal-text";

/** Returns the HTML of a legal text without classes. */
function htmlOf(markdown: string): string {
  const { container } = render(<LegalText markdown={markdown} language="de" />);
  return container.querySelector('[lang="de"]')?.innerHTML.replace(/ class="[^"]*"/g, "") ?? "";
}

test("a legal text has headings below the page's own, paragraphs and lists", () => {
  const markdown =
    "# Contact\nWrite to us.\nAny time.\n\n### By\n- mail\n- phone,\n  at noon\n\n1. one\n2. two\n\n#### Small";
  expect(htmlOf(markdown)).toBe(
    "<h2>Contact</h2><p>Write to us.\nAny time.</p><h3>By</h3><ul><li>mail</li><li>phone,\nat noon</li></ul>" +
      '<ol start="1"><li>one</li><li>two</li></ol><h3>Small</h3>',
  );
});

test("a list may begin right below a sentence, also with Windows line ends", () => {
  expect(htmlOf("We store:\r\n* names\r\n* dates")).toBe("<p>We store:</p><ul><li>names</li><li>dates</li></ul>");
});

test("an address keeps its line breaks", () => {
  expect(htmlOf("Muster GmbH\\\nHauptstr. 1  \n10115 Berlin")).toBe(
    "<p>Muster GmbH<br>Hauptstr. 1<br>10115 Berlin</p>",
  );
});

test("emphasis and links may be nested, a bare address becomes a link, and a lone asterisk stays", () => {
  expect(htmlOf("**See [our *page*](/faq)**, https://example.org/a. 2 * 3 * 4")).toBe(
    '<p><strong>See <a href="/faq">our <em>page</em></a></strong>, ' +
      '<a href="https://example.org/a">https://example.org/a</a>. 2 * 3 * 4</p>',
  );
});

test("mail and telephone can be linked", () => {
  expect(htmlOf("[mail](mailto:info@example.org) or [call](tel:+4930123)")).toBe(
    '<p><a href="mailto:info@example.org">mail</a> or <a href="tel:+4930123">call</a></p>',
  );
});

test.each(["javascript:alert", "JavaScript:alert", "data:text/html,x", "//elsewhere.example", "/\\elsewhere.example"])(
  "a label with the address %s is no link",
  (address) => {
    expect(htmlOf(`[label](${address})`)).toBe("<p>label</p>");
  },
);

test("tags stay text", () => {
  expect(htmlOf('<script>alert("x")</script>')).toBe('<p>&lt;script&gt;alert("x")&lt;/script&gt;</p>');
  expect(htmlOf("a <b>bold</b> word")).toBe("<p>a &lt;b&gt;bold&lt;/b&gt; word</p>");
});

test("code is shown exactly as it is written", () => {
  expect(htmlOf("The cookie `**x**`.")).toBe("<p>The cookie <code>**x**</code>.</p>");
});

test("a text without content shows nothing", () => {
  expect(htmlOf(" \n\n")).toBe("");
});
