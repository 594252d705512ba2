"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { FormEnd } from "@/components/action/form-end";
import { useMayAct, useNeedsPremium } from "@/components/action/may-change";
import { useAction } from "@/components/action/use-action";
import { PremiumMark } from "@/components/subscription/premium-mark";
import { useUpgrade } from "@/components/subscription/upgrade";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { say } from "@/components/ui/toast";
import { useUnsaved } from "@/components/ui/unsaved";
import { LOCALES, type Locale, localeOf } from "@/lib/core/locales";
import { saveCollectingAction } from "@/lib/customers/actions";

export interface Collecting {
  daysEarlier: number;
  maxOverdueDays: number;
  requestsMandates: boolean;
  payerLanguage: Locale;
}

const DAYS = [
  { name: "daysEarlier", max: 30 },
  { name: "maxOverdueDays", max: 365 },
] as const;

type DaysField = (typeof DAYS)[number]["name"];

/**
 * Sets when invoices are collected, and whether mandates are requested automatically. `languageHint` says whether the
 * accounting system stores the language that a payer reads.
 */
export function CollectingForm({ settings, languageHint }: { settings: Collecting; languageHint: string }) {
  const t = useTranslations("settings.collecting");
  const { busy, refusal, run } = useAction<void>();
  const unsaved = useUnsaved();
  const [wrong, setWrong] = useState<DaysField>();
  const mayChange = useMayAct();
  const needsPremium = useNeedsPremium();
  const askUpgrade = useUpgrade();

  function isResting(name: DaysField): boolean {
    return name === "daysEarlier" && needsPremium && settings.daysEarlier > 0;
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const days = (name: DaysField) => Number(String(data.get(name) || Number.NaN));
    const found = DAYS.find(({ name, max }) => !(Number.isInteger(days(name)) && days(name) >= 0 && days(name) <= max));
    setWrong(found?.name);
    if (found) {
      (form.elements.namedItem(found.name) as HTMLInputElement).focus();
      return;
    }
    // An inactive saved value may stay; any other day than the due date needs Premium.
    if (needsPremium && days("daysEarlier") > 0 && days("daysEarlier") !== settings.daysEarlier) {
      askUpgrade();
      return;
    }
    const wanted = {
      daysEarlier: days("daysEarlier"),
      maxOverdueDays: days("maxOverdueDays"),
      requestsMandates: data.get("requestsMandates") === "on",
      payerLanguage: localeOf(String(data.get("payerLanguage"))),
    };
    run(
      () => saveCollectingAction(wanted),
      () => {
        unsaved.saved();
        say(t("saved"));
      },
    );
  }

  return (
    <form method="post" onSubmit={submit} {...unsaved.watch} noValidate className="space-y-5">
      {DAYS.map(({ name, max }) => (
        <Field
          key={name}
          id={name}
          name={name}
          label={t(name)}
          hint={isResting(name) ? t("daysEarlierRests") : t(`${name}Hint`)}
          aside={name === "daysEarlier" ? <PremiumMark /> : undefined}
          type="number"
          inputMode="numeric"
          min={0}
          max={max}
          step={1}
          defaultValue={settings[name]}
          disabled={!mayChange}
          className="max-w-md tabular-nums"
          error={wrong === name ? t("daysWrong", { max }) : undefined}
        />
      ))}
      <Checkbox
        id="requestsMandates"
        name="requestsMandates"
        label={t("requestsMandates")}
        defaultChecked={settings.requestsMandates}
        disabled={!mayChange}
      />
      <div className="max-w-md">
        <Select
          id="payerLanguage"
          name="payerLanguage"
          label={t("payerLanguage")}
          options={LOCALES.map((value) => ({ value, label: t(`payerLanguages.${value}`) }))}
          defaultValue={settings.payerLanguage}
          disabled={!mayChange}
        />
        <p className="mt-1.5 text-sm text-muted">{languageHint}</p>
      </div>
      <FormEnd refusal={refusal} busy={busy} submit={mayChange ? t("save") : undefined} />
    </form>
  );
}
