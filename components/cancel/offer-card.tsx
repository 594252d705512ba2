import type { ReactNode } from "react";
import type { Decide } from "./decide";

/** One offer of the cancel flow: title, explanation and a single button. */
export function OfferCard({
  title,
  text,
  children,
  action,
}: {
  title: string;
  text: ReactNode;
  children?: ReactNode;
  action: ReactNode;
}) {
  return (
    <section aria-label={title} className="rounded-card border bg-surface p-4 sm:p-6">
      <h3 className="text-base font-semibold">{title}</h3>
      <p className="prose-width mt-1 text-sm text-pretty text-muted">{text}</p>
      {children ? <div className="mt-4">{children}</div> : null}
      <div className="mt-4">{action}</div>
    </section>
  );
}

export interface OfferProps {
  decide: Decide;
  busy: boolean;
  disabled: boolean;
}
