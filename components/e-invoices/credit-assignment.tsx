"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useMayAct } from "@/components/action/may-change";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { useRouter } from "@/components/ui/use-router";
import { answerFileAction } from "@/lib/e-invoices/tray/actions";

/** Asks for the invoice that a credit reduces, if the credit names none. */
export function CreditAssignment({ id }: { id: string }) {
  const t = useTranslations("eInvoices.answer");
  const router = useRouter();
  const { busy, refusal, run } = useAction<void>();
  const [number, setNumber] = useState("");
  if (!useMayAct()) return null;
  const isUnknown = refusal?.code === "invalid_input";

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (number.trim() === "") return;
    run(
      () => answerFileAction({ id, answer: "assign", number }),
      () => router.refresh(),
    );
  }

  return (
    <form method="post" onSubmit={submit} noValidate className="max-w-sm space-y-3">
      <Field
        id="credit-number"
        name="number"
        label={t("assignNumber")}
        autoComplete="off"
        maxLength={100}
        value={number}
        onChange={(event) => setNumber(event.target.value)}
        error={isUnknown ? t("assignUnknown") : undefined}
      />
      <Button type="submit" tone="primary" disabled={busy}>
        {t("assign")}
      </Button>
      {isUnknown ? null : <RefusalText refusal={refusal} />}
    </form>
  );
}
