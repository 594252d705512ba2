import type { ReactNode } from "react";
import { cx } from "./class-names";

export function Card({
  children,
  className,
  flush = false,
}: {
  children: ReactNode;
  className?: string;
  flush?: boolean;
}) {
  return <div className={cx("rounded-card border bg-surface", !flush && "p-4 sm:p-6", className)}>{children}</div>;
}

/** A part of a screen with its heading; `aside` is on the line of the heading. */
export function Section({
  title,
  aside,
  intro,
  children,
  className,
  id,
}: {
  title: string;
  aside?: ReactNode;
  intro?: ReactNode;
  children: ReactNode;
  className?: string;
  id?: string;
}) {
  return (
    <section id={id} className={className} aria-label={title}>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg">{title}</h2>
        {aside}
      </div>
      {intro ? <p className="prose-width -mt-1 mb-4 text-muted">{intro}</p> : null}
      {children}
    </section>
  );
}
