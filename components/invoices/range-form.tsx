"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState, useTransition } from "react";
import { useNeedsPremium } from "@/components/action/may-change";
import { useUpgrade } from "@/components/subscription/upgrade";
import { Button } from "@/components/ui/button";
import { Field, FieldError } from "@/components/ui/field";
import { useRouter } from "@/components/ui/use-router";
import { dateRange } from "@/lib/invoices/transfer-schema";

/** The days that are looked at; they stand in the address, so that a look can be repeated and sent on. */
export function RangeForm({ from, to }: { from: string; to: string }) {
  const t = useTranslations("transfer");
  const errors = useTranslations("errors");
  const router = useRouter();
  const needsPremium = useNeedsPremium();
  const askUpgrade = useUpgrade();
  const [isWrong, setIsWrong] = useState(false);
  const [busy, startTransition] = useTransition();

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const range = { dateFrom: String(data.get("from") ?? ""), dateTo: String(data.get("to") ?? "") };
    const isRange = dateRange.safeParse({
      dateFrom: range.dateFrom || undefined,
      dateTo: range.dateTo || undefined,
    }).success;
    setIsWrong(!isRange);
    if (!isRange) {
      form.querySelector<HTMLInputElement>(range.dateFrom ? "#range-to" : "#range-from")?.focus();
      return;
    }
    if (needsPremium) {
      askUpgrade();
      return;
    }
    const address = new URLSearchParams({ from: range.dateFrom, to: range.dateTo });
    startTransition(() => router.push(`/app/transfer?${address}`, { scroll: false }));
  }

  return (
    <form onSubmit={submit} noValidate className="mb-6">
      <fieldset aria-describedby={isWrong ? "range-error" : "range-hint"}>
        <legend className="sr-only">{t("range")}</legend>
        <div className="flex flex-wrap items-end gap-3">
          <Field
            id="range-from"
            name="from"
            type="date"
            label={t("from")}
            defaultValue={from}
            aria-invalid={isWrong || undefined}
            className="max-sm:w-full sm:w-44"
          />
          <Field
            id="range-to"
            name="to"
            type="date"
            label={t("to")}
            defaultValue={to}
            aria-invalid={isWrong || undefined}
            className="max-sm:w-full sm:w-44"
          />
          <Button type="submit" tone="primary" busy={busy}>
            {t("show")}
          </Button>
        </div>
        <FieldError id="range-error" text={isWrong ? errors("date_range_required") : undefined} />
        <p id="range-hint" className="mt-1.5 text-sm text-muted">
          {t("rangeHint")}
        </p>
      </fieldset>
    </form>
  );
}
