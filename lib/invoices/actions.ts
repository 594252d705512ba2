"use server";

import { z } from "zod";
import { askCollectNowDay } from "@/lib/collections/decision/charge-date/access";
import { collectNow, confirmLate, holdInvoice, setExcluded } from "@/lib/collections/instructions/mutations";
import { action } from "@/lib/http/action";
import { requireContract } from "@/lib/subscriptions/contract/access";

const ofInvoice = z.object({ invoiceId: z.string() });

export const setInvoiceExcludedAction = action({
  access: "member",
  input: ofInvoice.extend({ excluded: z.boolean() }),
  handler: async ({ caller, input }) =>
    await setExcluded(caller.customerId, input.invoiceId, input.excluded, caller.actor),
});

export const holdInvoiceAction = action({
  access: "member",
  input: ofInvoice.extend({ until: z.iso.date().nullable() }),
  handler: async ({ caller, input }) =>
    await holdInvoice(caller.customerId, input.invoiceId, input.until, caller.actor),
});

export const confirmLateInvoiceAction = action({
  access: "member",
  gate: requireContract,
  input: ofInvoice,
  handler: async ({ caller, input }) => await confirmLate(caller.customerId, input.invoiceId, caller.actor),
});

export const askCollectNowDayAction = action({
  access: "member",
  gate: requireContract,
  input: ofInvoice,
  handler: async ({ caller, input }) => await askCollectNowDay(caller.customerId, input.invoiceId),
});

export const collectNowAction = action({
  access: "member",
  gate: requireContract,
  input: ofInvoice,
  handler: async ({ caller, input }) => await collectNow(caller.customerId, input.invoiceId, caller.actor),
});
