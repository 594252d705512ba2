"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Refusal } from "@/components/action/use-action";
import { Field } from "@/components/ui/field";
import { StrengthBar } from "./strength-bar";

/** A password being chosen: what it takes, how strong it is so far, and what it still lacks. */
export function NewPasswordField({ label, error, refusal }: { label: string; error?: string; refusal?: Refusal }) {
  const t = useTranslations("password");
  const [password, setPassword] = useState("");
  // The refusal was about the password before this one: typing clears it.
  const [outdated, setOutdated] = useState<Refusal>();
  const isRefused = refusal?.code === "password_weak" && refusal !== outdated;
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
      />
      <StrengthBar id="password-strength" password={password} isRefused={isRefused} />
    </div>
  );
}
