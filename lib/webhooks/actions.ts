"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { countTry } from "@/lib/auth/limits/limits";
import { env } from "@/lib/core/env";
import { action } from "@/lib/http/action";
import {
  addEndpoint,
  deleteEndpoint,
  replay,
  rotateSecret,
  sendTest,
  switchEndpoint,
} from "@/lib/webhooks/endpoints/mutations";
import { newEndpoint } from "@/lib/webhooks/schema";

const one = z.object({ id: z.string().max(64) });

/** The open pages' version does not change with endpoints, so the answer has a fresh page. */
async function thenRefresh<T>(work: Promise<T>): Promise<T> {
  const result = await work;
  refresh();
  return result;
}

export const addEndpointAction = action({
  access: "owner",
  needsProvenAddress: true,
  needsFreshProof: true,
  input: newEndpoint,
  handler: async ({ caller, input }) => {
    const options = { allowsHttp: env().WEBHOOKS_ALLOW_PRIVATE };
    return await thenRefresh(addEndpoint(caller.customerId, input, caller.actor, options));
  },
});

export const rotateSecretAction = action({
  access: "owner",
  needsFreshProof: true,
  input: one,
  handler: async ({ caller, input }) => await thenRefresh(rotateSecret(caller.customerId, input.id, caller.actor)),
});

export const switchEndpointAction = action({
  access: "owner",
  input: one.extend({ isOn: z.boolean() }),
  handler: async ({ caller, input }) =>
    await thenRefresh(switchEndpoint(caller.customerId, input.id, input.isOn, caller.actor)),
});

export const deleteEndpointAction = action({
  access: "owner",
  input: one,
  handler: async ({ caller, input }) => await thenRefresh(deleteEndpoint(caller.customerId, input.id, caller.actor)),
});

export const sendTestAction = action({
  access: "owner",
  input: one,
  handler: async ({ caller, input }) => {
    await countTry("webhookByHand", caller.customerId);
    await thenRefresh(sendTest(caller.customerId, input.id));
  },
});

export const replayAction = action({
  access: "owner",
  input: z.object({ endpointId: z.string().max(64), messageId: z.string().max(64) }),
  handler: async ({ caller, input }) => {
    await countTry("webhookByHand", caller.customerId);
    await thenRefresh(replay(caller.customerId, input));
  },
});
