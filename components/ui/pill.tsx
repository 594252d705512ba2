import { cx } from "./class-names";

export type Tone = "good" | "wait" | "bad" | "info" | "quiet";

const TEXT: Record<Tone, string> = {
  good: "text-good bg-good-soft",
  wait: "text-wait bg-wait-soft",
  bad: "text-bad bg-bad-soft",
  info: "text-info bg-info-soft",
  quiet: "text-muted bg-sunken",
};

/** A state: dot and word, colour by meaning. `hint` says since when and what follows. */
export function Pill({ tone, children, hint }: { tone: Tone; children: React.ReactNode; hint?: string }) {
  return (
    <span
      title={hint}
      className={cx(
        "inline-flex max-w-full items-center align-middle gap-1.5 rounded-full px-2 py-0.5 text-xs font-medium",
        TEXT[tone],
      )}
    >
      <span
        aria-hidden="true"
        className={cx("size-1.5 shrink-0 rounded-full", tone === "quiet" ? "border border-current" : "bg-current")}
      />
      <span className="truncate">{children}</span>
      {hint ? <span className="sr-only">, {hint}</span> : null}
    </span>
  );
}
