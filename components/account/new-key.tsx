"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { ShownOnce } from "@/components/ui/shown-once";
import { makeKeyAction } from "@/lib/accounts/keys/actions";
import { API_KEY_SCOPES } from "@/lib/accounts/keys/types";

type Scope = (typeof API_KEY_SCOPES)[number];

/** The form for a new API key. Afterwards it shows the key, this one time only. */
export function NewKey() {
  const [made, setMade] = useState<string>();
  return (
    <div className="border-t p-4 first:border-t-0 sm:p-6">
      {made ? <MadeKey text={made} onKept={() => setMade(undefined)} /> : <KeyForm onMade={setMade} />}
    </div>
  );
}

function KeyForm({ onMade }: { onMade: (text: string) => void }) {
  const t = useTranslations("account.keys");
  const { busy, refusal, run } = useAction<{ text: string }>();
  const [scope, setScope] = useState<Scope>("read");
  const [isMissing, setIsMissing] = useState(false);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem("name") as HTMLInputElement;
    const name = field.value.trim();
    setIsMissing(!name);
    if (name)
      run(
        () => makeKeyAction({ name, scope }),
        ({ text }) => onMade(text),
      );
    else field.focus();
  }

  return (
    <form method="post" onSubmit={submit} noValidate className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_13rem]">
      <Field
        id="key-name"
        name="name"
        label={t("name")}
        hint={t("nameHint")}
        autoComplete="off"
        maxLength={60}
        error={isMissing ? t("enterName") : undefined}
      />
      <Select
        id="key-scope"
        name="scope"
        label={t("rights")}
        value={scope}
        options={API_KEY_SCOPES.map((one) => ({ value: one, label: t(`scope.${one}`) }))}
        onChange={(event) => setScope(event.currentTarget.value as Scope)}
        aria-describedby="key-scope-text"
      />
      <div className="sm:col-span-2">
        <p id="key-scope-text" className="prose-width mb-4 text-sm text-muted">
          {t(`scopeText.${scope}`)}
        </p>
        <RefusalText refusal={refusal} text={refusal?.code === "conflict" ? t("tooMany") : undefined} />
        <Button type="submit" tone="primary" busy={busy}>
          {t("make")}
        </Button>
      </div>
    </form>
  );
}

function MadeKey({ text, onKept }: { text: string; onKept: () => void }) {
  const t = useTranslations("account");
  const texts = {
    title: t("keys.madeTitle"),
    text: t("keys.madeText"),
    copy: t("keys.copy"),
    copied: t("copied"),
    kept: t("keys.kept"),
  };
  return <ShownOnce secret={text} texts={texts} onKept={onKept} />;
}
