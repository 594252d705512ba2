import { ofUser } from "@/lib/accounts/profile/api-schema";
import { proveByPasskey } from "@/lib/auth/factors/fresh-proof";
import { authenticationResponse } from "@/lib/auth/factors/passkeys";
import { DONE, done } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const POST = route({
  access: "reader",
  refusesKeys: true,
  summary: "Prove by passkey that it is you (AuthenticationResponseJSON); the options come from passkeys/login/start",
  params: ofUser,
  body: authenticationResponse,
  refusals: ["passkey_refused"],
  response: done,
  handler: async ({ caller, body }) => {
    await proveByPasskey(caller, body, caller.origin.ip);
    return DONE;
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
