import { ofUser } from "@/lib/accounts/profile/api-schema";
import { passwordProof } from "@/lib/accounts/schema";
import { attemptAgain } from "@/lib/accounts/sign-in/attempt-access";
import { proveByPassword } from "@/lib/auth/factors/fresh-proof";
import { DONE, done } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const POST = route({
  access: "reader",
  refusesKeys: true,
  summary:
    "Prove by password that it is you, for calls that answer proof_required; 428 asks for the second factor's code",
  params: ofUser,
  body: passwordProof,
  refusals: ["wrong_credentials", "two_factor_required", "two_factor_code_wrong"],
  response: done,
  handler: async ({ caller, body }) => {
    await attemptAgain(caller.userId, () => proveByPassword(caller, body, caller.origin.ip));
    return DONE;
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
