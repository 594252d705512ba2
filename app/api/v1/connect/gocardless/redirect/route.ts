import { z } from "zod";
import { completeConnection } from "@/lib/connections/sign-in/oauth-provider";
import { DONE, done } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  access: "owner",
  refusesKeys: true,
  needsProvenAddress: true,
  summary: "Finish connecting GoCardless",
  query: z.object({ code: z.string().min(1).max(2_000), state: z.string().min(1).max(200) }),
  refusals: ["oauth_state_invalid", "oauth_refused", "account_in_use", "organisation_taken", "proof_required"],
  response: done,
  handler: async ({ caller, query }) => {
    await completeConnection(caller, "GOCARDLESS", query);
    return DONE;
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
