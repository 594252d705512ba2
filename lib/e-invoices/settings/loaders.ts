import { cache } from "react";
import { pageAccount } from "@/lib/auth/sessions/page-session";
import { isAccountingSystem } from "@/lib/vendors/rules";
import { vendorName } from "@/lib/vendors/types";
import { readSettings } from "./data";
import { toForm } from "./rules";
import type { SettingsForm } from "./schema";

export interface EInvoiceSettingsView {
  isInUse: boolean;
  /** The name of another accounting system that is connected. It has to be disconnected first. */
  otherSystem: string | undefined;
  /** The form as it was saved; before, with the VAT id of the profile. */
  form: SettingsForm;
}

export const loadEInvoiceSettings = cache(async (): Promise<EInvoiceSettingsView> => {
  const { session, account } = await pageAccount();
  const connection = account.connections.find(({ type }) => type === "EINVOICE");
  const settings = await readSettings(session.customerId);
  const other = account.connections.find(
    ({ type, status }) => isAccountingSystem(type) && type !== "EINVOICE" && status === "connected",
  );
  return {
    isInUse: connection?.status === "connected",
    otherSystem: vendorName(other?.type),
    form: toForm(settings, account.vatId),
  };
});
