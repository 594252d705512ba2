import type { ReactNode } from "react";
import { cx } from "./class-names";
import type { Tone } from "./pill";

export interface TimelineEntry {
  key: string;
  tone: Tone;
  title: ReactNode;
  when: string;
  detail?: ReactNode;
}

const DOTS: Record<Tone, string> = {
  good: "bg-good",
  wait: "bg-wait",
  bad: "bg-bad",
  info: "bg-info",
  quiet: "bg-surface border-2 border-edge",
};

/** A list of events, newest first: what, when, and who or why. */
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  return (
    <ol>
      {entries.map((entry) => (
        <li key={entry.key} className="group relative flex gap-3 pb-5 last:pb-0">
          <span aria-hidden="true" className="absolute top-4 bottom-[-4px] left-[5px] w-px bg-line group-last:hidden" />
          <span
            aria-hidden="true"
            className={cx("relative mt-1.5 size-[11px] shrink-0 rounded-full", DOTS[entry.tone])}
          />
          <div className="min-w-0 flex-1">
            <p className="font-medium">{entry.title}</p>
            <p className="text-xs text-muted tabular-nums">{entry.when}</p>
            {entry.detail ? <div className="mt-1 text-sm text-muted">{entry.detail}</div> : null}
          </div>
        </li>
      ))}
    </ol>
  );
}
