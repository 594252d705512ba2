"use server";

import { action } from "@/lib/http/action";
import { saveSettings } from "./mutations";
import { paymentConditions } from "./schema";

export const savePaymentConditionsAction = action({
  access: "member",
  input: paymentConditions,
  handler: async ({ caller, input }) => {
    const conditions = [...new Set(input.conditions)];
    await saveSettings(caller.customerId, { paymentConditions: conditions }, caller.actor);
    return { conditions };
  },
});
