"use client";

import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import { FormEnd } from "@/components/action/form-end";
import { useMayChange } from "@/components/action/may-change";
import { useAction } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { say } from "@/components/ui/toast";
import { useRouter } from "@/components/ui/use-router";
import { connectByKeyAction } from "@/lib/connections/actions";
import { type KeyType, keyPlaceOf } from "@/lib/vendors/types";

/** The most characters the field accepts; stops a whole page pasted by mistake. */
const TYPED_MAX = 200;

interface KeyFormProps {
  type: KeyType;
  vendor: string;
  /** True if a key is stored already: the form then opens only on request. */
  isRenewal?: boolean;
  /** Label of the submit button. */
  submit: string;
}

/** Takes an API key and has it checked at the vendor before it is stored. Hidden from people who may only read. */
export function KeyForm({ type, vendor, isRenewal = false, submit }: KeyFormProps) {
  const t = useTranslations("client.apiKey");
  const { busy, refusal, clear, run } = useAction<void>();
  const [isOpen, setOpen] = useState(!isRenewal);
  const [typed, setTyped] = useState("");
  const [isMissing, setMissing] = useState(false);
  const locale = useLocale();
  const router = useRouter();
  const id = useId();
  if (!useMayChange()) return null;
  if (!isOpen) return <Button onClick={() => setOpen(true)}>{t("renew")}</Button>;

  function close(): void {
    setTyped("");
    setMissing(false);
    clear();
    if (isRenewal) setOpen(false);
  }

  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const apiKey = typed.trim();
    setMissing(!apiKey);
    if (!apiKey) return;
    run(
      () => connectByKeyAction({ type, apiKey }),
      () => {
        say(t("connected", { vendor }));
        close();
        // The address may name one step of the setup; without it, the server chooses the next step.
        if (window.location.search) router.push(window.location.pathname, { scroll: false });
        else router.refresh();
      },
    );
  }

  return (
    <form method="post" onSubmit={send} noValidate className={`w-full max-w-md space-y-4 ${isRenewal ? "mt-3" : ""}`}>
      <Field
        id={id}
        label={t("label", { vendor })}
        hint={`${keyPlaceOf(type, locale)} ${t("kept")}`}
        error={isMissing ? t("missing") : undefined}
        type="password"
        autoComplete="off"
        spellCheck={false}
        maxLength={TYPED_MAX}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <FormEnd
        refusal={refusal}
        busy={busy}
        submit={submit}
        close={isRenewal ? { label: t("cancel"), onClose: close } : undefined}
      />
    </form>
  );
}
