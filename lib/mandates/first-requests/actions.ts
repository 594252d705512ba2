"use server";

import { action } from "@/lib/http/action";
import { requireContract } from "@/lib/subscriptions/contract/access";
import { chooseFirstRequests } from "./mutations";
import { firstRequestChoice } from "./schema";

export const chooseFirstRequestsAction = action({
  access: "member",
  gate: requireContract,
  input: firstRequestChoice,
  handler: async ({ caller, input }) => await chooseFirstRequests(caller.customerId, input, caller.actor),
});
