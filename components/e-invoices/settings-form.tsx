"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { FormEnd } from "@/components/action/form-end";
import { useMayChange } from "@/components/action/may-change";
import { useAction } from "@/components/action/use-action";
import { Field } from "@/components/ui/field";
import { say } from "@/components/ui/toast";
import { useUnsaved } from "@/components/ui/unsaved";
import { useRouter } from "@/components/ui/use-router";
import { saveEInvoiceSettingsAction } from "@/lib/e-invoices/settings/actions";
import { readForm, type WrongField } from "@/lib/e-invoices/settings/rules";
import type { SettingsField, SettingsForm as Values } from "@/lib/e-invoices/settings/schema";

const FIELDS = ["vatId", "taxNumber", "creditorIds", "dueDays"] as const;

/** The supplier's details on its own e-invoices. Saving them the first time selects e-invoices as accounting system. */
export function SettingsForm({ settings, isInUse }: { settings: Values; isInUse: boolean }) {
  const t = useTranslations("eInvoices.settings");
  const { busy, refusal, run } = useAction<void>();
  const unsaved = useUnsaved();
  const router = useRouter();
  const [values, setValues] = useState(settings);
  const [wrong, setWrong] = useState<WrongField[]>([]);
  const mayChange = useMayChange();
  const faultOf = (field: SettingsField): string | undefined => {
    const found = wrong.find((one) => one.field === field);
    return found ? t(`faults.${found.fault}`) : undefined;
  };
  const hints: Partial<Record<SettingsField, string>> = {
    creditorIds: t("creditorIdsHint"),
    dueDays: t("dueDaysHint"),
  };

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const read = readForm(values);
    setWrong("wrong" in read ? read.wrong : []);
    if ("wrong" in read) {
      const first = event.currentTarget.elements.namedItem(read.wrong[0]?.field ?? "");
      if (first instanceof HTMLElement) first.focus();
      return;
    }
    run(
      () => saveEInvoiceSettingsAction(values),
      () => {
        unsaved.saved();
        // What the details make possible appears on this page, such as the files for the adviser.
        router.refresh();
        say(t("saved"));
      },
    );
  }

  return (
    <form method="post" onSubmit={submit} {...unsaved.watch} noValidate className="max-w-2xl space-y-6">
      <div className="grid gap-5 sm:grid-cols-2">
        {FIELDS.map((name) => (
          <Field
            key={name}
            id={`e-invoices-${name}`}
            name={name}
            label={t(name)}
            hint={hints[name]}
            inputMode={name === "dueDays" ? "numeric" : undefined}
            autoComplete="off"
            maxLength={200}
            value={values[name]}
            onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            disabled={!mayChange}
            error={faultOf(name)}
          />
        ))}
      </div>
      <FormEnd refusal={refusal} busy={busy} submit={mayChange ? t(isInUse ? "save" : "saveFirst") : undefined} />
    </form>
  );
}
