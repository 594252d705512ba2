"use server";

import { z } from "zod";
import { askChargeDate, askEarliestRetry } from "@/lib/collections/decision/charge-date/access";
import { noteInput, retryShownInput } from "@/lib/collections/schema";
import { isDay } from "@/lib/core/time/dates";
import { action } from "@/lib/http/action";
import { requireContract } from "@/lib/subscriptions/contract/access";
import { dismissReturn, reopenDismissed, writeNote } from "./mutations";
import { approveRetry, stopRetry } from "./retry-mutations";

const ofInvoice = z.object({ invoiceId: z.string().max(64) });

export const askEarliestRetryAction = action({
  access: "member",
  gate: requireContract,
  input: ofInvoice,
  handler: async ({ caller, input }) => await askEarliestRetry(caller.customerId, input.invoiceId),
});

export const approveRetryAction = action({
  access: "member",
  gate: requireContract,
  input: ofInvoice.extend({ retryOn: z.string().refine(isDay).optional(), shown: retryShownInput }),
  handler: async ({ caller, input: { invoiceId, retryOn, shown } }) => {
    const isKnown = await askChargeDate(caller.customerId, invoiceId);
    return { ...(await approveRetry(caller.customerId, invoiceId, caller.actor, retryOn, shown)), isKnown };
  },
});

export const stopRetryAction = action({
  access: "member",
  input: ofInvoice,
  handler: async ({ caller, input }) => await stopRetry(caller.customerId, input.invoiceId, caller.actor),
});

export const dismissReturnAction = action({
  access: "member",
  input: ofInvoice,
  handler: async ({ caller, input }) => await dismissReturn(caller.customerId, input.invoiceId, caller.actor),
});

export const reopenReturnAction = action({
  access: "member",
  gate: requireContract,
  input: ofInvoice,
  handler: async ({ caller, input }) => await reopenDismissed(caller.customerId, input.invoiceId, caller.actor),
});

export const writeNoteAction = action({
  access: "member",
  input: ofInvoice.extend(noteInput.shape),
  handler: async ({ caller, input }) => await writeNote(caller.customerId, input.invoiceId, input.text, caller.actor),
});
