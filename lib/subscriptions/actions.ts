"use server";

import { z } from "zod";
import { requestLocale } from "@/lib/core/i18n";
import { ownPath } from "@/lib/core/web/own-path";
import { action } from "@/lib/http/action";
import { performCancelAction, undo } from "@/lib/subscriptions/cancel/provider";
import { choosePayment, choosePlan } from "@/lib/subscriptions/contract/mutations";
import { saveBillingContact } from "@/lib/subscriptions/contract/provider";
import { openOrder, openPortal, openUpgrade, SUBSCRIPTION_PATH } from "@/lib/subscriptions/orders/provider";
import { billingContact, cancelPayload, paymentChoice, planChoice } from "./schema";

const ofPath = z.object({ returnPath: z.string().max(200).optional() });

export const choosePlanAction = action({
  access: "owner",
  input: planChoice,
  handler: async ({ caller, input }) => await choosePlan(caller.customerId, input),
});

export const choosePaymentAction = action({
  access: "owner",
  input: paymentChoice,
  handler: async ({ caller, input }) => await choosePayment(caller.customerId, input.payment),
});

export const saveBillingContactAction = action({
  access: "owner",
  needsProvenAddress: true,
  input: billingContact,
  handler: async ({ caller, input }) =>
    await saveBillingContact(caller.customerId, input, await requestLocale(), caller.actor),
});

export const openOrderAction = action({
  access: "owner",
  needsProvenAddress: true,
  input: ofPath,
  handler: async ({ caller, input }) => {
    const options = { returnPath: ownPath(input.returnPath) };
    return { url: await openOrder(caller.customerId, options, await requestLocale(), caller.actor) };
  },
});

export const openPortalAction = action({
  access: "owner",
  input: z.object({ kind: z.enum(["home", "payment_method", "plan"]) }),
  handler: async ({ caller, input }) => ({
    url: await openPortal(caller.customerId, input.kind, SUBSCRIPTION_PATH, await requestLocale()),
  }),
});

export const openUpgradeAction = action({
  access: "owner",
  needsProvenAddress: true,
  input: planChoice.extend(ofPath.shape),
  handler: async ({ caller, input: { returnPath, ...target } }) => ({
    url: await openUpgrade(caller.customerId, target, ownPath(returnPath) ?? SUBSCRIPTION_PATH, await requestLocale()),
  }),
});

export const cancelFlowAction = action({
  access: "owner",
  input: cancelPayload,
  handler: async ({ caller, input }) => await performCancelAction(caller.customerId, input, caller.actor),
});

export const undoAction = action({
  access: "owner",
  input: z.object({ what: z.enum(["cancel", "pause", "change"]) }),
  handler: async ({ caller, input }) => await undo(caller.customerId, input.what, caller.actor),
});
