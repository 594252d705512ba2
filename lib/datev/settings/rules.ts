import { type DatevSettings, datevSettings, usualAccounts } from "@/lib/providers/accounting/datev/settings";
import { SETTINGS_FAULTS, type SettingsFault, type SettingsField, type SettingsForm } from "./schema";

export interface WrongField {
  field: SettingsField;
  fault: SettingsFault;
}

/** Returns the settings that a supplier has typed, or the fault of each wrong field. */
export function readForm(form: SettingsForm): { settings: DatevSettings } | { wrong: WrongField[] } {
  const number = (text: string): number => (/^\d{1,8}$/.test(text) ? Number(text) : Number.NaN);
  const { transit, bank, fees, unassigned, collectiveDebtor, chart, isLocked, feeTaxKey } = form;
  const parsed = datevSettings.safeParse({
    consultant: number(form.consultant),
    client: number(form.client),
    accountLength: number(form.accountLength),
    fiscalYearStartMonth: number(form.fiscalYearStartMonth),
    accounts: { transit, bank: bank || null, fees, unassigned, collectiveDebtor },
    ...{ chart, isLocked, feeTaxKey },
  });
  if (parsed.success) return { settings: parsed.data };
  const wrong = parsed.error.issues.map(({ path, message }): WrongField => {
    const field = (path.at(-1) === "accounts" ? twice(form) : path.at(-1)) as SettingsField;
    return { field, fault: SETTINGS_FAULTS.find((fault) => fault === message) ?? FORM_FAULTS[field] ?? "digits" };
  });
  return { wrong: [...new Map(wrong.map((one) => [one.field, one])).values()] };
}

const FORM_FAULTS: Partial<Record<SettingsField, SettingsFault>> = {
  consultant: "range",
  client: "range",
  accountLength: "range",
  fiscalYearStartMonth: "range",
  feeTaxKey: "tax_key",
};

/** Returns the later of two fields that name the same account. */
function twice(form: SettingsForm): SettingsField {
  const names = ["transit", "bank", "fees", "unassigned"] as const;
  return (
    names.find((name, at) => form[name] && names.slice(0, at).some((other) => form[other] === form[name])) ?? "fees"
  );
}

export function toForm(settings: DatevSettings): SettingsForm {
  const { consultant, client, accountLength, fiscalYearStartMonth, accounts, chart, isLocked, feeTaxKey } = settings;
  return {
    consultant: String(consultant),
    client: String(client),
    accountLength: String(accountLength),
    fiscalYearStartMonth: String(fiscalYearStartMonth),
    ...accounts,
    bank: accounts.bank ?? "",
    ...{ chart, isLocked, feeTaxKey },
  };
}

/** Returns the form for a new supplier: the usual values, and nothing that only the tax adviser knows. */
export function blankForm(chart: DatevSettings["chart"] = "SKR03"): SettingsForm {
  return {
    ...{ consultant: "", client: "", chart, accountLength: "4", fiscalYearStartMonth: "1", isLocked: false },
    ...usualAccounts(chart, 4),
    ...{ bank: "", feeTaxKey: "" },
  };
}

/**
 * Returns the form with another chart or account length. The usual accounts change with it; accounts that were typed
 * stay.
 */
export function accountsFor(
  form: SettingsForm,
  change: Partial<Pick<SettingsForm, "chart" | "accountLength">>,
): SettingsForm {
  const next = { ...form, ...change };
  const [before, after] = [
    usualAccounts(form.chart, Number(form.accountLength)),
    usualAccounts(next.chart, Number(next.accountLength)),
  ];
  for (const name of ["transit", "fees", "unassigned", "collectiveDebtor"] as const)
    if (form[name] === before[name]) next[name] = after[name];
  return next;
}
