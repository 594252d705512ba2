"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { FormEnd } from "@/components/action/form-end";
import { useMayAct } from "@/components/action/may-change";
import { useAction } from "@/components/action/use-action";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { say } from "@/components/ui/toast";
import { useUnsaved } from "@/components/ui/unsaved";
import { saveRemindersAction } from "@/lib/mandates/reminders/actions";
import { REMINDER_DAYS, REMINDER_TIMES, type ReminderSettings } from "@/lib/mandates/reminders/schema";

const NUMBERS = [
  { name: "reminderAfterDays", ...REMINDER_DAYS },
  { name: "reminderMax", ...REMINDER_TIMES },
] as const;
type NumberField = (typeof NUMBERS)[number]["name"];

/** Sets whether payers who have not signed after a mandate request are reminded by mail. */
export function ReminderForm({ settings }: { settings: ReminderSettings }) {
  const t = useTranslations("settings.reminders");
  const { busy, refusal, run } = useAction<void>();
  const unsaved = useUnsaved();
  const [wrong, setWrong] = useState<NumberField>();
  const mayChange = useMayAct();

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const number = (name: NumberField) => Number(String(data.get(name) || Number.NaN));
    const found = NUMBERS.find(({ name, min, max }) => !isWithin(number(name), min, max));
    setWrong(found?.name);
    if (found) {
      (form.elements.namedItem(found.name) as HTMLInputElement).focus();
      return;
    }
    const wanted = {
      remindsMandates: data.get("remindsMandates") === "on",
      reminderAfterDays: number("reminderAfterDays"),
      reminderMax: number("reminderMax"),
    };
    run(
      () => saveRemindersAction(wanted),
      () => {
        unsaved.saved();
        say(t("saved"));
      },
    );
  }

  return (
    <form method="post" onSubmit={submit} {...unsaved.watch} noValidate className="space-y-5">
      <Checkbox
        id="remindsMandates"
        name="remindsMandates"
        label={t("remindsMandates")}
        defaultChecked={settings.remindsMandates}
        disabled={!mayChange}
      />
      {NUMBERS.map(({ name, min, max }) => (
        <Field
          key={name}
          id={name}
          name={name}
          label={t(name)}
          hint={t(`${name}Hint`)}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          step={1}
          defaultValue={settings[name]}
          disabled={!mayChange}
          className="max-w-md tabular-nums"
          error={wrong === name ? t("wrong", { min, max }) : undefined}
        />
      ))}
      <FormEnd refusal={refusal} busy={busy} submit={mayChange ? t("save") : undefined} />
    </form>
  );
}

function isWithin(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}
