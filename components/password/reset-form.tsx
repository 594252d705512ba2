"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { takeTicket } from "@/components/login/take-ticket";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { passwordProblem } from "@/lib/accounts/password-rules";
import { resetPasswordAction } from "@/lib/accounts/public-actions";
import { NewPasswordField } from "./new-password-field";

/** Where passkeys and the second factor are listed: some of them may not be the person's own. */
const OTHER_WAYS_PATH = "/app/account/security?after=reset";

type Problem = "enterPassword" | "noMatch" | "password_short" | "password_weak";

/** A new password, twice; afterwards the person is signed in, or asked for the code of the second factor. */
export function ResetForm({ token }: { token: string }) {
  const t = useTranslations("password");
  const { busy, refusal, run } = useAction<{ ticket?: string; hasOtherWaysIn: boolean }>();
  const [problem, setProblem] = useState<Problem>();
  const [done, setDone] = useState(false);
  const shown = problem ?? (refusal?.code === "password_weak" ? "password_weak" : undefined);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const [password, again] = [String(data.get("password") ?? ""), String(data.get("again") ?? "")];
    const found = problemOf(password, again);
    setProblem(found);
    if (found) {
      const field = found === "noMatch" ? "#again" : "#password";
      event.currentTarget.querySelector<HTMLInputElement>(field)?.focus();
      return;
    }
    run(
      () => resetPasswordAction({ token, password }),
      ({ ticket, hasOtherWaysIn }) => {
        setDone(true);
        if (ticket) void takeTicket(ticket, hasOtherWaysIn ? OTHER_WAYS_PATH : "/");
        else window.location.assign(`/login?path=${encodeURIComponent(OTHER_WAYS_PATH)}`);
      },
    );
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-5">
      <NewPasswordField label={t("new")} error={shown && shown !== "noMatch" ? t(`problem.${shown}`) : undefined} />
      <Field
        id="again"
        name="again"
        type="password"
        label={t("again")}
        autoComplete="new-password"
        error={shown === "noMatch" ? t("problem.noMatch") : undefined}
      />
      {refusal?.code === "password_weak" ? null : <RefusalText refusal={refusal} />}
      <Button type="submit" tone="primary" busy={busy || done} className="w-full">
        {t("save")}
      </Button>
    </form>
  );
}

function problemOf(password: string, again: string): Problem | undefined {
  if (!password || !again) return "enterPassword";
  return password === again ? passwordProblem(password) : "noMatch";
}
