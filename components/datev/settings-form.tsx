"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { FormEnd } from "@/components/action/form-end";
import { useMayChange } from "@/components/action/may-change";
import { useAction } from "@/components/action/use-action";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { say } from "@/components/ui/toast";
import { useUnsaved } from "@/components/ui/unsaved";
import { useRouter } from "@/components/ui/use-router";
import { saveDatevSettingsAction } from "@/lib/datev/actions";
import { accountsFor, readForm, type WrongField } from "@/lib/datev/settings/rules";
import type { SettingsField, SettingsForm as Values } from "@/lib/datev/settings/schema";

const NUMBERS = ["consultant", "client"] as const;
const ACCOUNTS = ["transit", "fees", "unassigned", "collectiveDebtor", "bank", "feeTaxKey"] as const;
type TextField = (typeof NUMBERS | typeof ACCOUNTS)[number];
const MONTHS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"] as const;
const LENGTHS = ["4", "5", "6", "7", "8"];

/**
 * The supplier's consultant and client numbers at the tax adviser, and the accounts. Saving these the first time
 * selects DATEV as the accounting system.
 */
export function SettingsForm({ settings, isInUse }: { settings: Values; isInUse: boolean }) {
  const t = useTranslations("datev.settings");
  const { busy, refusal, run } = useAction<void>();
  const unsaved = useUnsaved();
  const router = useRouter();
  const [values, setValues] = useState(settings);
  const [wrong, setWrong] = useState<WrongField[]>([]);
  const mayChange = useMayChange();
  const set = (field: SettingsField, value: string | boolean) => setValues({ ...values, [field]: value });
  const faultOf = (field: SettingsField): string | undefined => {
    const found = wrong.find((one) => one.field === field);
    return found ? t(`faults.${found.fault}`, { length: Number(values.accountLength) }) : undefined;
  };

  /** Another chart of accounts has other standard accounts; accounts that the person typed are not replaced. */
  function choose(change: Partial<Pick<Values, "chart" | "accountLength">>): void {
    setValues(accountsFor(values, change));
  }

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
      () => saveDatevSettingsAction(values),
      () => {
        unsaved.saved();
        // What the details make possible appears on this page, such as the files for the adviser.
        router.refresh();
        say(t(isInUse ? "saved" : "chosen"));
      },
    );
  }

  const field = (name: TextField) => (
    <Field
      key={name}
      id={`datev-${name}`}
      name={name}
      label={t(name)}
      hint={t(`${name}Hint`)}
      inputMode="numeric"
      autoComplete="off"
      maxLength={9}
      value={String(values[name])}
      onChange={(event) => set(name, event.target.value)}
      disabled={!mayChange}
      className="tabular-nums"
      error={faultOf(name)}
    />
  );
  return (
    <form method="post" onSubmit={submit} {...unsaved.watch} noValidate className="max-w-2xl space-y-6">
      <div className="grid gap-5 sm:grid-cols-2">{NUMBERS.map(field)}</div>
      <Frame values={values} set={set} choose={choose} disabled={!mayChange} />
      <fieldset className="border-t pt-5">
        <legend className="sr-only">{t("accounts")}</legend>
        <p aria-hidden="true" className="font-medium">
          {t("accounts")}
        </p>
        <p className="prose-width mt-1 mb-4 text-sm text-muted">{t("accountsHint")}</p>
        <div className="grid gap-5 sm:grid-cols-2">{ACCOUNTS.map(field)}</div>
      </fieldset>
      <div className="border-t pt-3">
        <Checkbox
          id="datev-isLocked"
          name="isLocked"
          label={t("isLocked")}
          checked={values.isLocked}
          onChange={(event) => set("isLocked", event.target.checked)}
          disabled={!mayChange}
        />
        <p className="prose-width text-sm text-muted">{t("isLockedHint")}</p>
      </div>
      <FormEnd refusal={refusal} busy={busy} submit={mayChange ? t(isInUse ? "save" : "choose") : undefined} />
    </form>
  );
}

/** The settings on which account numbers and booking days depend. */
function Frame({
  values,
  set,
  choose,
  disabled,
}: {
  values: Values;
  set: (field: SettingsField, value: string) => void;
  choose: (change: Partial<Pick<Values, "chart" | "accountLength">>) => void;
  disabled: boolean;
}) {
  const t = useTranslations("datev.settings");
  return (
    <div className="grid gap-5 sm:grid-cols-3">
      <Select
        id="datev-chart"
        name="chart"
        label={t("chart")}
        options={["SKR03", "SKR04"].map((value) => ({ value, label: value }))}
        value={values.chart}
        onChange={(event) => choose({ chart: event.target.value === "SKR04" ? "SKR04" : "SKR03" })}
        disabled={disabled}
      />
      <Select
        id="datev-accountLength"
        name="accountLength"
        label={t("accountLength")}
        options={LENGTHS.map((value) => ({ value, label: value }))}
        value={values.accountLength}
        onChange={(event) => choose({ accountLength: event.target.value })}
        disabled={disabled}
      />
      <Select
        id="datev-fiscalYearStartMonth"
        name="fiscalYearStartMonth"
        label={t("fiscalYearStartMonth")}
        options={MONTHS.map((value) => ({ value, label: t(`months.${value}`) }))}
        value={values.fiscalYearStartMonth}
        onChange={(event) => set("fiscalYearStartMonth", event.target.value)}
        disabled={disabled}
      />
    </div>
  );
}
