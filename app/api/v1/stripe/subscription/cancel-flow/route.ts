import { z } from "zod";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";
import { performCancelAction } from "@/lib/subscriptions/cancel/provider";
import { cancelPayload } from "@/lib/subscriptions/schema";

export const POST = route({
  access: "owner",
  summary: "Execute the action that was chosen in the cancel flow",
  body: cancelPayload,
  refusals: ["subscription_missing", "action_not_offered"],
  response: z.object({ done: z.literal(true) }),
  handler: async ({ caller, body }) => {
    await performCancelAction(caller.customerId, body, caller.actor);
    return { done: true as const };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
