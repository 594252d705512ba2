"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { ActionButton } from "@/components/action/action-button";
import { useMayAct, useMayChange, useNeedsPremium } from "@/components/action/may-change";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { PremiumMark } from "@/components/subscription/premium-mark";
import { useUpgrade } from "@/components/subscription/upgrade";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Pill } from "@/components/ui/pill";
import { say } from "@/components/ui/toast";
import { resetTemplateAction, saveTemplateAction, sendTestMailAction } from "@/lib/templates/actions";
import type { TemplateAddress, TemplateView } from "@/lib/templates/schema";
import { type Draft, draftFaults, draftOf, inputOf, isChanged, type Sheet, typedFaults } from "./draft";
import { LogoField } from "./logo-field";
import { TemplateFields } from "./template-fields";

interface Props {
  customerId: string;
  address: TemplateAddress;
  sheet: Sheet;
  ownEmail: string;
  onChange: (draft: Draft) => void;
  /** Called after something was stored; `draft` is the new content of the form. */
  onStore: (view: TemplateView, draft: Draft) => void;
  onLogo: (logo: TemplateView["logo"], everywhere: boolean) => void;
}

/** The form for the texts and the logo of one mail, with its buttons. */
export function EditorForm({ customerId, address, sheet, ownEmail, onChange, onStore, onLogo }: Props) {
  const t = useTranslations("emails");
  const mayChange = useMayChange();
  const mayAct = useMayAct();
  const needsPremium = useNeedsPremium();
  const askUpgrade = useUpgrade();
  const saving = useAction<TemplateView>();
  const testing = useAction<{ recipient: string }>();
  const [isRefused, setRefused] = useState(false);
  const { view, draft } = sheet;
  const faults = draftFaults(draft, address.tab);

  /** Returns true if the draft may be sent to the server; otherwise focuses the first wrong field. */
  function isSound(form: HTMLFormElement | null): boolean {
    const [first] = Object.keys(faults);
    setRefused(first !== undefined);
    if (first) (form?.elements.namedItem(first) as HTMLElement | null)?.focus();
    return !first;
  }
  /** Returns true if the plan allows own texts, which need Premium; otherwise opens the upgrade dialog. */
  function isAllowed(): boolean {
    if (needsPremium) askUpgrade();
    return !needsPremium;
  }
  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    testing.clear();
    if (!isAllowed() || !isSound(event.currentTarget)) return;
    saving.run(
      () => saveTemplateAction({ address, input: inputOf(draft) }),
      (saved) => {
        onStore(saved, draftOf(saved));
        say(t(saved.isActive ? "saved" : "savedOff"));
      },
    );
  }
  function test(form: HTMLFormElement | null): void {
    saving.clear();
    if (!isAllowed() || !isSound(form)) return;
    testing.run(
      () => sendTestMailAction({ address, input: inputOf(draft) }),
      ({ recipient }) => say(t("testSent", { email: recipient })),
    );
  }
  async function reset() {
    const result = await resetTemplateAction({ address });
    if (result.ok) onStore(result.data, draftOf(result.data));
    return result;
  }

  return (
    <Card>
      <StateLine view={view} address={address} />
      <form method="post" onSubmit={save} noValidate className="space-y-6">
        <TemplateFields
          address={address}
          draft={draft}
          faults={isRefused ? faults : typedFaults(faults)}
          ownEmail={ownEmail}
          onChange={(changes) => onChange({ ...draft, ...changes })}
        />
        <LogoField customerId={customerId} address={address} hasLogo={view.logo !== null} onStored={onLogo} />
        {mayChange ? (
          <div className="flex flex-wrap items-center gap-3 border-t pt-5 empty:hidden">
            {mayAct ? (
              <>
                <Button type="submit" tone="primary" busy={saving.busy}>
                  {t("save")}
                </Button>
                <Button busy={testing.busy} onClick={(event) => test(event.currentTarget.form)}>
                  {t("test")}
                </Button>
                {isChanged(sheet) ? <p className="text-sm text-muted">{t("unsaved")}</p> : null}
              </>
            ) : null}
            {view.isDefault && !view.logo ? null : <Reset action={reset} />}
          </div>
        ) : null}
        <RefusalText refusal={saving.refusal ?? testing.refusal} />
      </form>
    </Card>
  );
}

function StateLine({ view, address }: { view: TemplateView; address: TemplateAddress }) {
  const t = useTranslations("emails");
  const needsPremium = useNeedsPremium();
  const own = needsPremium ? "rests" : "own";
  // A logo needs Premium as well: without Premium it is not sent even with our standard text.
  const isOurs = view.isDefault && !(needsPremium && view.logo);
  const state = isOurs ? "default" : view.isActive ? own : "off";
  return (
    <div className="mb-5 border-b pb-4">
      <div className="flex items-center justify-between gap-4">
        <div className="flex flex-wrap items-center gap-x-3">
          <Pill tone={state === "own" ? "good" : "quiet"} hint={t(`state.${state}.hint`)}>
            {t(`state.${state}.label`)}
          </Pill>
          <PremiumMark />
        </div>
        <a href="#preview" className="flex min-h-11 items-center text-sm text-action underline lg:hidden">
          {t("preview.jump")}
        </a>
      </div>
      {state === "rests" ? <p className="prose-width mt-1.5 text-sm">{t("state.rests.hint")}</p> : null}
      <p className="prose-width mt-1.5 text-sm text-muted">{t(`tabHints.${address.tab}`)}</p>
    </div>
  );
}

function Reset({ action }: { action: Parameters<typeof ActionButton>[0]["action"] }) {
  const t = useTranslations("emails");
  return (
    // Aligns the text of this button with the others, whose buttons have a border.
    <div className="-ml-4 basis-full">
      <ActionButton
        tone="quiet"
        action={action}
        done={t("resetDone")}
        confirmation={{
          title: t("resetTitle"),
          body: t("resetBody"),
          confirm: t("reset"),
          cancel: t("resetKeep"),
        }}
      >
        {t("reset")}
      </ActionButton>
    </div>
  );
}
