"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { forgotPasswordAction } from "@/lib/accounts/public/actions";

/** Asks for the address, then shows the same message for every address. */
export function ForgottenForm() {
  const t = useTranslations("password");
  const { busy, refusal, run } = useAction<void>();
  const [sentTo, setSentTo] = useState<string>();
  const [isMissing, setIsMissing] = useState(false);
  const notice = useRef<HTMLParagraphElement>(null);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email") ?? "").trim();
    setIsMissing(!email);
    if (!email) {
      event.currentTarget.querySelector<HTMLInputElement>("#email")?.focus();
      return;
    }
    run(
      () => forgotPasswordAction({ email }),
      () => {
        setSentTo(email);
        requestAnimationFrame(() => notice.current?.focus());
      },
    );
  }

  if (sentTo)
    return (
      <p ref={notice} tabIndex={-1} role="status" className="rounded-control bg-good-soft px-3 py-2.5 outline-none">
        {t("sent", { email: sentTo })}
      </p>
    );
  return (
    <form method="post" onSubmit={submit} noValidate className="space-y-5">
      <Field
        id="email"
        name="email"
        type="email"
        label={t("email")}
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        error={isMissing ? t("enterEmail") : refusal?.code === "invalid_input" ? t("checkEmail") : undefined}
      />
      {refusal?.code === "invalid_input" ? null : <RefusalText refusal={refusal} />}
      <Button type="submit" tone="primary" busy={busy} className="w-full">
        {t("send")}
      </Button>
    </form>
  );
}
