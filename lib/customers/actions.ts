"use server";

import { savePaymentConditions, saveSettings } from "@/lib/customers/record/mutations";
import { action } from "@/lib/http/action";
import { requireContract } from "@/lib/subscriptions/contract/access";
import { collectingSettings, paymentConditions, paymentDescription, retryPlan } from "./schema";

export const savePaymentConditionsAction = action({
  access: "member",
  gate: requireContract,
  input: paymentConditions,
  handler: async ({ caller, input }) => {
    const conditions = [...new Set(input.conditions)];
    return { conditions, ...(await savePaymentConditions(caller.customerId, conditions, caller.actor)) };
  },
});

export const saveCollectingAction = action({
  access: "member",
  gate: requireContract,
  input: collectingSettings,
  handler: async ({ caller, input }) => await saveSettings(caller.customerId, input, caller.actor),
});

/** Saves the wording of the payment reference. An empty one is stored as none, and the default wording applies. */
export const savePaymentDescriptionAction = action({
  access: "member",
  gate: requireContract,
  input: paymentDescription,
  handler: async ({ caller, input }) => {
    const wording = input.paymentDescription?.trim() || null;
    await saveSettings(caller.customerId, { paymentDescription: wording }, caller.actor);
  },
});

export const saveRetryPlanAction = action({
  access: "member",
  gate: requireContract,
  input: retryPlan,
  handler: async ({ caller, input }) => await saveSettings(caller.customerId, input, caller.actor),
});
