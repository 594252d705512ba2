import { z } from "zod";
import { ofUser } from "@/lib/accounts/api-schema";
import { startPasskey } from "@/lib/accounts/passkey-mutations";
import { route } from "@/lib/http/route";

export const POST = route({
  access: "reader",
  summary: "Options for a new passkey (PublicKeyCredentialCreationOptionsJSON); needs a fresh proof",
  params: ofUser,
  response: z.looseObject({ challenge: z.string() }),
  handler: async ({ caller }) => ({ ...(await startPasskey(caller)) }),
});
