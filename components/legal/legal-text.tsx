import Markdown, { type MarkdownToJSX } from "markdown-to-jsx/react";
import type { ReactNode } from "react";
import type { Locale } from "@/lib/core/locales";
import { safeHref } from "@/lib/legal/rules";

const Title = ({ children }: { children: ReactNode }) => <h2 className="pt-4 text-lg">{children}</h2>;
const Heading = ({ children }: { children: ReactNode }) => <h3 className="pt-2">{children}</h3>;
const Link = ({ href, children }: { href?: string; children: ReactNode }) =>
  href ? (
    <a href={href} className="text-action underline underline-offset-2">
      {children}
    </a>
  ) : (
    children
  );

const OPTIONS: MarkdownToJSX.Options = {
  // A tag stays text.
  disableParsingRawHTML: true,
  forceBlock: true,
  wrapper: null,
  sanitizer: (address) => safeHref(address) ?? null,
  overrides: {
    // The page has its own first heading, so headings of the text start at the second level.
    ...{ h1: Title, h2: Title, h3: Heading, h4: Heading, h5: Heading, h6: Heading },
    a: Link,
    ol: { props: { className: "list-decimal space-y-1.5 pl-6" } },
    ul: { props: { className: "list-disc space-y-1.5 pl-6 marker:text-muted" } },
    code: { props: { className: "rounded-sm bg-sunken px-1 py-0.5 text-sm" } },
    strong: { props: { className: "font-semibold" } },
  },
};

/** @param markdown the text without its title */
export function LegalText({ markdown, language }: { markdown: string; language: Locale }) {
  return (
    <div lang={language} className="prose-width space-y-4 break-words">
      <Markdown options={OPTIONS}>{markdown}</Markdown>
    </div>
  );
}
