"use client";

import { usePathname } from "next/navigation";
import { cx } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";

/** The tabs of an area. They are links, so that each page has its own address. */
export function PageTabs({ label, tabs }: { label: string; tabs: { href: string; label: string }[] }) {
  const pathname = usePathname();
  return (
    <nav aria-label={label} className="mb-6 border-b sm:mb-8">
      <ul className="-mb-px flex gap-2 overflow-x-auto [scrollbar-width:none] sm:gap-6">
        {tabs.map((tab) => {
          const isCurrent = pathname === tab.href;
          return (
            <li key={tab.href} className="shrink-0">
              <Link
                href={tab.href}
                aria-current={isCurrent ? "page" : undefined}
                className={cx(
                  "flex min-h-11 items-center border-b-2 px-1 sm:px-0 -outline-offset-2 transition-colors duration-150",
                  isCurrent
                    ? "border-action font-medium text-action"
                    : "border-transparent text-muted hover:border-edge hover:text-ink",
                )}
              >
                {tab.label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
