"use client";

import { signIn } from "next-auth/react";
import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, FieldError } from "@/components/ui/field";

type Problem = "email" | "password" | "wrong" | "offline";

export function LoginForm({ returnPath }: { returnPath: string }) {
  const t = useTranslations("login");
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  function refuse(found: Problem): void {
    setProblem(found);
    setBusy(false);
    form.current?.querySelector<HTMLInputElement>(found === "password" ? "#password" : "#email")?.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const email = String(data.get("email") ?? "").trim();
    const password = String(data.get("password") ?? "");
    if (!email) return refuse("email");
    if (!password) return refuse("password");
    setBusy(true);
    setProblem(undefined);
    const answer = await signIn("password", { redirect: false, email, password }).catch(() => undefined);
    if (answer?.ok) return window.location.assign(returnPath);
    refuse(answer?.status === 401 ? "wrong" : "offline");
  }

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate className="space-y-5">
      <FieldError
        id="login-problem"
        text={problem === "wrong" || problem === "offline" ? t(`problem.${problem}`) : undefined}
        className="rounded-control bg-bad-soft px-3 py-2.5"
      />
      <Field
        id="email"
        name="email"
        type="email"
        label={t("email")}
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        error={problem === "email" ? t("problem.email") : undefined}
      />
      <Field
        id="password"
        name="password"
        type="password"
        label={t("password")}
        autoComplete="current-password"
        error={problem === "password" ? t("problem.password") : undefined}
      />
      <Button type="submit" tone="primary" busy={busy} className="w-full">
        {t("submit")}
      </Button>
    </form>
  );
}
