import { ofUser } from "@/lib/accounts/api-schema";
import { startPasskey } from "@/lib/accounts/passkey-mutations";
import { creationOptions } from "@/lib/auth/passkeys";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const POST = route({
  access: "reader",
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
