"use server";

import { z } from "zod";
import { action } from "@/lib/http/action";
import { setContactExcluded } from "./exclusion-mutations";

export const setContactExcludedAction = action({
  access: "member",
  input: z.object({ contactId: z.string().max(64), isExcluded: z.boolean() }),
  handler: async ({ caller, input }) =>
    await setContactExcluded(caller.customerId, input.contactId, input.isExcluded, caller.actor),
});
