import { DONE, done, ofCustomerAndId } from "@/lib/http/params";
import { route } from "@/lib/http/route";
import { retriggerPayout } from "@/lib/payouts/mutations";
import { requireContract } from "@/lib/subscriptions/access";

export const POST = route({
  access: "member",
  gate: requireContract,
  summary: "Take a payout to the books again",
  params: ofCustomerAndId,
  response: done,
  handler: async ({ caller, params }) => {
    await retriggerPayout(caller.customerId, params.id, caller.actor);
    return DONE;
  },
});
