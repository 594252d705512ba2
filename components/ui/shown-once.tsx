"use client";

import { useEffect, useRef } from "react";
import { Button } from "./button";
import { CopyButton } from "./copy-button";

interface ShownOnceTexts {
  title: string;
  text: string;
  copy: string;
  copied: string;
  kept: string;
}

/** Shows a secret that nobody can read again, until the person says that it is stored. The heading gets the focus. */
export function ShownOnce({ secret, texts, onKept }: { secret: string; texts: ShownOnceTexts; onKept: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div>
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {texts.title}
      </h3>
      <p className="prose-width mt-1 mb-4 text-muted">{texts.text}</p>
      <p className="mb-4 rounded-control bg-sunken px-4 py-3 font-mono text-sm break-all">{secret}</p>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={secret} label={texts.copy} done={texts.copied} />
        <Button size="small" tone="primary" onClick={onKept}>
          {texts.kept}
        </Button>
      </div>
    </div>
  );
}
