import { z } from "zod";
import { completeConnection } from "@/lib/connections/oauth-mutations";
import { DONE, done } from "@/lib/http/params";
import { route } from "@/lib/http/route";

export const GET = route({
  access: "owner",
  needsProvenAddress: true,
  summary: "Finish connecting GoCardless",
  query: z.object({ code: z.string().min(1).max(2_000), state: z.string().min(1).max(200) }),
  response: done,
  handler: async ({ caller, query }) => {
    await completeConnection(caller, "GOCARDLESS", query);
    return DONE;
  },
});
