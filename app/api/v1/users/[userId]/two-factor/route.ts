import { z } from "zod";
import { ofUser } from "@/lib/accounts/profile/api-schema";
import { twoFactorCode } from "@/lib/accounts/schema";
import { attemptAgain } from "@/lib/accounts/sign-in/attempt-access";
import { disableTwoFactor } from "@/lib/accounts/two-factor/mutations";
import { DONE, done } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const DELETE = route({
  access: "reader",
  refusesKeys: true,
  needsFreshProof: true,
  summary: "Turn the second factor off by a code or a recovery code",
  params: ofUser,
  body: z.object({ code: twoFactorCode }),
  refusals: ["two_factor_not_set_up", "two_factor_code_wrong"],
  response: done,
  handler: async ({ caller, body }) => {
    const { customerId, userId, actor } = caller;
    await attemptAgain(userId, () => disableTwoFactor(customerId, userId, body.code, actor));
    return DONE;
  },
});

export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods({ DELETE });
