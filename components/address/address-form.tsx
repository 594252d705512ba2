"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { FormEnd } from "@/components/action/form-end";
import { useAction } from "@/components/action/use-action";
import { Field } from "@/components/ui/field";
import { changeAddressAction } from "@/lib/accounts/address/actions";
import { looksLikeEmail } from "@/lib/accounts/registration/rules";

interface AddressFormProps {
  onCancel: () => void;
  onDone: (email: string) => void;
}

/** Takes a new e-mail address. The server decides whether it changes at once or must be confirmed first. */
export function AddressForm({ onCancel, onDone }: AddressFormProps) {
  const t = useTranslations("client.unproven");
  const { busy, refusal, run } = useAction<{ isChanged: boolean }>();
  const [isInvalid, setIsInvalid] = useState(false);
  const problem = isInvalid || refusal?.code === "invalid_input" ? t("enterEmail") : undefined;
  const isTaken = refusal?.code === "email_taken";

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email") ?? "").trim();
    setIsInvalid(!looksLikeEmail(email));
    if (looksLikeEmail(email))
      run(
        () => changeAddressAction({ email }),
        () => onDone(email),
      );
    else event.currentTarget.querySelector<HTMLInputElement>("input")?.focus();
  }

  return (
    <form method="post" onSubmit={submit} noValidate className="mt-3 max-w-md">
      <Field
        id="new-email"
        name="email"
        type="email"
        label={t("newEmail")}
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        error={problem ?? (isTaken ? t("taken") : undefined)}
      />
      <FormEnd
        refusal={problem || isTaken ? undefined : refusal}
        busy={busy}
        submit={t("save")}
        close={{ label: t("cancel"), onClose: onCancel }}
      />
    </form>
  );
}
