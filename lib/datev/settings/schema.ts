import { z } from "zod";

/** The faults of a field in the form; each has a text in `datev.settings.faults`. */
export const SETTINGS_FAULTS = [
  "range",
  "digits",
  "account_length",
  "debtor_range",
  "account_twice",
  "tax_key",
] as const;
export type SettingsFault = (typeof SETTINGS_FAULTS)[number];

/** The form as it is typed. Numbers are checked as text, so that the refusal can name the field. */
export const settingsForm = z.object({
  consultant: z.string().trim(),
  client: z.string().trim(),
  chart: z.enum(["SKR03", "SKR04"]),
  accountLength: z.string().trim(),
  fiscalYearStartMonth: z.string().trim(),
  isLocked: z.boolean(),
  transit: z.string().trim(),
  /** Empty if the bank statement books the payout itself. */
  bank: z.string().trim(),
  fees: z.string().trim(),
  unassigned: z.string().trim(),
  collectiveDebtor: z.string().trim(),
  feeTaxKey: z.string().trim(),
});
export type SettingsForm = z.output<typeof settingsForm>;
export type SettingsField = keyof SettingsForm;
