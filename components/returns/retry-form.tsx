"use client";

import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { FormEnd } from "@/components/action/form-end";
import { useMayAct } from "@/components/action/may-change";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { say } from "@/components/ui/toast";
import type { RetryShown } from "@/lib/collections/attempts/instruction-rules";
import { approveRetryAction, askEarliestRetryAction } from "@/lib/collections/returns/actions";
import type { NamedDay } from "@/lib/collections/types";
import { type Day, formatDay, isDay } from "@/lib/core/time/dates";
import { nextTargetDay } from "@/lib/core/time/target-calendar";

export interface RetryFormProps {
  invoiceId: string;
  shown: RetryShown;
  /** The last day that can be chosen. */
  last: string;
  /** True if a retry is planned already; the form then moves it. */
  isPlanned: boolean;
  isMain: boolean;
  /** For screen readers only: tells several buttons of the same name apart. */
  context: string;
}

/**
 * Plans a retry on a day that the supplier agreed with the payer. GoCardless is asked for the earliest day when the
 * form opens.
 */
export function RetryForm({ invoiceId, shown, last, isPlanned, isMain, context }: RetryFormProps) {
  const t = useTranslations("returns.retry");
  const locale = useLocale();
  const { busy, refusal, clear, run } = useAction<{ day: Day | null; isKnown: boolean }>();
  const opening = useAction<NamedDay>();
  const [earliest, setEarliest] = useState<NamedDay>();
  const [day, setDay] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  const mayAct = useMayAct();
  if (!mayAct) return null;
  if (!earliest)
    return (
      <div className="min-w-0">
        <Button size="small" tone={isMain ? "primary" : "plain"} busy={opening.busy} onClick={open}>
          {t(isPlanned ? "move" : "open")}
          <span className="sr-only"> {context}</span>
        </Button>
        <RefusalText refusal={opening.refusal} isExplained />
      </div>
    );

  const id = `retry-${invoiceId}`;
  const granted = isDay(day) ? nextTargetDay(day) : day;
  const isFitting = isDay(day) && day >= earliest.day && day <= last;

  function open(): void {
    opening.run(
      () => askEarliestRetryAction({ invoiceId }),
      (asked) => {
        setEarliest(asked);
        setDay(asked.day);
      },
    );
  }

  function close(): void {
    clear();
    setEarliest(undefined);
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
        setEarliest(undefined);
        if (planned.day === null) return say(t("doneWaiting"));
        say(t(planned.isKnown ? "done" : "doneAbout", { day: formatDay(planned.day, locale, true) }));
      },
    );
  }

  return (
    <form
      method="post"
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
            : t(earliest.isKnown ? "hint" : "hintAbout", { day: formatDay(earliest.day, locale, true) })
        }
        value={day}
        min={earliest.day}
        max={last}
        onChange={(event) => setDay(event.currentTarget.value)}
        autoFocus
        className="max-w-sm"
        error={isWrong && !isFitting ? t("wrong", { day: formatDay(earliest.day, locale, true) }) : undefined}
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
