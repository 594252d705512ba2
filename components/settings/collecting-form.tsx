"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { useMayChange } from "@/components/action/may-change";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { saveCollectingAction } from "@/lib/customers/actions";

export interface Collecting {
  daysEarlier: number;
  maxOverdueDays: number;
  requestsMandates: boolean;
}

const DAYS = [
  { name: "daysEarlier", max: 30 },
  { name: "maxOverdueDays", max: 365 },
] as const;

type DaysField = (typeof DAYS)[number]["name"];

/** When invoices are collected, and whether mandates are asked for by themselves. */
export function CollectingForm({ settings }: { settings: Collecting }) {
  const t = useTranslations("settings.collecting");
  const { busy, refusal, run } = useAction<void>();
  const [wrong, setWrong] = useState<DaysField>();
  const mayChange = useMayChange();

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
    const wanted = {
      daysEarlier: days("daysEarlier"),
      maxOverdueDays: days("maxOverdueDays"),
      requestsMandates: data.get("requestsMandates") === "on",
    };
    run(
      () => saveCollectingAction(wanted),
      () => toast.success(t("saved")),
    );
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-5">
      {DAYS.map(({ name, max }) => (
        <Field
          key={name}
          id={name}
          name={name}
          label={t(name)}
          hint={t(`${name}Hint`)}
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
      <RefusalText refusal={refusal} />
      {mayChange ? (
        <Button type="submit" tone="primary" busy={busy}>
          {t("save")}
        </Button>
      ) : null}
    </form>
  );
}
