"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./button";
import { inputClass } from "./field";

const SHOWN_MS = 2_000;

function mark(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.select();
}

/**
 * Copies a text to the clipboard. Where the browser forbids that, the text is shown and selected, to be copied by hand.
 */
export function CopyButton({
  text,
  label,
  done,
  context,
}: {
  text: string;
  label: string;
  done: string;
  context?: string;
}) {
  const [copied, setCopied] = useState(false);
  const [isRefused, setRefused] = useState(false);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return setRefused(true);
    }
    setRefused(false);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  }
  const Icon = copied ? Check : Copy;
  return (
    <div className="min-w-0">
      <Button
        size="small"
        onClick={() => void copy()}
        icon={<Icon aria-hidden="true" strokeWidth={1.5} className="size-4" />}
      >
        <span aria-live="polite">{copied ? done : label}</span>
        {context ? <span className="sr-only"> {context}</span> : null}
      </Button>
      {isRefused ? (
        <textarea
          readOnly
          ref={mark}
          aria-label={[label, context].filter(Boolean).join(" ")}
          rows={text.split("\n").length}
          value={text}
          className={`mt-2 field-sizing-content py-2.5 wrap-anywhere ${inputClass}`}
        />
      ) : null}
    </div>
  );
}
