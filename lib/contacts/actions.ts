"use server";

import { z } from "zod";
import { action } from "@/lib/http/action";
import { requireContract } from "@/lib/subscriptions/access";
import { setMandateEmail } from "./address-mutations";
import { clearDeceased } from "./deceased-mutations";
import { readExclusionStakes } from "./exclusion-data";
import { setContactExcluded } from "./exclusion-mutations";

/** Returns what excluding this contact would stop, for the question asked before it is done. */
export const weighExclusionAction = action({
  access: "reader",
  input: z.object({ contactId: z.string().max(64) }),
  handler: async ({ caller, input }) => await readExclusionStakes(caller.customerId, input.contactId),
});

export const setContactExcludedAction = action({
  access: "member",
  input: z.object({ contactId: z.string().max(64), isExcluded: z.boolean() }),
  handler: async ({ caller, input }) =>
    await setContactExcluded(caller.customerId, input.contactId, input.isExcluded, caller.actor),
});

export const clearDeceasedAction = action({
  access: "member",
  input: z.object({ contactId: z.string().max(64) }),
  handler: async ({ caller, input }) => await clearDeceased(caller.customerId, input.contactId, caller.actor),
});

export const setMandateEmailAction = action({
  access: "member",
  gate: requireContract,
  input: z.object({ contactId: z.string().max(64), email: z.string().max(320) }),
  handler: async ({ caller, input }) =>
    await setMandateEmail(caller.customerId, input.contactId, input.email, caller.actor),
});
