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
import { saveCompanyAction } from "@/lib/accounts/actions";
import { type CompanyField, type CompanyFields, type CompanyProblems, companyProblems } from "./company-problems";

/** The form in which owners edit the company data that payers read. */
export function CompanyForm({
  company,
  countries,
}: {
  company: CompanyFields;
  countries: { value: string; label: string }[];
}) {
  const t = useTranslations("account");
  const tr = useTranslations("register");
  const { busy, refusal, run } = useAction<void>();
  const unsaved = useUnsaved();
  const [found, setFound] = useState<CompanyProblems>({});
  const isTaken = refusal?.code === "company_taken";
  const problems: CompanyProblems = isTaken ? { ...found, companyName: "companyTaken" } : found;

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = fieldsOf(form);
    const next = companyProblems(fields);
    setFound(next);
    const first = [...form.querySelectorAll<HTMLElement>("input, select")].find((field) => field.id in next);
    if (first) first.focus();
    else
      run(
        () => saveCompanyAction(fields),
        () => {
          unsaved.saved();
          say(t("saved"));
        },
      );
  }

  function field(name: CompanyField) {
    const problem = problems[name];
    return { id: name, name, defaultValue: company[name], error: problem ? tr(`problem.${problem}`) : undefined };
  }

  const optional = <span className="text-sm text-muted">{t("company.optional")}</span>;
  return (
    <form method="post" onSubmit={submit} {...unsaved.watch} noValidate className="grid gap-5 sm:grid-cols-6">
      <Field
        {...field("companyName")}
        label={tr("companyName")}
        autoComplete="organization"
        maxLength={200}
        className="sm:col-span-6"
      />
      <Field
        {...field("address")}
        label={tr("address")}
        autoComplete="street-address"
        maxLength={200}
        className="sm:col-span-6"
      />
      <Field {...field("zip")} label={tr("zip")} autoComplete="postal-code" maxLength={20} className="sm:col-span-2" />
      <Field
        {...field("city")}
        label={tr("city")}
        autoComplete="address-level2"
        maxLength={100}
        className="sm:col-span-4"
      />
      <Select
        {...field("countryCode")}
        label={tr("country")}
        options={countries}
        autoComplete="country"
        className="sm:col-span-6"
      />
      <Field
        {...field("email")}
        type="email"
        label={t("company.email")}
        hint={t("company.emailHint")}
        autoComplete="email"
        maxLength={254}
        className="sm:col-span-6"
      />
      <Field
        {...field("mobileNumber")}
        type="tel"
        label={t("company.mobileNumber")}
        autoComplete="tel"
        maxLength={40}
        className="sm:col-span-3"
      />
      <Field
        {...field("website")}
        label={t("company.website")}
        aside={optional}
        autoComplete="url"
        inputMode="url"
        maxLength={200}
        className="sm:col-span-3"
      />
      <Field {...field("vatId")} label={t("company.vatId")} aside={optional} maxLength={20} className="sm:col-span-3" />
      <div className="sm:col-span-6">
        {isTaken ? null : <RefusalText refusal={refusal} />}
        <Button type="submit" tone="primary" busy={busy}>
          {t("save")}
        </Button>
      </div>
    </form>
  );
}

function fieldsOf(form: HTMLFormElement): CompanyFields {
  const data = new FormData(form);
  const read = (name: CompanyField) => String(data.get(name) ?? "").trim();
  return {
    companyName: read("companyName"),
    address: read("address"),
    zip: read("zip"),
    city: read("city"),
    countryCode: read("countryCode"),
    email: read("email"),
    mobileNumber: read("mobileNumber"),
    website: read("website"),
    vatId: read("vatId"),
  };
}
