import type { ReactNode } from "react";

/** Shown instead of an empty list: one sentence about what would be here, and one action. */
export function EmptyState({ text, action }: { text: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-4 px-5 py-8 sm:py-10">
      <p className="prose-width text-muted">{text}</p>
      {action}
    </div>
  );
}
