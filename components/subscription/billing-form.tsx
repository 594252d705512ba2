"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { say } from "@/components/ui/toast";
import { useUnsaved } from "@/components/ui/unsaved";
import { saveBillingContactAction } from "@/lib/subscriptions/actions";
import { type BillingField, type BillingFields, type BillingProblems, billingProblems } from "./billing-problems";

const FORM_FIELDS: BillingField[] = ["company", "name", "email", "phone", "address", "zip", "city", "vatId", "country"];

const VAT_ID_REFUSALS: Record<string, BillingProblems["vatId"]> = {
  vat_id_invalid: "vatId",
  vat_id_country: "vatIdCountry",
};

/** The form in which owners edit the recipient of our invoices. */
export function BillingForm({
  contact,
  countries,
  onSaved,
  submitLabel,
}: {
  contact: BillingFields;
  countries: { value: string; label: string }[];
  /** Called after saving, instead of showing a short message. */
  onSaved?: () => void;
  submitLabel?: string;
}) {
  const t = useTranslations("billing");
  const { busy, refusal, run } = useAction<void>();
  const unsaved = useUnsaved();
  const [found, setFound] = useState<BillingProblems>({});
  const vatId = refusal ? VAT_ID_REFUSALS[refusal.code] : undefined;
  const problems: BillingProblems = vatId ? { ...found, vatId } : found;

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const fields = Object.fromEntries(
      FORM_FIELDS.map((name) => [name, String(data.get(name) ?? "").trim()]),
    ) as unknown as BillingFields;
    const next = billingProblems(fields);
    setFound(next);
    const first = [...form.querySelectorAll<HTMLElement>("input, select")].find((field) => field.id in next);
    if (first) first.focus();
    else
      run(
        () => saveBillingContactAction(fields),
        () => {
          unsaved.saved();
          if (onSaved) onSaved();
          else say(t("saved"));
        },
      );
  }

  function field(name: BillingField) {
    const problem = problems[name];
    return {
      ...{ id: name, name, label: t(name), defaultValue: contact[name] },
      error: problem ? t(`problem.${problem}`) : undefined,
    };
  }

  const optional = <span className="text-sm text-muted">{t("optional")}</span>;
  return (
    <form method="post" onSubmit={submit} {...unsaved.watch} noValidate className="grid gap-5 sm:grid-cols-6">
      <Field {...field("company")} autoComplete="organization" maxLength={150} className="sm:col-span-6" />
      <Field {...field("name")} autoComplete="name" maxLength={150} className="sm:col-span-3" />
      <Field
        {...field("phone")}
        type="tel"
        aside={optional}
        autoComplete="tel"
        maxLength={20}
        className="sm:col-span-3"
      />
      <Field
        {...field("email")}
        type="email"
        hint={t("emailHint")}
        autoComplete="email"
        maxLength={254}
        className="sm:col-span-6"
      />
      <Field {...field("address")} autoComplete="street-address" maxLength={200} className="sm:col-span-6" />
      <Field {...field("zip")} autoComplete="postal-code" maxLength={20} className="sm:col-span-2" />
      <Field {...field("city")} autoComplete="address-level2" maxLength={100} className="sm:col-span-4" />
      <Select {...field("country")} options={countries} autoComplete="country" className="sm:col-span-3" />
      <Field
        {...field("vatId")}
        aside={optional}
        hint={t("vatIdHint")}
        maxLength={20}
        autoCapitalize="characters"
        spellCheck={false}
        className="sm:col-span-3"
      />
      <div className="sm:col-span-6">
        {vatId ? null : <RefusalText refusal={refusal} />}
        <Button type="submit" tone="primary" busy={busy}>
          {submitLabel ?? t("save")}
        </Button>
      </div>
    </form>
  );
}
