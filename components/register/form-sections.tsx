"use client";

import { useTranslations } from "next-intl";
import type { Refusal } from "@/components/action/use-action";
import { NewPasswordField } from "@/components/password/new-password-field";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { FieldName } from "./problems";
import { TermsBox } from "./terms-box";

export interface CountryChoice {
  options: { value: string; label: string }[];
  preset: string;
}

type TextOf = (name: FieldName) => string | undefined;

export function CompanySection(props: { text: TextOf; countries: CountryChoice; onCompany: () => void }) {
  const t = useTranslations("register");
  const { text, countries, onCompany } = props;
  const field = (name: FieldName) => ({ id: name, name, error: text(name) });
  return (
    <fieldset className="space-y-5">
      <legend className="mb-4 text-lg font-semibold">{t("company")}</legend>
      <Field {...field("companyName")} label={t("companyName")} autoComplete="organization" onBlur={onCompany} />
      <Field {...field("address")} label={t("address")} autoComplete="street-address" />
      <div className="grid grid-cols-[1fr_2fr] gap-4">
        <Field {...field("zip")} label={t("zip")} autoComplete="postal-code" />
        <Field {...field("city")} label={t("city")} autoComplete="address-level2" onBlur={onCompany} />
      </div>
      <Select
        {...field("countryCode")}
        label={t("country")}
        options={countries.options}
        defaultValue={countries.preset}
        autoComplete="country"
      />
    </fieldset>
  );
}

export function AccountSection({ text, onEmail, refusal }: { text: TextOf; onEmail: () => void; refusal?: Refusal }) {
  const t = useTranslations("register");
  const field = (name: FieldName) => ({ id: name, name, error: text(name) });
  return (
    <fieldset className="space-y-5">
      <legend className="mb-4 text-lg font-semibold">{t("account")}</legend>
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <Field {...field("firstName")} label={t("firstName")} autoComplete="given-name" />
        <Field {...field("lastName")} label={t("lastName")} autoComplete="family-name" />
      </div>
      <Field
        {...field("email")}
        type="email"
        label={t("email")}
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        onBlur={onEmail}
      />
      <Field {...field("mobileNumber")} type="tel" label={t("mobileNumber")} autoComplete="tel" inputMode="tel" />
      <NewPasswordField label={t("password")} error={text("password")} refusal={refusal} />
      <TermsBox error={text("terms")} />
    </fieldset>
  );
}
