"use client";

import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Field, FieldError } from "@/components/ui/field";
import { useProving } from "./use-proving";

export interface ProofWays {
  email: string;
  hasPasskey: boolean;
}

interface ProofFormProps {
  ways: ProofWays;
  onCancel: () => void;
  onProved: () => void;
}

/**
 * Asks for the password, with the code of the second factor where one is needed, or for a passkey. It stores nothing
 * that was typed.
 */
export function ProofForm({ ways, onCancel, onProved }: ProofFormProps) {
  const t = useTranslations("client.proof");
  const { busy, asksCode, texts, byPassword, byPasskey } = useProving(onProved);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    // In React the dialog can be inside another form, although it is not on the page.
    event.stopPropagation();
    const data = new FormData(event.currentTarget);
    void byPassword(String(data.get("proof-password") ?? ""), String(data.get("proof-code") ?? "").trim());
  }

  return (
    <form method="post" onSubmit={submit} noValidate className="space-y-4">
      {/* Lets a password manager find the right entry. */}
      <input type="hidden" name="email" autoComplete="username" value={ways.email} readOnly />
      <Field
        id="proof-password"
        name="proof-password"
        type="password"
        label={t("password")}
        autoComplete="current-password"
        error={texts.password}
      />
      {asksCode ? (
        <Field
          id="proof-code"
          name="proof-code"
          label={t("code")}
          hint={t("codeHint")}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          autoFocus
          error={texts.code}
        />
      ) : null}
      <FieldError id="proof-problem" text={texts.form} />
      <div className="flex flex-col gap-2 pt-1 sm:flex-row-reverse sm:flex-wrap">
        <Button type="submit" tone="primary" busy={busy === "password"} disabled={!!busy}>
          {t("confirm")}
        </Button>
        {ways.hasPasskey ? (
          <Button busy={busy === "passkey"} disabled={!!busy} onClick={() => void byPasskey()}>
            {t("passkey")}
          </Button>
        ) : null}
        <Button tone="quiet" disabled={!!busy} onClick={onCancel} className="sm:mr-auto">
          {t("cancel")}
        </Button>
      </div>
    </form>
  );
}
