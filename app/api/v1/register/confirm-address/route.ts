import { z } from "zod";
import { followAddressLink } from "@/lib/accounts/address/mutations";
import { typedPassword } from "@/lib/accounts/schema";
import { callerOrigin } from "@/lib/auth/caller";
import { countLinkUse } from "@/lib/auth/limits/guesses";
import { readAddressToken } from "@/lib/auth/link-tokens";
import { currentSession } from "@/lib/auth/sessions/session";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const POST = route({
  access: "public",
  summary: "Use the token of a link about an email address, with a session of the account or its password",
  body: z.object({ jwtToken: z.string().max(2_000), password: typedPassword.optional() }),
  refusals: ["link_expired", "wrong_credentials", "email_taken"],
  response: z.object({ kind: z.enum(["proof", "change", "undo"]) }),
  handler: async ({ body }) => {
    const { ip } = await callerOrigin();
    await countLinkUse(await readAddressToken(body.jwtToken), ip);
    const session = await currentSession();
    return { kind: await followAddressLink(body.jwtToken, { session, password: body.password }, ip) };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
