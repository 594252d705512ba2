"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { RefusalText } from "@/components/action/refusal-text";
import { type Refusal, useAction } from "@/components/action/use-action";
import { takeTicket } from "@/components/login/take-ticket";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { resetPasswordAction } from "@/lib/accounts/public/actions";
import { NewPasswordField } from "./new-password-field";
import { type NewPasswordProblem, newPasswordProblems } from "./problems";

/** Lists passkeys and the second factor, because somebody else may have added some of these. */
const OTHER_WAYS_PATH = "/app/account/security?after=reset";

type FieldName = "password" | "again";
type Problems = Partial<Record<FieldName, NewPasswordProblem>>;

/** Asks for a new password twice. Afterwards the person is signed in, or asked for the code of the second factor. */
export function ResetForm({ token }: { token: string }) {
  const t = useTranslations("password");
  const { busy, refusal, clear, run } = useAction<{ ticket?: string; hasOtherWaysIn: boolean }>();
  const [found, setFound] = useState<Problems>({});
  const [done, setDone] = useState(false);
  const refused = refusedFields(refusal?.code);
  const problems = { ...found, ...refused };
  const text = (name: FieldName) => (problems[name] ? t(`problem.${problems[name]}`) : undefined);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const [password, again] = [String(data.get("password") ?? ""), String(data.get("again") ?? "")];
    const problem = newPasswordProblems(password, again);
    setFound(problem);
    clear();
    const first = Object.keys(problem)[0];
    if (first) {
      event.currentTarget.querySelector<HTMLInputElement>(`#${first}`)?.focus();
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
    <form method="post" onSubmit={submit} noValidate className="space-y-5">
      <NewPasswordField label={t("new")} error={text("password")} refusal={refusal} />
      <Field
        id="again"
        name="again"
        type="password"
        label={t("again")}
        autoComplete="new-password"
        error={text("again")}
      />
      {Object.keys(refused).length > 0 ? null : <RefusalText refusal={refusal} />}
      <Button type="submit" tone="primary" busy={busy || done} className="w-full">
        {t("save")}
      </Button>
    </form>
  );
}

function refusedFields(code: Refusal["code"] | undefined): Problems {
  return code === "password_weak" || code === "password_short" ? { password: code } : {};
}
