import { ExternalLink as Icon } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "./button";

export function ExternalButton({ href, children, note }: { href: string; children: ReactNode; note: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={buttonClass("plain")}>
      {children}
      <Icon aria-hidden="true" strokeWidth={1.5} className="size-4" />
      <span className="sr-only"> ({note})</span>
    </a>
  );
}
