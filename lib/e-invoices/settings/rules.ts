import { plainVatId } from "@/lib/core/formats/vat-id";
import { isCreditorId, plainCreditorId } from "@/lib/e-invoices/creditor/rules";
import type { SettingsFault, SettingsField, SettingsForm } from "./schema";
import type { EInvoiceSettings } from "./types";

const MAX_DUE_DAYS = 365;

export interface WrongField {
  field: SettingsField;
  fault: SettingsFault;
}

/** Returns the settings that a supplier has typed, or the fault of each wrong field. */
export function readForm(form: SettingsForm): { settings: EInvoiceSettings } | { wrong: WrongField[] } {
  const vatId = plainVatId(form.vatId);
  const creditorIds = [...new Set(form.creditorIds.split(/[,;\n]+/).map(plainCreditorId))].filter(Boolean);
  const { taxNumber } = form;
  const wrong: WrongField[] = [];
  if (vatId !== "" && !isVatId(vatId)) wrong.push({ field: "vatId", fault: "vat_id" });
  if (taxNumber !== "" && !/^\d{8,13}$/.test(plainTaxNumber(taxNumber)))
    wrong.push({ field: "taxNumber", fault: "tax_number" });
  if (!creditorIds.every(isCreditorId)) wrong.push({ field: "creditorIds", fault: "creditor_id" });
  if (form.dueDays !== "" && !(/^\d{1,3}$/.test(form.dueDays) && Number(form.dueDays) <= MAX_DUE_DAYS))
    wrong.push({ field: "dueDays", fault: "due_days" });
  if (vatId === "" && taxNumber === "" && creditorIds.length === 0)
    wrong.push({ field: "vatId", fault: "identity_missing" });
  if (wrong.length > 0) return { wrong };
  return { settings: { vatId, taxNumber, creditorIds, dueDays: form.dueDays === "" ? null : Number(form.dueDays) } };
}

/** German VAT ids have nine digits. Other countries' formats differ too much to be checked further. */
function isVatId(plain: string): boolean {
  return plain.startsWith("DE") ? /^DE\d{9}$/.test(plain) : /^[A-Z]{2}[A-Z0-9+*]{2,13}$/.test(plain);
}

/** Returns a tax number for comparison: its digits, because offices write slashes and blanks differently. */
export function plainTaxNumber(text: string): string {
  return text.replace(/[\s/.\p{Pd}]/gu, "");
}

export function toForm(settings: EInvoiceSettings | undefined, profileVatId = ""): SettingsForm {
  const { vatId, taxNumber, creditorIds, dueDays } = settings ?? {
    ...{ vatId: plainVatId(profileVatId), taxNumber: "", creditorIds: [], dueDays: null },
  };
  return { vatId, taxNumber, creditorIds: creditorIds.join(", "), dueDays: dueDays === null ? "" : String(dueDays) };
}
