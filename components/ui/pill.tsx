export type Tone = "good" | "wait" | "bad" | "info" | "quiet";

/** A state: dot and word, colour by meaning. `hint` says since when and what follows. */
export function Pill({ tone, children, hint }: { tone: Tone; children: React.ReactNode; hint?: string }) {
  return (
    <span title={hint} className={`pill pill-${tone}`}>
      <span>{children}</span>
      {hint ? <span className="sr-only">{`, ${hint}`}</span> : null}
    </span>
  );
}
