import { startPasskey } from "@/lib/accounts/passkeys/mutations";
import { ofUser } from "@/lib/accounts/profile/api-schema";
import { creationOptions } from "@/lib/auth/factors/passkeys";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const POST = route({
  access: "reader",
  refusesKeys: true,
  needsProvenAddress: true,
  needsFreshProof: true,
  summary: "Options for a new passkey (PublicKeyCredentialCreationOptionsJSON)",
  params: ofUser,
  refusals: ["conflict"],
  response: creationOptions,
  handler: async ({ caller }) => {
    const options = await startPasskey(caller.userId);
    return { ...options, extensions: { ...options.extensions } };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
