"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState, useTransition } from "react";
import { useNeedsPremium } from "@/components/action/may-change";
import { useUpgrade } from "@/components/subscription/upgrade";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { useRouter } from "@/components/ui/use-router";
import { type RangeEnd, type RangeProblem, rangeProblem } from "@/lib/invoices/range/rules";

/** Chooses the date range to list. It is stored in the address, so that the list can be repeated and shared. */
export function RangeForm({ from, to }: { from: string; to: string }) {
  const t = useTranslations("transfer");
  const errors = useTranslations("errors");
  const router = useRouter();
  const needsPremium = useNeedsPremium();
  const askUpgrade = useUpgrade();
  const [found, setFound] = useState<RangeProblem>();
  const [busy, startTransition] = useTransition();
  const text = (end: RangeEnd) => {
    if (found?.end !== end) return undefined;
    return found.why === "missing" ? errors("date_range_required") : t(`rangeProblem.${found.why}`);
  };

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const range = { dateFrom: String(data.get("from") ?? ""), dateTo: String(data.get("to") ?? "") };
    const problem = rangeProblem(range);
    setFound(problem);
    if (problem) {
      form.querySelector<HTMLInputElement>(`#range-${problem.end}`)?.focus();
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
    <form method="post" onSubmit={submit} noValidate className="mb-6">
      <fieldset aria-describedby="range-hint">
        <legend className="sr-only">{t("range")}</legend>
        <div className="flex flex-wrap items-start gap-3">
          <Field
            id="range-from"
            name="from"
            type="date"
            label={t("from")}
            defaultValue={from}
            error={text("from")}
            className="max-sm:w-full sm:w-44"
          />
          <Field
            id="range-to"
            name="to"
            type="date"
            label={t("to")}
            defaultValue={to}
            error={text("to")}
            className="max-sm:w-full sm:w-44"
          />
          {/* Aligned with the fields, whose labels are above; a message below a field must not move the button. */}
          <Button type="submit" tone="primary" busy={busy} className="sm:mt-6.5">
            {t("show")}
          </Button>
        </div>
        <p id="range-hint" className="mt-1.5 text-sm text-muted">
          {t("rangeHint")}
        </p>
      </fieldset>
    </form>
  );
}
