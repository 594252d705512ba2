"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./button";

const SHOWN_MS = 2_000;

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
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  }
  const Icon = copied ? Check : Copy;
  return (
    <Button
      size="small"
      onClick={() => void copy()}
      icon={<Icon aria-hidden="true" strokeWidth={1.5} className="size-4" />}
    >
      <span aria-live="polite">{copied ? done : label}</span>
      {context ? <span className="sr-only"> {context}</span> : null}
    </Button>
  );
}
