import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "./link";

/** The link back to the list, above the heading of a page that was opened from it. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="mb-2 -ml-1 inline-flex min-h-11 items-center gap-1 text-sm text-muted hover:text-ink">
      <ChevronLeft aria-hidden="true" strokeWidth={1.5} className="size-4" />
      {children}
    </Link>
  );
}
