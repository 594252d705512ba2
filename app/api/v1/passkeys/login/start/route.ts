import { z } from "zod";
import { callerOrigin } from "@/lib/auth/caller";
import { requestOptions, startPasskeySignIn } from "@/lib/auth/factors/passkeys";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const POST = route({
  access: "public",
  summary: "Options to sign in with a passkey, and the user id to answer to; no list of passkeys is given away",
  body: z.object({ email: z.string().max(320).optional() }),
  response: requestOptions,
  handler: async ({ body }) => {
    const { options, userId } = await startPasskeySignIn(body.email, (await callerOrigin()).ip);
    return { ...options, extensions: { ...options.extensions }, userId };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
