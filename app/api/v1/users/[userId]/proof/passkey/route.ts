import { ofUser } from "@/lib/accounts/api-schema";
import { proveByPasskey } from "@/lib/auth/fresh-proof";
import { authenticationResponse } from "@/lib/auth/passkeys";
import { otherMethods } from "@/lib/http/other-methods";
import { DONE, done } from "@/lib/http/params";
import { route } from "@/lib/http/route";

export const POST = route({
  access: "reader",
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
