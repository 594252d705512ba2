"use server";

import { z } from "zod";
import { stopCollection } from "@/lib/collections/decision/mutations";
import { action } from "@/lib/http/action";

export const cancelCollectionAction = action({
  access: "member",
  input: z.object({ collectionId: z.string() }),
  handler: async ({ caller, input }) => await stopCollection(caller.customerId, input.collectionId, caller.actor),
});
