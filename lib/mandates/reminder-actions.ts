"use server";

import { action } from "@/lib/http/action";
import { requireContract } from "@/lib/subscriptions/access";
import { saveReminders } from "./reminder-mutations";
import { reminderSettings } from "./reminder-schema";

export const saveRemindersAction = action({
  access: "member",
  gate: requireContract,
  input: reminderSettings,
  handler: async ({ caller, input }) => await saveReminders(caller.customerId, input, caller.actor),
});
