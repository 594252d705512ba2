import { z } from "zod";
import { completeSignIn } from "@/lib/datev/upload-mutations";
import { DONE, done } from "@/lib/http/params";
import { route } from "@/lib/http/route";
import { requireContract } from "@/lib/subscriptions/access";

export const GET = route({
  access: "member",
  needsProvenAddress: true,
  gate: requireContract,
  summary: "Finish signing in at DATEV, to hand over files",
  query: z.object({ code: z.string().min(1).max(2_000), state: z.string().min(1).max(200) }),
  response: done,
  handler: async ({ caller, query }) => {
    await completeSignIn(caller, query);
    return DONE;
  },
});
