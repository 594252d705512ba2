import { tameLine } from "@/lib/core/tame-text";

const LENGTH = 200;

/**
 * A name, number or other text from payers and books beside texts of ours: whatever it holds, it turns nothing around and
 * takes bearable room. Resting on one that was cut shows the whole. In a sentence stands `shortName` instead.
 */
export function Name({ text, className }: { text: string; className?: string }) {
  const shown = tameLine(text, LENGTH);
  const whole = tameLine(text);
  return (
    <bdi title={shown === whole ? undefined : whole} className={className}>
      {shown}
    </bdi>
  );
}
