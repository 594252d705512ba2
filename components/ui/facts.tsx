import type { ReactNode } from "react";

export interface Fact {
  label: string;
  value: ReactNode;
}

/** A list of names and values, e.g. of a document. Null entries are skipped. */
export function Facts({ facts }: { facts: (Fact | null)[] }) {
  return (
    <dl className="divide-y">
      {facts.map((fact) =>
        fact ? (
          <div key={fact.label} className="flex items-baseline justify-between gap-6 py-2.5 first:pt-0 last:pb-0">
            <dt className="max-w-2/5 shrink-0 text-sm text-muted">{fact.label}</dt>
            <dd className="min-w-0 text-right wrap-anywhere">{fact.value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
