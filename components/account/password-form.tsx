"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { RefusalText } from "@/components/action/refusal-text";
import { type Refusal, useAction } from "@/components/action/use-action";
import { NewPasswordField } from "@/components/password/new-password-field";
import { type NewPasswordProblem, newPasswordProblems } from "@/components/password/problems";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { say } from "@/components/ui/toast";
import { changePasswordAction } from "@/lib/accounts/actions";

type FieldName = "current" | "password" | "again";
type Problem = NewPasswordProblem | "wrong";
type Problems = Partial<Record<FieldName, Problem>>;

/**
 * Changes the password after asking for the present one. The form is mounted again afterwards, so that nothing typed
 * stays in it.
 */
export function PasswordForm({ email }: { email: string }) {
  const [round, setRound] = useState(0);
  return <Round key={round} email={email} onDone={() => setRound(round + 1)} />;
}

function Round({ email, onDone }: { email: string; onDone: () => void }) {
  const t = useTranslations("account.password");
  const tp = useTranslations("password");
  const { busy, refusal, clear, run } = useAction<void>();
  const [found, setFound] = useState<Problems>({});
  const refused = refusedFields(refusal?.code);
  const problems = { ...found, ...refused };

  function text(name: FieldName): string | undefined {
    const problem = problems[name];
    if (!problem) return undefined;
    return problem === "wrong" ? t("wrong") : tp(`problem.${problem}`);
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const read = (name: FieldName) => String(data.get(name) ?? "");
    const [current, next, again] = [read("current"), read("password"), read("again")];
    const problem = problemsOf(current, next, again);
    setFound(problem);
    clear();
    const first = Object.keys(problem)[0];
    if (first) form.querySelector<HTMLInputElement>(`#${first}`)?.focus();
    else run(() => changePasswordAction({ current, next }), finish);
  }

  function finish(): void {
    say(t("changed"));
    onDone();
  }

  return (
    <form method="post" onSubmit={submit} noValidate className="space-y-5">
      {/* Lets the browser store the new password under the right address. */}
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      <Field
        id="current"
        name="current"
        type="password"
        label={t("current")}
        autoComplete="current-password"
        error={text("current")}
      />
      <NewPasswordField label={tp("new")} error={text("password")} refusal={refusal} />
      <Field
        id="again"
        name="again"
        type="password"
        label={tp("again")}
        autoComplete="new-password"
        error={text("again")}
      />
      {Object.keys(refused).length > 0 ? null : <RefusalText refusal={refusal} />}
      <Button type="submit" tone="primary" busy={busy}>
        {t("submit")}
      </Button>
    </form>
  );
}

/** Returns the problems in the order of the fields, because the first one gets the focus. */
function problemsOf(current: string, next: string, again: string): Problems {
  return { ...(current ? {} : { current: "enterPassword" as const }), ...newPasswordProblems(next, again) };
}

function refusedFields(code: Refusal["code"] | undefined): Problems {
  if (code === "wrong_credentials") return { current: "wrong" };
  return code === "password_weak" || code === "password_short" ? { password: code } : {};
}
