"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { say } from "@/components/ui/toast";
import { inviteMemberAction } from "@/lib/accounts/actions";
import { looksLikeEmail } from "@/lib/accounts/registration/rules";
import { ROLES, type RoleName } from "./roles";

export function InviteForm() {
  const t = useTranslations("account");
  const te = useTranslations("errors");
  const { busy, refusal, run } = useAction<void>();
  const [role, setRole] = useState<RoleName>("member");
  const [isWrong, setIsWrong] = useState(false);
  const isMember = refusal?.code === "already_member";
  const isRefused = refusal?.code === "invalid_input";

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem("email") as HTMLInputElement;
    const email = field.value.trim();
    const fits = looksLikeEmail(email);
    setIsWrong(!fits);
    if (fits)
      run(
        () => inviteMemberAction({ email, role }),
        () => finish(field, email),
      );
    else field.focus();
  }

  function finish(field: HTMLInputElement, email: string): void {
    say(t("team.invited", { email }));
    field.value = "";
    field.focus();
  }

  return (
    <form method="post" onSubmit={submit} noValidate className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_11rem]">
      <Field
        id="invite-email"
        name="email"
        type="email"
        label={t("team.email")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        error={isWrong || isRefused ? t("team.checkEmail") : isMember ? te("already_member") : undefined}
      />
      <Select
        id="invite-role"
        name="role"
        label={t("team.role")}
        value={role}
        options={ROLES.map((one) => ({ value: one, label: t(`role.${one}`) }))}
        onChange={(event) => setRole(event.currentTarget.value as RoleName)}
        aria-describedby="invite-role-text"
      />
      <div className="sm:col-span-2">
        <p id="invite-role-text" className="prose-width mb-4 text-sm text-muted">
          {t(`team.roleText.${role}`)}
        </p>
        {isMember || isRefused ? null : <RefusalText refusal={refusal} />}
        <Button type="submit" tone="primary" busy={busy}>
          {t("team.invite")}
        </Button>
      </div>
    </form>
  );
}
