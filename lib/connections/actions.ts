"use server";

import { z } from "zod";
import { releaseHold } from "@/lib/connections/hold/mutations";
import { wantSync } from "@/lib/connections/record/mutations";
import { disconnect } from "@/lib/connections/record/provider";
import { confirmExternalSchedules } from "@/lib/connections/schedules/mutations";
import { connectByKey } from "@/lib/connections/sign-in/key-provider";
import { startConnection } from "@/lib/connections/sign-in/oauth-provider";
import { requireOwnerFor } from "@/lib/connections/sign-in/payments-access";
import { db } from "@/lib/core/database/db";
import { action } from "@/lib/http/action";
import { requireContract } from "@/lib/subscriptions/contract/access";
import { CONNECTABLE, KEYED, OAUTH } from "@/lib/vendors/types";
import { apiKeyInput } from "./schema";

const ofType = z.object({ type: z.enum(CONNECTABLE) });

export const startConnectionAction = action({
  access: "member",
  needsProvenAddress: true,
  input: z.object({ type: z.enum(OAUTH) }),
  handler: async ({ caller, input }) => ({ url: await startConnection(caller, input.type) }),
});

export const connectByKeyAction = action({
  access: "member",
  needsProvenAddress: true,
  input: apiKeyInput.extend({ type: z.enum(KEYED) }),
  handler: async ({ caller, input }) => await connectByKey(caller, input.type, input.apiKey),
});

export const disconnectAction = action({
  access: "member",
  input: ofType,
  handler: async ({ caller, input }) => {
    requireOwnerFor(input.type, caller);
    await disconnect(caller.customerId, input.type, caller.actor);
  },
});

/** Another owner releases a new GoCardless account before its hold ends. */
export const releaseHoldAction = action({
  access: "owner",
  needsFreshProof: true,
  input: z.object({ organisationId: z.string().max(64) }),
  handler: async ({ caller, input }) => await releaseHold(caller, input),
});

/** Needs no contract, because it is a part of connecting. */
export const confirmExternalSchedulesAction = action({
  access: "owner",
  input: z.object({}),
  handler: async ({ caller }) => await confirmExternalSchedules(caller.customerId, caller.actor),
});

export const syncNowAction = action({
  access: "member",
  gate: requireContract,
  input: z.object({}),
  handler: async ({ caller }) => await db.$transaction((tx) => wantSync(tx, caller.customerId, "listing")),
});
