"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { say } from "@/components/ui/toast";
import { useUnsaved } from "@/components/ui/unsaved";
import { saveNameAction } from "@/lib/accounts/actions";

export function NameForm({ name, email }: { name: string; email: string }) {
  const t = useTranslations("account");
  const { busy, refusal, run } = useAction<void>();
  const unsaved = useUnsaved();
  const [isMissing, setIsMissing] = useState(false);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = String(new FormData(form).get("name") ?? "").trim();
    setIsMissing(!typed);
    if (typed)
      run(
        () => saveNameAction({ name: typed }),
        () => {
          unsaved.saved();
          say(t("saved"));
        },
      );
    else form.querySelector<HTMLInputElement>("#name")?.focus();
  }

  return (
    <form method="post" onSubmit={submit} {...unsaved.watch} noValidate className="space-y-5">
      <Field
        id="name"
        name="name"
        label={t("you.name")}
        defaultValue={name}
        maxLength={120}
        autoComplete="name"
        error={isMissing ? t("you.enterName") : undefined}
      />
      <div>
        <p className="text-sm font-medium">{t("you.email")}</p>
        <p className="mt-1 wrap-anywhere">{email}</p>
        <p className="mt-1 text-sm text-muted">{t("you.emailHint")}</p>
      </div>
      <RefusalText refusal={refusal} />
      <Button type="submit" tone="primary" busy={busy}>
        {t("save")}
      </Button>
    </form>
  );
}
