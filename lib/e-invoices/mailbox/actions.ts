"use server";

import { z } from "zod";
import { action } from "@/lib/http/action";
import { requireContract } from "@/lib/subscriptions/contract/access";
import { replaceMailbox } from "./mutations";

export const replaceMailboxAction = action({
  access: "member",
  needsProvenAddress: true,
  gate: requireContract,
  input: z.object({}),
  handler: async ({ caller }) => ({ address: await replaceMailbox(caller.customerId, caller.actor) }),
});
