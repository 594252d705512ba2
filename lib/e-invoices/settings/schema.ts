import { z } from "zod";

/** The faults of a field in the form; each has a text in `eInvoices.settings.faults`. */
export const SETTINGS_FAULTS = ["identity_missing", "vat_id", "tax_number", "creditor_id", "due_days"] as const;
export type SettingsFault = (typeof SETTINGS_FAULTS)[number];

/** The form as it is typed. One field at least says who the supplier is, so that others' invoices are recognised. */
export const settingsForm = z.object({
  vatId: z.string().trim().max(40),
  taxNumber: z.string().trim().max(40),
  /** The supplier's own creditor identifiers, separated by commas or blanks. */
  creditorIds: z.string().trim().max(200),
  /** Days from invoice to due date for invoices that name no due date. Empty: such an invoice waits. */
  dueDays: z.string().trim().max(5),
});
export type SettingsForm = z.output<typeof settingsForm>;
export type SettingsField = keyof SettingsForm;
