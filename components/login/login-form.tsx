"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field, FieldError } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { type SignIn, type SignInProblem, useSignIn } from "./use-sign-in";

/** Problems shown below their field; all others are shown above the form. */
const BY_FIELD: SignInProblem[] = ["email", "password", "code", "wrongCode"];

export function LoginForm({ returnPath }: { returnPath: string }) {
  const t = useTranslations("login");
  const form = useRef<HTMLFormElement>(null);
  const signIn = useSignIn(form, returnPath);
  const { problem, minutes, busy, asksCode } = signIn;
  return (
    <form method="post" ref={form} onSubmit={signIn.submit} noValidate className="space-y-5">
      <FieldError
        id="login-problem"
        text={problem && !BY_FIELD.includes(problem) ? t(`problem.${problem}`, { minutes }) : undefined}
        className="rounded-control bg-bad-soft px-3 py-2.5"
      />
      <Field
        id="email"
        name="email"
        type="email"
        label={t("email")}
        autoComplete="username webauthn"
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
        aside={
          <Link href="/forgotten-password" className="text-sm text-action underline underline-offset-2">
            {t("forgotten")}
          </Link>
        }
        error={problem === "password" ? t("problem.password") : undefined}
      />
      {asksCode ? <CodeField problem={problem} /> : null}
      <Checkbox id="stay" name="stay" label={t("stay")} />
      <WaysIn busy={busy} onPasskey={signIn.byPasskey} />
    </form>
  );
}

function CodeField({ problem }: Pick<SignIn, "problem">) {
  const t = useTranslations("login");
  return (
    <div className="space-y-4">
      <p role="status" className="rounded-control bg-action-soft px-3 py-2.5 text-sm">
        {t("codeRequired")}
      </p>
      <Field
        id="twoFactorCode"
        name="twoFactorCode"
        label={t("code")}
        hint={t("codeHint")}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        error={problem === "code" || problem === "wrongCode" ? t(`problem.${problem}`) : undefined}
      />
    </div>
  );
}

function WaysIn({ busy, onPasskey }: { busy: SignIn["busy"]; onPasskey: () => void }) {
  const t = useTranslations("login");
  return (
    <>
      <div className="space-y-3">
        <Button type="submit" tone="primary" busy={busy === "password"} disabled={!!busy} className="w-full">
          {t("submit")}
        </Button>
        <Button busy={busy === "passkey"} disabled={!!busy} onClick={onPasskey} className="w-full">
          {t("passkey")}
        </Button>
      </div>
      <div className="border-t pt-5">
        <p className="mb-3 text-sm text-muted">{t("newHere")}</p>
        <Link href="/register" className={buttonClass("plain", "normal", "w-full")}>
          {t("register")}
        </Link>
      </div>
    </>
  );
}
