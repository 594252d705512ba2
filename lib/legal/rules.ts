import type { Block, Inline } from "./types";

/**
 * Parses the part of Markdown that a legal text needs: headings, paragraphs, lists, emphasis, code, links, line breaks.
 * HTML is not supported: a tag stays text, because React escapes the result.
 */
export function parseMarkdown(source: string): Block[] {
  const paragraphs = source
    .replace(/\r\n?/g, "\n")
    // Headings and the first item of a list need no blank line around them.
    .replace(/^(#{1,6} .*)$/gm, "\n$1\n")
    .split(/\n\s*\n/)
    .map((part) => part.replace(/^\n+|\s+$/g, ""))
    .filter(Boolean)
    .flatMap(splitBeforeList);
  return paragraphs.map(parseBlock);
}

const ITEM = /^\s{0,3}(?:[-*+]|\d{1,9}[.)])\s+/;

function splitBeforeList(part: string): string[] {
  const lines = part.split("\n");
  const first = lines.findIndex((line) => ITEM.test(line));
  return first > 0 ? [lines.slice(0, first).join("\n"), lines.slice(first).join("\n")] : [part];
}

function parseBlock(part: string): Block {
  const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(part);
  // The page has its own first heading, so headings of the text start at the second level.
  if (heading)
    return { kind: "heading", level: heading[1]?.length === 3 ? 3 : 2, children: parseInline(heading[2] ?? "") };
  if (!ITEM.test(part)) return { kind: "paragraph", children: parseInline(part) };
  const items: string[] = [];
  for (const line of part.split("\n")) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ""));
    else items[items.length - 1] += `\n${line.trim()}`;
  }
  return { kind: "list", ordered: /^\s*\d/.test(part), items: items.map(parseInline) };
}

/**
 * Inline markup. Two blanks or a backslash before the end of a line mean a line break; other line ends become blanks.
 */
const MARKS =
  /`(?<code>[^`]+)`|(?<strong>\*\*(?<bold>\S(?:.*?\S)?)\*\*)|(?<em>\*(?<soft>[^\s*](?:[^*]*[^\s*])?)\*)|\[(?<label>[^\]]+)\]\((?<target>[^)\s]+)\)|(?<bare>https?:\/\/[^\s<>()]*[^\s<>().,;:!?])|(?<end>(?: {2,}|\\)\n)/s;

function parseInline(text: string): Inline[] {
  const match = MARKS.exec(text);
  if (!match) return text ? [{ kind: "text", text: text.replace(/\s*\n\s*/g, " ") }] : [];
  const rest = parseInline(text.slice(match.index + match[0].length));
  return [...parseInline(text.slice(0, match.index)), ...inlineOf(match), ...rest];
}

function inlineOf({ groups: g = {} }: RegExpExecArray): Inline[] {
  if (g.code) return [{ kind: "code", text: g.code }];
  if (g.strong) return [{ kind: "strong", children: parseInline(g.bold ?? "") }];
  if (g.em) return [{ kind: "emphasis", children: parseInline(g.soft ?? "") }];
  if (g.bare) return [{ kind: "link", href: g.bare, children: [{ kind: "text", text: g.bare }] }];
  if (g.end) return [{ kind: "break" }];
  const children = parseInline(g.label ?? "");
  const href = safeHref(g.target ?? "");
  return href ? [{ kind: "link", href, children }] : children;
}

/** Returns the address if it cannot run code: web, mail, telephone, and paths on our host. */
function safeHref(href: string): string | undefined {
  return /^(https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/i.test(href) ? href : undefined;
}

/** Removes a first heading, because the page shows its own. */
export function withoutTitle(source: string): string {
  return source.replace(/^\s*# .*\n/, "");
}
