import { z } from "zod";
import { callerOrigin } from "@/lib/auth/caller";
import { startPasskeySignIn } from "@/lib/auth/passkeys";
import { route } from "@/lib/http/route";

export const POST = route({
  access: "public",
  summary: "Options to sign in with a passkey, and the user id to answer to; no list of passkeys is given away",
  body: z.object({ email: z.string().max(320).optional() }),
  response: z.looseObject({ challenge: z.string(), userId: z.string() }),
  handler: async ({ body }) => {
    const { options, userId } = await startPasskeySignIn(body.email, (await callerOrigin()).ip);
    return { ...options, userId };
  },
});
