"use server";

import { z } from "zod";
import { action } from "@/lib/http/action";
import { retriggerPayout } from "@/lib/payouts/record/mutations";
import { requireContract } from "@/lib/subscriptions/contract/access";

export const retriggerPayoutAction = action({
  access: "member",
  gate: requireContract,
  input: z.object({ payoutId: z.string() }),
  handler: async ({ caller, input }) => await retriggerPayout(caller.customerId, input.payoutId, caller.actor),
});
