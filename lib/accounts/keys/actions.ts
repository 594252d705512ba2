"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { makeKey, revokeKey } from "@/lib/accounts/keys/mutations";
import { API_KEY_SCOPES } from "@/lib/accounts/keys/types";
import { line } from "@/lib/accounts/schema";
import { action } from "@/lib/http/action";

export const makeKeyAction = action({
  access: "owner",
  needsProvenAddress: true,
  needsFreshProof: true,
  input: z.object({ name: line(60).min(1), scope: z.enum(API_KEY_SCOPES) }),
  handler: async ({ caller, input }) => {
    const made = await makeKey(caller.customerId, input, caller.actor);
    refresh();
    return made;
  },
});

/** Needs no fresh proof: an owner who suspects a leak must be able to revoke at once. */
export const revokeKeyAction = action({
  access: "owner",
  input: z.object({ id: z.string().max(64) }),
  handler: async ({ caller, input }) => {
    await revokeKey(caller.customerId, input.id, caller.actor);
    refresh();
  },
});
