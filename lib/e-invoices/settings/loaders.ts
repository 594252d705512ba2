import { cache } from "react";
import { pageAccount } from "@/lib/auth/sessions/page-session";
import { readSettings } from "./data";
import { toForm } from "./rules";
import type { SettingsForm } from "./schema";

export interface EInvoiceSettingsView {
  isInUse: boolean;
  /** The form as it was saved; before, with the VAT id of the profile. */
  form: SettingsForm;
}

export const loadEInvoiceSettings = cache(async (): Promise<EInvoiceSettingsView> => {
  const { session, account } = await pageAccount();
  const connection = account.connections.find(({ type }) => type === "EINVOICE");
  const settings = await readSettings(session.customerId);
  return { isInUse: connection?.status === "connected", form: toForm(settings, account.vatId) };
});
