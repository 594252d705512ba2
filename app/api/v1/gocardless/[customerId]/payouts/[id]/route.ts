import { DONE, done, ofCustomerAndId } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";
import { retriggerPayout } from "@/lib/payouts/record/mutations";
import { requireContract } from "@/lib/subscriptions/contract/access";

export const POST = route({
  access: "member",
  gate: requireContract,
  summary: "Transfer a payout to the accounting software again",
  params: ofCustomerAndId,
  refusals: ["payout_not_ready", "payout_bounced", "payout_in_file", "payout_in_former_books"],
  response: done,
  handler: async ({ caller, params }) => {
    await retriggerPayout(caller.customerId, params.id, caller.actor);
    return DONE;
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
