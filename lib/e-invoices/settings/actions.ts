"use server";

import { action } from "@/lib/http/action";
import { saveSettings } from "./mutations";
import { settingsForm } from "./schema";

/** Needs no contract, because it is a part of connecting. */
export const saveEInvoiceSettingsAction = action({
  access: "member",
  needsProvenAddress: true,
  input: settingsForm,
  handler: async ({ caller, input }) => await saveSettings(caller.customerId, input, caller.actor),
});
