"use client";

import { useEffect, useEffectEvent, useState } from "react";
import type { PreviewView, TemplateAddress, TemplateView } from "@/lib/templates/schema";
import { type Draft, draftFaults, inputOf, type Sheet, sheetOf } from "./draft";
import { EditorForm } from "./editor-form";
import { MailPreview } from "./mail-preview";
import { usePreview } from "./use-preview";

const keyOf = ({ tab, language }: TemplateAddress) => `${tab}/${language}`;

/**
 * Words one of the four mails beside its preview. What was typed for another one is kept while somebody looks around,
 * so it lives here and not in the address.
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
  const sheet = sheets[key] ?? sheetOf(view, preview);
  const isSound = Object.keys(draftFaults(sheet.draft, address.tab)).length === 0;
  const ask = usePreview(customerId, (of, next) => put(of, { preview: next }));

  // A preview that was left may lack a logo that was given to all mails since.
  const lookAgain = useEffectEvent((shown: string) => {
    if (sheets[shown] && isSound) ask(address, inputOf(sheet.draft));
  });
  useEffect(() => lookAgain(key), [key]);

  function put(of: TemplateAddress, change: Partial<Sheet>): void {
    setSheets((all) => {
      const old = all[keyOf(of)] ?? (keyOf(of) === key ? sheetOf(view, preview) : undefined);
      return old ? { ...all, [keyOf(of)]: { ...old, ...change } } : all;
    });
  }
  function change(draft: Draft): void {
    put(address, { draft });
    if (Object.keys(draftFaults(draft, address.tab)).length === 0) ask(address, inputOf(draft));
  }
  function store(next: TemplateView, draft: Draft): void {
    put(address, { view: next, draft });
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
      <MailPreview preview={sheet.preview} address={address} isStale={!isSound} />
    </div>
  );
}
