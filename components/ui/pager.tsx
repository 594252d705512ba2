import { ChevronLeft, ChevronRight } from "lucide-react";
import { buttonClass } from "./button";
import { cx } from "./class-names";
import { Link } from "./link";

export interface PagerProps {
  label: string;
  newer: { label: string; href?: string };
  older: { label: string; href?: string };
  /** The choice of rows per page; without it the number is fixed. */
  rows?: { label: string; choices: { count: number; href: string; current: boolean }[] };
  /** True if an element above the pager already has the dividing line. */
  isContinued?: boolean;
}

/** Pages through a long list by key, not by number, so that new rows on top never shift the page being read. */
export function Pager({ label, newer, older, rows, isContinued = false }: PagerProps) {
  return (
    <nav
      aria-label={label}
      className={cx(
        "flex flex-wrap items-center justify-between gap-3 px-4 py-2.5 sm:px-5",
        !isContinued && "border-t",
      )}
    >
      {rows ? <RowChoices {...rows} /> : null}
      {newer.href || older.href ? (
        <div className="flex gap-2">
          <Step {...newer} icon="left" />
          <Step {...older} icon="right" />
        </div>
      ) : null}
    </nav>
  );
}

function RowChoices({ label, choices }: NonNullable<PagerProps["rows"]>) {
  return (
    <div className="flex items-center gap-1 text-sm text-muted">
      <span className="mr-1">{label}</span>
      {choices.map((choice) => (
        <Link
          key={choice.count}
          href={choice.href}
          scroll={false}
          aria-current={choice.current ? "true" : undefined}
          className={cx(
            "grid min-h-11 min-w-11 place-items-center rounded-control tabular-nums hover:bg-sunken sm:min-h-8 sm:min-w-9",
            choice.current && "bg-sunken font-medium text-ink",
          )}
        >
          {choice.count}
        </Link>
      ))}
    </div>
  );
}

function Step({ label, href, icon }: { label: string; href?: string; icon: "left" | "right" }) {
  const Icon = icon === "left" ? ChevronLeft : ChevronRight;
  const inner = (
    <>
      {icon === "left" ? <Icon aria-hidden="true" strokeWidth={1.5} className="size-4" /> : null}
      {label}
      {icon === "right" ? <Icon aria-hidden="true" strokeWidth={1.5} className="size-4" /> : null}
    </>
  );
  if (href)
    return (
      <Link href={href} className={buttonClass("plain", "small")}>
        {inner}
      </Link>
    );
  return (
    <span aria-disabled="true" className={cx(buttonClass("plain", "small"), "pointer-events-none")}>
      {inner}
    </span>
  );
}
