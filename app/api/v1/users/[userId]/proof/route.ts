import { ofUser } from "@/lib/accounts/api-schema";
import { attemptAgain } from "@/lib/accounts/attempt-access";
import { passwordProof } from "@/lib/accounts/schema";
import { proveByPassword } from "@/lib/auth/fresh-proof";
import { otherMethods } from "@/lib/http/other-methods";
import { DONE, done } from "@/lib/http/params";
import { route } from "@/lib/http/route";

export const POST = route({
  access: "reader",
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
