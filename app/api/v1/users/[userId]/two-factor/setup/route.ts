import { z } from "zod";
import { ofUser } from "@/lib/accounts/profile/api-schema";
import { setUpTwoFactor } from "@/lib/accounts/two-factor/mutations";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const POST = route({
  access: "reader",
  refusesKeys: true,
  needsProvenAddress: true,
  needsFreshProof: true,
  summary: "A new secret for an authenticator app; it counts once two codes were entered",
  params: ofUser,
  refusals: ["two_factor_enabled"],
  response: z.object({ secret: z.string(), otpauthUrl: z.string() }),
  handler: async ({ caller }) => await setUpTwoFactor(caller.userId),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
