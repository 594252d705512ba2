import { z } from "zod";
import { ofUser } from "@/lib/accounts/profile/api-schema";
import { twoFactorCode } from "@/lib/accounts/schema";
import { enableTwoFactor } from "@/lib/accounts/two-factor/mutations";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const POST = route({
  access: "reader",
  refusesKeys: true,
  needsProvenAddress: true,
  summary: "Turn the second factor on by two codes that follow each other; answers the recovery codes, once",
  params: ofUser,
  body: z.object({ codes: z.tuple([twoFactorCode, twoFactorCode]) }),
  refusals: ["two_factor_not_set_up", "two_factor_enabled", "two_factor_code_wrong"],
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  handler: async ({ caller, body }) => ({
    recoveryCodes: await enableTwoFactor(caller.customerId, caller.userId, body.codes, caller.actor),
  }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
