"use server";

import { action } from "@/lib/http/action";
import { requireContract } from "@/lib/subscriptions/contract/access";
import { saveReminders } from "./mutations";
import { reminderSettings } from "./schema";

export const saveRemindersAction = action({
  access: "member",
  gate: requireContract,
  input: reminderSettings,
  handler: async ({ caller, input }) => await saveReminders(caller.customerId, input, caller.actor),
});
