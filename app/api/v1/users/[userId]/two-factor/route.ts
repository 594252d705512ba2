import { z } from "zod";
import { ofUser } from "@/lib/accounts/api-schema";
import { attemptAgain } from "@/lib/accounts/attempt-access";
import { twoFactorCode } from "@/lib/accounts/schema";
import { disableTwoFactor } from "@/lib/accounts/two-factor-mutations";
import { DONE, done } from "@/lib/http/params";
import { route } from "@/lib/http/route";

export const DELETE = route({
  access: "reader",
  needsFreshProof: true,
  summary: "Turn the second factor off by a code or a recovery code",
  params: ofUser,
  body: z.object({ code: twoFactorCode }),
  response: done,
  handler: async ({ caller, body }) => {
    const { customerId, userId, actor } = caller;
    await attemptAgain(userId, () => disableTwoFactor(customerId, userId, body.code, actor));
    return DONE;
  },
});
