"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { takeTicket } from "@/components/login/take-ticket";
import { NewPasswordField } from "@/components/password/new-password-field";
import { TermsBox } from "@/components/register/terms-box";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { passwordProblem } from "@/lib/accounts/password/rules";
import { joinAsMemberAction, joinAsNewcomerAction } from "@/lib/accounts/public/actions";

interface Problems {
  name?: string;
  password?: string;
  terms?: string;
}

/** Accepts an invitation for a new person: asks for name and password; the address is known. */
export function JoinForm({ token, email }: { token: string; email: string }) {
  const t = useTranslations("invitation");
  const tr = useTranslations("register");
  const { busy, refusal, clear, run } = useAction<{ ticket: string }>();
  const [problems, setProblems] = useState<Problems>({});
  const [done, setDone] = useState(false);
  const isPasswordRefused = refusal?.code === "password_weak" || refusal?.code === "password_short";

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const [name, password] = [String(data.get("name") ?? "").trim(), String(data.get("password") ?? "")];
    const lack = passwordProblem(password);
    const found: Problems = {
      ...(name ? {} : { name: t("enterName") }),
      ...(lack ? { password: tr(`problem.${lack === "password_short" ? "short" : "notStrong"}`) } : {}),
      ...(data.get("terms") === "on" ? {} : { terms: tr("problem.terms") }),
    };
    setProblems(found);
    clear();
    const first = Object.keys(found)[0];
    if (first) {
      event.currentTarget.querySelector<HTMLElement>(`#${first}`)?.focus();
      return;
    }
    run(
      () => joinAsNewcomerAction({ token, name, password }),
      ({ ticket }) => {
        setDone(true);
        void takeTicket(ticket);
      },
    );
  }

  return (
    <form method="post" onSubmit={submit} noValidate className="space-y-5">
      <p className="text-sm text-muted">{t("as", { email })}</p>
      {/* Lets the browser store the password under the right address. */}
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      <Field id="name" name="name" label={t("name")} autoComplete="name" error={problems.name} />
      <NewPasswordField
        label={tr("password")}
        error={
          isPasswordRefused ? tr(`problem.${refusal.code === "password_weak" ? "weak" : "short"}`) : problems.password
        }
        refusal={refusal}
      />
      <TermsBox error={problems.terms} />
      {isPasswordRefused ? null : <RefusalText refusal={refusal} />}
      <Button type="submit" tone="primary" busy={busy || done} className="w-full">
        {t("join")}
      </Button>
    </form>
  );
}

/** Accepts an invitation for a person who is signed in. */
export function AcceptInvitation({ token }: { token: string }) {
  const t = useTranslations("invitation");
  const { busy, refusal, run } = useAction<{ ticket?: string; stays: boolean }>();
  const [done, setDone] = useState(false);
  return (
    <>
      <Button
        tone="primary"
        busy={busy || done}
        onClick={() =>
          run(
            () => joinAsMemberAction({ token }),
            ({ ticket, stays }) => {
              setDone(true);
              void takeTicket(ticket, "/app", stays);
            },
          )
        }
      >
        {t("join")}
      </Button>
      <RefusalText refusal={refusal} />
    </>
  );
}
