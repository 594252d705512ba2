import type { Block, Inline } from "./types";

/**
 * The part of Markdown that a legal text needs: headings, paragraphs, lists, emphasis, code, links, line breaks. There is no
 * HTML in it: whatever looks like a tag stays text, because the result is data that React writes out.
 */
export function parseMarkdown(source: string): Block[] {
  const paragraphs = source
    .replace(/\r\n?/g, "\n")
    // A heading needs no blank line around it, and neither does the first item of a list.
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
  // The page has its own first heading, so those of the text begin at the second level.
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

/** Two blanks or a backslash before the end of a line break it; the ends of other lines are blanks. */
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

/** Nothing that runs: the web, mail, telephone, and addresses of ours. */
function safeHref(href: string): string | undefined {
  return /^(https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/i.test(href) ? href : undefined;
}

/** Without a first heading that only repeats the page's own. */
export function withoutTitle(source: string): string {
  return source.replace(/^\s*# .*\n/, "");
}
