"use client";

import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { FormEnd } from "@/components/action/form-end";
import { useMayAct } from "@/components/action/may-change";
import { useAction } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { say } from "@/components/ui/toast";
import { approveRetryAction } from "@/lib/collections/return-actions";
import type { RetryShown } from "@/lib/collections/word-rules";
import { formatDay, isDay } from "@/lib/core/dates";
import { nextTargetDay } from "@/lib/core/target-calendar";

export interface RetryFormProps {
  invoiceId: string;
  shown: RetryShown;
  /** The first and the last day that may be chosen. */
  earliest: string;
  last: string;
  /** Another try is planned already: this moves it. */
  isPlanned: boolean;
  isMain: boolean;
  /** Heard, not seen: which of several equal buttons this is. */
  context: string;
}

/** Another try on a day that was agreed with the payer; the earliest possible one is offered. */
export function RetryForm({ invoiceId, shown, earliest, last, isPlanned, isMain, context }: RetryFormProps) {
  const t = useTranslations("returns.retry");
  const locale = useLocale();
  const { busy, refusal, clear, run } = useAction<{ day: string }>();
  const [isOpen, setIsOpen] = useState(false);
  const [day, setDay] = useState(earliest);
  const [isWrong, setIsWrong] = useState(false);
  const mayAct = useMayAct();
  if (!mayAct) return null;
  if (!isOpen)
    return (
      <Button size="small" tone={isMain ? "primary" : "plain"} onClick={() => setIsOpen(true)}>
        {t(isPlanned ? "move" : "open")}
        <span className="sr-only"> {context}</span>
      </Button>
    );

  const id = `retry-${invoiceId}`;
  const granted = isDay(day) ? nextTargetDay(day) : day;
  const isFitting = isDay(day) && day >= earliest && day <= last;

  function close(): void {
    clear();
    setIsOpen(false);
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setIsWrong(!isFitting);
    if (!isFitting) {
      event.currentTarget.querySelector<HTMLInputElement>("input")?.focus();
      return;
    }
    run(
      () => approveRetryAction({ invoiceId, shown, retryOn: day }),
      (planned) => {
        setIsOpen(false);
        say(t("done", { day: formatDay(planned.day, locale, true) }));
      },
    );
  }

  return (
    <form
      onSubmit={submit}
      noValidate
      className="order-last w-full rounded-card border p-4"
      aria-label={`${t("open")} ${context}`}
    >
      <Field
        id={id}
        type="date"
        label={t("day")}
        hint={
          isFitting && granted !== day
            ? t("closedDay", { day: formatDay(granted, locale, true) })
            : t("hint", { day: formatDay(earliest, locale, true) })
        }
        value={day}
        min={earliest}
        max={last}
        onChange={(event) => setDay(event.currentTarget.value)}
        autoFocus
        className="max-w-sm"
        error={isWrong && !isFitting ? t("wrong", { day: formatDay(earliest, locale, true) }) : undefined}
      />
      <FormEnd
        refusal={refusal}
        busy={busy}
        submit={t("confirm")}
        close={{ label: t("close"), onClose: close }}
        size="small"
      />
    </form>
  );
}
