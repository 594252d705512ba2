export type Tone = "good" | "wait" | "bad" | "info" | "quiet";

/**
 * A state: dot and label, with a colour by meaning. `hint` explains the state, e.g. what follows. It opens on hover,
 * tap or Enter, also before the page's scripts run.
 */
export function Pill({ tone, children, hint }: { tone: Tone; children: React.ReactNode; hint?: string }) {
  const word = <span>{children}</span>;
  if (!hint) return <span className={`pill pill-${tone}`}>{word}</span>;
  // Many hints are also used inside a sentence; here they begin a line.
  const text = hint.charAt(0).toUpperCase() + hint.slice(1);
  return (
    // All share one name, so opening one closes the other.
    <details name="hint" className="pill-hint">
      <summary title={text} className={`pill pill-${tone}`}>
        {word}
      </summary>
      <span className="pill-text">{text}</span>
    </details>
  );
}
