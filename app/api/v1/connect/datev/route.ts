import { z } from "zod";
import { completeSignIn } from "@/lib/datev/upload/provider";
import { DONE, done } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";
import { requireContract } from "@/lib/subscriptions/contract/access";

export const GET = route({
  access: "member",
  refusesKeys: true,
  needsProvenAddress: true,
  gate: requireContract,
  summary: "Finish signing in at DATEV, to upload files",
  query: z.object({ code: z.string().min(1).max(2_000), state: z.string().min(1).max(200) }),
  refusals: ["oauth_state_invalid", "oauth_refused", "upload_not_possible", "connection_missing"],
  response: done,
  handler: async ({ caller, query }) => {
    await completeSignIn(caller, query);
    return DONE;
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
