import { z } from "zod";
import { ofUser } from "@/lib/accounts/api-schema";
import { startPasskey } from "@/lib/accounts/passkey-mutations";
import { route } from "@/lib/http/route";

export const POST = route({
  access: "reader",
  needsProvenAddress: true,
  needsFreshProof: true,
  summary: "Options for a new passkey (PublicKeyCredentialCreationOptionsJSON)",
  params: ofUser,
  response: z.looseObject({ challenge: z.string() }),
  handler: async ({ caller }) => ({ ...(await startPasskey(caller.userId)) }),
});
