"use server";

import { z } from "zod";
import { action } from "@/lib/http/action";
import { stopCollection } from "./mutations";

export const cancelCollectionAction = action({
  access: "member",
  input: z.object({ collectionId: z.string() }),
  handler: async ({ caller, input }) => await stopCollection(caller.customerId, input.collectionId, caller.actor),
});
