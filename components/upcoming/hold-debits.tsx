"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useId, useRef, useState } from "react";
import { FormEnd } from "@/components/action/form-end";
import { useAction } from "@/components/action/use-action";
import { Field } from "@/components/ui/field";
import { say } from "@/components/ui/toast";
import { useRouter } from "@/components/ui/use-router";
import { holdDebitsAction } from "@/lib/collections/upcoming/actions";
import type { StopResult } from "@/lib/collections/upcoming/rules";

/**
 * Asks for the day until which collections are held. `invoiceIds` is called on submit, so that the current ticks count.
 */
export function HoldDebits({
  invoiceIds,
  first,
  last,
  suggested,
  onDone,
  onClose,
}: {
  invoiceIds: () => string[];
  first: string;
  last: string;
  suggested: string;
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useTranslations("upcoming");
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const router = useRouter();
  const [isWrong, setIsWrong] = useState(false);
  const { busy, refusal, run } = useAction<StopResult>();

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const until = field.current?.value ?? "";
    const isFitting = until >= first && until <= last;
    setIsWrong(!isFitting);
    if (!isFitting) {
      field.current?.focus();
      return;
    }
    run(
      () => holdDebitsAction({ invoiceIds: invoiceIds(), until }),
      ({ count, lateCount }) => {
        say(`${t("holdDone", { count })}${lateCount > 0 ? ` ${t("tooLate", { count: lateCount })}` : ""}`);
        onDone();
        router.refresh();
      },
    );
  }

  return (
    <form method="post" onSubmit={submit} noValidate className="w-full">
      <Field
        id={id}
        ref={field}
        type="date"
        label={t("holdUntil")}
        hint={t("holdHint")}
        min={first}
        max={last}
        defaultValue={suggested}
        autoFocus
        className="max-w-md"
        error={isWrong ? t("holdWrong") : undefined}
      />
      <FormEnd refusal={refusal} busy={busy} submit={t("hold")} close={{ label: t("close"), onClose }} />
    </form>
  );
}
