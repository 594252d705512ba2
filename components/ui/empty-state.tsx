import type { ReactNode } from "react";

/** One sentence about what would be here, one way to get there. */
export function EmptyState({ text, action }: { text: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-4 px-5 py-8 sm:py-10">
      <p className="prose-width text-muted">{text}</p>
      {action}
    </div>
  );
}
