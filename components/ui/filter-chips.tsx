import { cx } from "./class-names";
import { Link } from "./link";

export interface Chip {
  key: string;
  label: string;
  href: string;
  count?: number;
}

/** Filters as links, so that the address stores the choice. On a phone they scroll in one line. */
export function FilterChips({ label, chips, current }: { label: string; chips: Chip[]; current: string }) {
  return (
    <nav
      aria-label={label}
      className="-mx-4 overflow-x-auto px-4 [scrollbar-width:none] sm:mx-0 sm:overflow-visible sm:px-0"
    >
      <ul className="flex w-max gap-2 py-1 sm:w-auto sm:flex-wrap">
        {chips.map((chip) => (
          <li key={chip.key}>
            <Link
              href={chip.href}
              scroll={false}
              aria-current={chip.key === current ? "true" : undefined}
              className={cx(
                "flex min-h-11 items-center gap-1.5 rounded-full border px-3 text-sm whitespace-nowrap transition-colors duration-150 sm:min-h-8",
                chip.key === current
                  ? "border-action bg-action text-on-action"
                  : "border-line bg-surface hover:border-edge",
              )}
            >
              {chip.label}
              {chip.count === undefined ? null : (
                <span className="text-xs tabular-nums opacity-80">{chip.count > 99 ? "99+" : chip.count}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
