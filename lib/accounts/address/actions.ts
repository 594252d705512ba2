"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { emailAddress, typedPassword } from "@/lib/accounts/schema";
import { attemptAgain } from "@/lib/accounts/sign-in/attempt-access";
import { countLinkUse } from "@/lib/auth/limits/guesses";
import { readAddressToken } from "@/lib/auth/link-tokens";
import { currentSession } from "@/lib/auth/sessions/session";
import { action, publicAction } from "@/lib/http/action";
import { changeAddress } from "./change-mutations";
import { readAddressLink } from "./link-mutations";
import { followAddressLink, sendProofAgain } from "./mutations";

/**
 * Uses a link about an email address. Without a session in the account, it needs the password, except to undo a change.
 */
export const followAddressLinkAction = publicAction({
  input: z.object({ token: z.string().max(2_000), password: typedPassword.optional() }),
  handler: async ({ input, origin }) => {
    await countLinkUse(await readAddressToken(input.token), origin.ip);
    const [link, session] = [await readAddressLink(input.token), await currentSession()];
    const follow = () => followAddressLink(input.token, { session, password: input.password }, origin.ip);
    return { kind: link ? await attemptAgain(link.userId, follow) : await follow() };
  },
});

export const sendProofAgainAction = action({
  access: "reader",
  input: z.object({}),
  handler: async ({ caller }) => await sendProofAgain(caller.userId),
});

export const changeAddressAction = action({
  access: "reader",
  needsFreshProof: true,
  input: z.object({ email: emailAddress }),
  handler: async ({ caller, input }) => {
    const result = await changeAddress(caller, input.email);
    refresh();
    return result;
  },
});
