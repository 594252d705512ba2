"use server";

import { z } from "zod";
import { action } from "@/lib/http/action";
import { retriggerPayout } from "./mutations";

export const retriggerPayoutAction = action({
  access: "member",
  input: z.object({ payoutId: z.string() }),
  handler: async ({ caller, input }) => await retriggerPayout(caller.customerId, input.payoutId, caller.actor),
});
