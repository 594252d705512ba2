import { DONE, done, ofCustomerAndId } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";
import { deleteMandateRequest } from "@/lib/mandates/requests/mutations";

export const DELETE = route({
  access: "member",
  summary: "Withdraw a mandate request",
  params: ofCustomerAndId,
  refusals: ["request_closed"],
  response: done,
  handler: async ({ caller, params }) => {
    await deleteMandateRequest(caller.customerId, params.id, caller.actor);
    return DONE;
  },
});

export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods({ DELETE });
