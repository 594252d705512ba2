/** Returns the address if it cannot run code: web, mail, telephone, and paths on our host. */
export function safeHref(href: string): string | undefined {
  return /^(https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/i.test(href) ? href : undefined;
}

/** Removes the first heading of a Markdown text, because the page shows its own. */
export function withoutTitle(source: string): string {
  return source.replace(/^\s*# .*\n/, "");
}
