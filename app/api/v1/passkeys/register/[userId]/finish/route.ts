import { addPasskey } from "@/lib/accounts/passkeys/mutations";
import { ofUser, passkeyView } from "@/lib/accounts/profile/api-schema";
import { registrationResponse } from "@/lib/auth/factors/passkeys";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const POST = route({
  access: "reader",
  refusesKeys: true,
  needsProvenAddress: true,
  summary: "Add the passkey that a device has made (RegistrationResponseJSON)",
  params: ofUser,
  body: registrationResponse,
  refusals: ["passkey_refused", "passkey_known"],
  response: passkeyView,
  handler: async ({ caller, body }) =>
    await addPasskey(caller.customerId, caller.userId, body, caller.origin.userAgent, caller.actor),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
