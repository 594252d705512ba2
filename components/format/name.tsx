import { sanitiseLine } from "@/lib/core/text/sanitise";

const LENGTH = 200;

/**
 * Shows a name, number or other text that payers or the accounting system supply. The text is sanitised: it cannot
 * reverse the direction of text around it, and is cut to a readable length. A cut text has the whole text as a tooltip.
 * Use `shortName` inside a sentence.
 */
export function Name({ text, className }: { text: string; className?: string }) {
  const shown = sanitiseLine(text, LENGTH);
  const whole = sanitiseLine(text);
  return (
    <bdi title={shown === whole ? undefined : whole} className={className}>
      {shown}
    </bdi>
  );
}
