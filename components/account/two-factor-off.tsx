"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { say } from "@/components/ui/toast";
import { disableTwoFactorAction } from "@/lib/accounts/actions";

/** Turns the second factor off. It asks for a code, because a browser left open must not be enough. */
export function TwoFactorOff({ onCancel }: { onCancel: () => void }) {
  const t = useTranslations("account");
  const te = useTranslations("errors");
  const tl = useTranslations("login.problem");
  const { busy, refusal, run } = useAction<void>();
  const [isMissing, setIsMissing] = useState(false);
  const isWrong = refusal?.code === "two_factor_code_wrong";

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const code = String(new FormData(form).get("code") ?? "").trim();
    setIsMissing(!code);
    if (code)
      run(
        () => disableTwoFactorAction({ code }),
        () => say(t("twoFactor.disabled")),
      );
    else form.querySelector<HTMLInputElement>("#code")?.focus();
  }

  return (
    <form method="post" onSubmit={submit} noValidate className="space-y-4 border-t pt-4">
      <p className="prose-width text-muted">{t("twoFactor.disableText")}</p>
      <Field
        id="code"
        name="code"
        label={t("twoFactor.disableCode")}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        autoFocus
        className="max-w-md"
        error={isMissing ? tl("code") : isWrong ? te("two_factor_code_wrong") : undefined}
      />
      {isWrong ? null : <RefusalText refusal={refusal} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="danger" busy={busy}>
          {t("twoFactor.disableConfirm")}
        </Button>
        <Button disabled={busy} onClick={onCancel}>
          {t("cancel")}
        </Button>
      </div>
    </form>
  );
}
