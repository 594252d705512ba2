import { z } from "zod";
import { askForReset, isResetOpen, linkExpired } from "@/lib/accounts/password/mutations";
import { emailAddress } from "@/lib/accounts/schema";
import { callerOrigin } from "@/lib/auth/caller";
import { countLinkUse, countResetRequest } from "@/lib/auth/limits/guesses";
import { readResetToken } from "@/lib/auth/link-tokens";
import { visitorOf } from "@/lib/auth/sessions/devices";
import { DONE, done } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  access: "public",
  summary: "Whether a link to a new password is still valid; 410 if not",
  query: z.object({ jwtToken: z.string().max(2_000).default("") }),
  refusals: ["link_expired"],
  response: done,
  handler: async ({ query }) => {
    await countLinkUse(await readResetToken(query.jwtToken), (await callerOrigin()).ip);
    if (!(await isResetOpen(query.jwtToken))) throw linkExpired();
    return DONE;
  },
});

export const POST = route({
  access: "public",
  summary: "Ask for a link to a new password; the answer is the same whether the address is registered or not",
  body: z.object({ email: emailAddress }),
  response: done,
  handler: async ({ body }) => {
    await countResetRequest(body.email, await visitorOf(body.email));
    await askForReset(body.email);
    return DONE;
  },
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET, POST });
