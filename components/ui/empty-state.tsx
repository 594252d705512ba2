import type { ReactNode } from "react";

/** An invented row, which shows what the list will contain. Its label says that it is an example. */
export interface ExampleRow {
  label: string;
  title: string;
  detail: string;
  amount?: string;
}

/** Shown instead of an empty list: what would be here and what to do, one action, and an example of a row. */
export function EmptyState({ text, action, example }: { text: ReactNode; action?: ReactNode; example?: ExampleRow }) {
  return (
    <div className="flex flex-col items-start gap-4 px-5 py-8 sm:py-10">
      <p className="prose-width text-muted">{text}</p>
      {action}
      {example ? <Example {...example} /> : null}
    </div>
  );
}

function Example({ label, title, detail, amount }: ExampleRow) {
  return (
    <div className="w-full max-w-xl rounded-control border border-dashed px-4 py-3">
      <p className="text-xs text-muted">{label}</p>
      <div className="mt-1 flex items-baseline justify-between gap-4">
        <p className="min-w-0">
          {title}
          <span className="block text-sm text-muted">{detail}</span>
        </p>
        {amount ? <p className="figure shrink-0">{amount}</p> : null}
      </div>
    </div>
  );
}
