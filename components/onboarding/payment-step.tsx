"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import type { PaymentChoice } from "@/lib/core/prisma/enums";
import { choosePaymentAction } from "@/lib/subscriptions/actions";
import { useNextStep } from "./use-next-step";

const CHOICES: PaymentChoice[] = ["sepa_debit", "card", "later"];

/** Asks how the plan is paid. "Later" is offered only with a trial. */
export function PaymentStep({ chosen, trialDays }: { chosen?: PaymentChoice; trialDays: number }) {
  const t = useTranslations("onboarding.payment");
  const { busy, refusal, run } = useAction<void>();
  const [isMissing, setMissing] = useState(false);
  const next = useNextStep();
  const offered = CHOICES.filter((choice) => choice !== "later" || trialDays > 0);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const picked = new FormData(event.currentTarget).get("payment");
    const payment = offered.find((choice) => choice === picked);
    setMissing(!payment);
    if (payment) run(() => choosePaymentAction({ payment }), next);
    else event.currentTarget.querySelector<HTMLElement>("input")?.focus();
  }

  return (
    <form method="post" onSubmit={submit} noValidate>
      <fieldset>
        <legend className="sr-only">{t("legend")}</legend>
        <div className="grid gap-3">
          {offered.map((choice) => (
            <label
              key={choice}
              className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control border bg-surface p-4 has-checked:border-action has-checked:bg-action-soft"
            >
              <input
                type="radio"
                name="payment"
                value={choice}
                defaultChecked={choice === chosen}
                aria-describedby={isMissing ? "payment-error" : undefined}
                className="mt-1 size-4.5 shrink-0 accent-action"
              />
              <span>
                <span className="block font-medium">{t(`${choice}.title`)}</span>
                <span className="block text-sm text-muted">{t(`${choice}.text`, { days: trialDays })}</span>
              </span>
            </label>
          ))}
        </div>
        <FieldError id="payment-error" text={isMissing ? t("missing") : undefined} />
      </fieldset>
      <p className="prose-width mt-4 text-sm text-muted">{t("atStripe")}</p>
      <RefusalText refusal={refusal} />
      <Button type="submit" tone="primary" busy={busy} className="mt-4">
        {t("save")}
      </Button>
    </form>
  );
}
