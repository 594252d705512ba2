"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { FormEnd } from "@/components/action/form-end";
import { useMayChange } from "@/components/action/may-change";
import { useAction } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { say } from "@/components/ui/toast";
import { useRouter } from "@/components/ui/use-router";
import { holdInvoiceAction } from "@/lib/invoices/actions";

/** Holds an invoice until a day that the supplier has agreed with the payer: nothing is debited before that day. */
export function HoldForm({ invoiceId, first, last }: { invoiceId: string; first: string; last: string }) {
  const t = useTranslations("client.hold");
  const { busy, refusal, clear, run } = useAction<void>();
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const [isWrong, setIsWrong] = useState(false);
  const mayChange = useMayChange();
  if (!mayChange) return null;
  if (!isOpen) return <Button onClick={() => setIsOpen(true)}>{t("open")}</Button>;

  function close(): void {
    clear();
    setIsOpen(false);
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const until = String(new FormData(form).get("until") ?? "");
    const isFitting = until >= first && until <= last;
    setIsWrong(!isFitting);
    if (!isFitting) {
      form.querySelector<HTMLInputElement>("#hold-until")?.focus();
      return;
    }
    run(
      () => holdInvoiceAction({ invoiceId, until }),
      () => {
        setIsOpen(false);
        say(t("done"));
        router.refresh();
      },
    );
  }

  return (
    <form method="post" onSubmit={submit} noValidate className="w-full rounded-card border p-4">
      <Field
        id="hold-until"
        name="until"
        type="date"
        label={t("until")}
        hint={t("hint")}
        min={first}
        max={last}
        autoFocus
        className="max-w-60"
        error={isWrong ? t("wrong") : undefined}
      />
      <FormEnd refusal={refusal} busy={busy} submit={t("hold")} close={{ label: t("close"), onClose: close }} />
    </form>
  );
}
