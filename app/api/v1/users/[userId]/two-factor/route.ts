import { z } from "zod";
import { ofUser } from "@/lib/accounts/api-schema";
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
    await disableTwoFactor(caller.customerId, caller.userId, body.code, caller.actor);
    return DONE;
  },
});
