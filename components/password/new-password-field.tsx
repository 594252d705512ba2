"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Refusal } from "@/components/action/use-action";
import { Field } from "@/components/ui/field";
import { passwordProblem } from "@/lib/accounts/password/rules";
import { judgePasswordAction } from "@/lib/accounts/public/actions";
import { StrengthBar } from "./strength-bar";

/** Fields of the same form about the person; a password must not consist of their words. */
const ABOUT = ["email", "name", "companyName"];

/** The field for a new password: its requirements, its strength so far, and what it still lacks. */
export function NewPasswordField({ label, error, refusal }: { label: string; error?: string; refusal?: Refusal }) {
  const t = useTranslations("password");
  const [password, setPassword] = useState("");
  // The refusal belongs to the previous password, so typing clears it.
  const [outdated, setOutdated] = useState<Refusal>();
  const [judged, setJudged] = useState({ password: "", isCommon: false });
  const isRefused =
    (refusal?.code === "password_weak" && refusal !== outdated) || (judged.isCommon && judged.password === password);

  /**
   * Only the server has the list of common passwords. It is asked before the form is sent, so that the bar does not
   * praise a password that will be refused.
   */
  async function judge({ form }: HTMLInputElement): Promise<void> {
    if (passwordProblem(password) || judged.password === password) return;
    const typed = new FormData(form ?? undefined);
    const about = ABOUT.map((name) => String(typed.get(name) ?? "")).filter(Boolean);
    // Without an answer, the refusal appears when the form is sent.
    const answer = await judgePasswordAction({ password, about }).catch(() => undefined);
    if (answer?.ok) setJudged({ password, isCommon: answer.data.isCommon });
  }

  return (
    <div>
      <Field
        id="password"
        name="password"
        type="password"
        label={label}
        hint={t("hint")}
        autoComplete="new-password"
        error={error}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setOutdated(refusal);
        }}
        onBlur={(event) => void judge(event.currentTarget)}
      />
      <StrengthBar id="password-strength" password={password} isRefused={isRefused} />
    </div>
  );
}
