"use server";

import { z } from "zod";
import { action } from "@/lib/http/action";
import { requireContract } from "@/lib/subscriptions/access";
import { chooseMandate, confirmMatch, rejectMatch } from "./mutations";
import { deleteMandateRequest, requestMandate, resendMandateRequest } from "./request-mutations";

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
  input: ofMandate,
  handler: async ({ caller, input }) => await confirmMatch(caller.customerId, input.mandateId, caller.actor),
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
