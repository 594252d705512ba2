"use server";

import { z } from "zod";
import { setMandateEmail } from "@/lib/contacts/address/mutations";
import { action } from "@/lib/http/action";
import { clearDeceased } from "@/lib/mandates/payer/deceased-mutations";
import { setAlwaysCollected } from "@/lib/payers/always/mutations";
import { readExclusionStakes } from "@/lib/payers/exclusion/data";
import { setContactExcluded } from "@/lib/payers/exclusion/mutations";
import { requireContract } from "@/lib/subscriptions/contract/access";

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

export const setAlwaysCollectedAction = action({
  access: "member",
  gate: requireContract,
  input: z.object({ contactId: z.string().max(64), isAlwaysCollected: z.boolean() }),
  handler: async ({ caller, input }) =>
    await setAlwaysCollected(caller.customerId, input.contactId, input.isAlwaysCollected, caller.actor),
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
