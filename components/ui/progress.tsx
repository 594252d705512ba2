/** Shows the progress of long work, as text and as a bar. Without a total the bar is hidden. */
export function Progress({ label, text, done, total }: { label: string; text: string; done: number; total: number }) {
  const share = total > 0 ? Math.min(100, Math.round((done / total) * 100)) : 0;
  return (
    <div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <span className="font-medium">{label}</span>
        <span className="text-muted tabular-nums">{text}</span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
        aria-valuetext={text}
        className="mt-2 h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div className="h-full rounded-full bg-action transition-[width] duration-150" style={{ width: `${share}%` }} />
      </div>
    </div>
  );
}
