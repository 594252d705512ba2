import { z } from "zod";
import { DONE, done } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";
import { resendMandateRequest } from "@/lib/mandates/requests/mutations";
import { requireContract } from "@/lib/subscriptions/contract/access";

export const POST = route({
  access: "member",
  gate: requireContract,
  summary: "Send a mandate request's mail again",
  params: z.object({ id: z.string() }),
  refusals: ["request_closed", "contact_without_email"],
  response: done,
  handler: async ({ caller, params }) => {
    await resendMandateRequest(caller.customerId, params.id, caller.actor);
    return DONE;
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
