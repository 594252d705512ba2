import { cx } from "./class-names";

/** A placeholder for content; it appears only when the wait becomes noticeable. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cx("animate-late rounded-control bg-line/70", className)} />;
}

export function SkeletonRows({ rows, label }: { rows: number; label: string }) {
  return (
    <div role="status" className="divide-y">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all alike
        <div key={index} className="flex h-11 items-center justify-between gap-6 px-5">
          <Skeleton className="h-3 w-24" />
          <Skeleton className="h-3 flex-1" />
          <Skeleton className="h-3 w-20" />
        </div>
      ))}
    </div>
  );
}
