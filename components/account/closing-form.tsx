"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { signOutHere } from "@/components/login/sign-in-client";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { closeAccountAction } from "@/lib/privacy/closing/actions";

/**
 * The form that closes the account. Typing the password is the confirmation, so nobody closes an account by a slip or
 * from a browser left open.
 */
export function ClosingForm() {
  const t = useTranslations("account.data");
  const { busy, refusal, run } = useAction<void>();
  const [isMissing, setIsMissing] = useState(false);
  const [done, setDone] = useState(false);
  const isWrong = refusal?.code === "wrong_credentials";

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const password = String(new FormData(form).get("password") ?? "");
    setIsMissing(!password);
    if (password) run(() => closeAccountAction({ password }), leave);
    else form.querySelector<HTMLInputElement>("#password")?.focus();
  }

  function leave(): void {
    setDone(true);
    void signOutHere();
  }

  return (
    <form method="post" onSubmit={submit} noValidate className="space-y-4 border-t pt-6">
      <Field
        id="password"
        name="password"
        type="password"
        label={t("password")}
        autoComplete="current-password"
        className="max-w-md"
        error={isMissing ? t("enterPassword") : isWrong ? t("wrongPassword") : undefined}
      />
      {isWrong ? null : <RefusalText refusal={refusal} />}
      <Button type="submit" tone="danger" busy={busy || done}>
        {t("close")}
      </Button>
    </form>
  );
}
