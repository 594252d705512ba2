import { Fragment, type ReactNode } from "react";
import type { Locale } from "@/lib/core/locales";
import type { Block, Inline } from "@/lib/legal/types";

export function LegalText({ blocks, language }: { blocks: Block[]; language: Locale }) {
  return (
    <div lang={language} className="prose-width space-y-4 break-words">
      {inOrder(blocks, (block) => (
        <BlockView block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { block: Block }) {
  if (block.kind === "paragraph") return <p>{inline(block.children)}</p>;
  if (block.kind === "heading")
    return block.level === 2 ? (
      <h2 className="pt-4 text-lg">{inline(block.children)}</h2>
    ) : (
      <h3 className="pt-2">{inline(block.children)}</h3>
    );
  const List = block.ordered ? "ol" : "ul";
  return (
    <List className={block.ordered ? "list-decimal space-y-1.5 pl-6" : "list-disc space-y-1.5 pl-6 marker:text-muted"}>
      {inOrder(block.items, (item) => (
        <li>{inline(item)}</li>
      ))}
    </List>
  );
}

function inline(parts: Inline[]): ReactNode {
  return inOrder(parts, (part) => {
    if (part.kind === "text") return part.text;
    if (part.kind === "code") return <code className="rounded-sm bg-sunken px-1 py-0.5 text-sm">{part.text}</code>;
    if (part.kind === "break") return <br />;
    if (part.kind === "strong") return <strong className="font-semibold">{inline(part.children)}</strong>;
    if (part.kind === "emphasis") return <em>{inline(part.children)}</em>;
    return (
      <a href={part.href} className="text-action underline underline-offset-2">
        {inline(part.children)}
      </a>
    );
  });
}

/** Renders the parts with their position as key, because the order of a legal text never changes. */
function inOrder<T>(parts: T[], view: (part: T) => ReactNode): ReactNode[] {
  return parts.map((part, index) => <Fragment key={String(index)}>{view(part)}</Fragment>);
}
