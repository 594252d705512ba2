import { z } from "zod";
import { ofUser } from "@/lib/accounts/api-schema";
import { setUpTwoFactor } from "@/lib/accounts/two-factor-mutations";
import { route } from "@/lib/http/route";

export const POST = route({
  access: "reader",
  needsProvenAddress: true,
  needsFreshProof: true,
  summary: "A new secret for an authenticator app; it counts once two codes were entered",
  params: ofUser,
  response: z.object({ secret: z.string(), otpauthUrl: z.string() }),
  handler: async ({ caller }) => await setUpTwoFactor(caller.userId),
});
