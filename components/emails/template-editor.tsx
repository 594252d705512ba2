"use client";

import { useEffect, useEffectEvent, useState } from "react";
import type { PreviewView, TemplateAddress, TemplateView } from "@/lib/templates/schema";
import { type Draft, draftFaults, inputOf, isChanged, type Sheet, sheetOf } from "./draft";
import { EditorForm } from "./editor-form";
import { keepDraft, storedDraft } from "./kept-drafts";
import { MailPreview } from "./mail-preview";
import { usePreview } from "./use-preview";

const keyOf = ({ tab, language }: TemplateAddress) => `${tab}/${language}`;

/**
 * Edits one of the four mails next to its preview. A draft is kept while the person looks at another mail or page, so
 * it is stored in the window and not in the address.
 */
export function TemplateEditor({
  customerId,
  view,
  preview,
  ownEmail,
}: {
  customerId: string;
  view: TemplateView;
  preview: PreviewView;
  ownEmail: string;
}) {
  const [sheets, setSheets] = useState<Record<string, Sheet>>({});
  const address = { tab: view.tab, language: view.language };
  const key = keyOf(address);
  const first = sheetOf(view, preview);
  const sheet = sheets[key] ?? { ...first, draft: storedDraft(customerId, key) ?? first.draft };
  const isSound = Object.keys(draftFaults(sheet.draft, address.tab)).length === 0;
  const ask = usePreview(customerId, (of, next) =>
    put(of, next ? { preview: next, isBehind: false } : { isBehind: true }),
  );

  // On return to a mail its preview may be stale: a logo set for all mails or the kept draft is missing.
  const lookAgain = useEffectEvent((shown: string) => {
    if ((sheets[shown] || isChanged(sheet)) && isSound) ask(address, inputOf(sheet.draft));
  });
  useEffect(() => lookAgain(key), [key]);

  function put(of: TemplateAddress, change: Partial<Sheet>): void {
    setSheets((all) => {
      const old = all[keyOf(of)] ?? (keyOf(of) === key ? sheet : undefined);
      return old ? { ...all, [keyOf(of)]: { ...old, ...change } } : all;
    });
  }
  function change(draft: Draft): void {
    put(address, { draft });
    keepDraft(customerId, key, isChanged({ ...sheet, draft }) ? draft : undefined);
    if (Object.keys(draftFaults(draft, address.tab)).length === 0) ask(address, inputOf(draft));
  }
  function store(next: TemplateView, draft: Draft): void {
    put(address, { view: next, draft });
    keepDraft(customerId, key, undefined);
    ask(address, inputOf(draft));
  }
  function showLogo(logo: TemplateView["logo"], everywhere: boolean): void {
    put(address, { view: { ...sheet.view, logo } });
    if (everywhere)
      setSheets((all) =>
        Object.fromEntries(
          Object.entries(all).map(([of, one]): [string, Sheet] => [of, { ...one, view: { ...one.view, logo } }]),
        ),
      );
    if (isSound) ask(address, inputOf(sheet.draft));
  }

  return (
    <div className="grid items-start gap-8 lg:grid-cols-2">
      <EditorForm
        key={key}
        customerId={customerId}
        address={address}
        sheet={sheet}
        ownEmail={ownEmail}
        onChange={change}
        onStore={store}
        onLogo={showLogo}
      />
      <MailPreview
        preview={sheet.preview}
        address={address}
        isStale={!isSound}
        onRetry={sheet.isBehind ? () => ask(address, inputOf(sheet.draft)) : undefined}
      />
    </div>
  );
}
