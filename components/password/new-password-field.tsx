"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/ui/field";
import { StrengthBar } from "./strength-bar";

/** A password being chosen: what it takes, and how strong it is so far. */
export function NewPasswordField({ label, error }: { label: string; error?: string }) {
  const t = useTranslations("password");
  const [password, setPassword] = useState("");
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
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <StrengthBar id="password-strength" password={password} />
    </div>
  );
}
