"use server";

import { z } from "zod";
import { action } from "@/lib/http/action";
import { confirmMatch, rejectMatch, undoMatch } from "@/lib/mandates/matching/mutations";
import { cancelMandate } from "@/lib/mandates/provider/cancel-mutations";
import { chooseMandate } from "@/lib/mandates/record/mutations";
import { deleteMandateRequest, requestMandate, resendMandateRequest } from "@/lib/mandates/requests/mutations";
import { shareMandate, unshareMandate } from "@/lib/mandates/sharing/mutations";
import { requireContract } from "@/lib/subscriptions/contract/access";

const ofRequest = z.object({ requestId: z.string() });
const ofMandate = z.object({ mandateId: z.string() });

export const requestMandateAction = action({
  access: "member",
  gate: requireContract,
  input: z.object({ contactId: z.string(), byMail: z.boolean() }),
  handler: async ({ caller, input }) => {
    const { link } = await requestMandate(caller.customerId, input, caller.actor);
    return { link };
  },
});

/**
 * Requests another mandate although one is still valid: its collections were returned, or the payer has a new account.
 */
export const replaceMandateAction = action({
  access: "member",
  gate: requireContract,
  input: z.object({ contactId: z.string().max(64) }),
  handler: async ({ caller, input }) => {
    await requestMandate(caller.customerId, { ...input, byMail: true, isReplacement: true }, caller.actor);
  },
});

export const resendMandateRequestAction = action({
  access: "member",
  gate: requireContract,
  input: ofRequest,
  handler: async ({ caller, input }) => await resendMandateRequest(caller.customerId, input.requestId, caller.actor),
});

export const deleteMandateRequestAction = action({
  access: "member",
  input: ofRequest,
  handler: async ({ caller, input }) => await deleteMandateRequest(caller.customerId, input.requestId, caller.actor),
});

export const confirmMandateMatchAction = action({
  access: "member",
  gate: requireContract,
  input: ofMandate.extend({ contactId: z.string().max(64).optional() }),
  handler: async ({ caller, input }) =>
    await confirmMatch(caller.customerId, input.mandateId, caller.actor, input.contactId),
});

export const undoMandateMatchAction = action({
  access: "member",
  input: ofMandate,
  handler: async ({ caller, input }) => await undoMatch(caller.customerId, input.mandateId, caller.actor),
});

export const cancelMandateAction = action({
  access: "member",
  input: ofMandate,
  handler: async ({ caller, input }) => await cancelMandate(caller.customerId, input.mandateId, caller.actor),
});

export const rejectMandateMatchAction = action({
  access: "member",
  gate: requireContract,
  input: ofMandate,
  handler: async ({ caller, input }) => await rejectMatch(caller.customerId, input.mandateId, caller.actor),
});

export const chooseMandateAction = action({
  access: "member",
  gate: requireContract,
  input: ofMandate,
  handler: async ({ caller, input }) => await chooseMandate(caller.customerId, input.mandateId, caller.actor),
});

export const shareMandateAction = action({
  access: "member",
  gate: requireContract,
  input: ofMandate.extend({ contactId: z.string().max(64) }),
  handler: async ({ caller, input }) => await shareMandate(caller.customerId, input, caller.actor),
});

export const unshareMandateAction = action({
  access: "member",
  input: z.object({ contactId: z.string().max(64) }),
  handler: async ({ caller, input }) => await unshareMandate(caller.customerId, input.contactId, caller.actor),
});
