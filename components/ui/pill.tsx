export type Tone = "good" | "wait" | "bad" | "info" | "quiet";

/**
 * A state: dot and word, colour by meaning. `hint` says since when and what follows: resting on it, tapping it, or pressing
 * Enter on it shows that, before the scripts of the page run as well.
 */
export function Pill({ tone, children, hint }: { tone: Tone; children: React.ReactNode; hint?: string }) {
  const word = <span>{children}</span>;
  if (!hint) return <span className={`pill pill-${tone}`}>{word}</span>;
  // Many are parts of a sentence. Opened, they stand by themselves.
  const text = hint.charAt(0).toUpperCase() + hint.slice(1);
  return (
    // One name for all: opening one closes the one before.
    <details name="hint" className="pill-hint">
      <summary title={text} className={`pill pill-${tone}`}>
        {word}
      </summary>
      <span className="pill-text">{text}</span>
    </details>
  );
}
