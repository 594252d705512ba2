import type { User } from "next-auth";
import { z } from "zod";
import { discountOfRequest } from "@/lib/accounts/registration/discount-access";
import { twoFactorCode, typedPassword } from "@/lib/accounts/schema";
import { callerOrigin } from "@/lib/auth/caller";
import { authenticationResponse, finishPasskeySignIn } from "@/lib/auth/factors/passkeys";
import { countLinkUse } from "@/lib/auth/limits/guesses";
import { rememberBrowser, visitorOf } from "@/lib/auth/sessions/devices";
import type { Door } from "@/lib/auth/sessions/next-auth";
import { currentSession } from "@/lib/auth/sessions/session";
import { claimSession, endSession, type SignedIn } from "@/lib/auth/sessions/sessions";
import { signInByPassword } from "@/lib/auth/sign-in";
import { readTicket } from "@/lib/auth/tokens";
import { newId } from "@/lib/core/formats/ids";
import { plainEmail } from "@/lib/core/formats/mail-address";
import { withLogContext } from "@/lib/core/telemetry/log";
import { crossTenant } from "@/lib/core/tenants/tenant-scope";
import { AppError } from "@/lib/core/web/errors";
import { toAppError } from "@/lib/http/refusals/problem";
import { attempt } from "./attempt-access";
import { beginSession } from "./mutations";

const stays = z
  .enum(["true", "false"])
  .default("false")
  .transform((value) => value === "true");

const passwordFields = z.object({
  email: z.string().max(320),
  password: typedPassword,
  twoFactorCode: twoFactorCode.optional(),
  stay: stays,
});

const passkeyFields = z.object({
  userId: z.string().max(64),
  credential: z
    .string()
    .max(20_000)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: "custom", message: "is not JSON" });
        return z.NEVER;
      }
    })
    .pipe(authenticationResponse),
  stay: stays,
});

/** The three ways in which a browser gets a session. Each ends in a session row of its own. */
export const doors: Record<"password" | "passkey" | "ticket", Door> = {
  password: door("password", async (fields) => {
    const { stay, ...proof } = passwordFields.parse(fields);
    return await enter(await signInByPassword(proof, await visitorOf(plainEmail(proof.email))), stay);
  }),
  passkey: door("passkey", async (fields) => {
    const { userId, credential, stay } = passkeyFields.parse(fields);
    const { ip } = await callerOrigin();
    return await enter(await finishPasskeySignIn(userId, credential, ip), stay);
  }),
  /** After registering, setting a password, joining or switching: claims the session that exists already, once. */
  ticket: door("ticket", async (fields) => {
    const sessionId = await readTicket(fields.ticket ?? "");
    await countLinkUse(sessionId, (await callerOrigin()).ip);
    const person = sessionId ? await claimSession(sessionId) : undefined;
    if (!person || !sessionId) throw new AppError("link_expired");
    await leavePrevious();
    await rememberBrowser(person.userId);
    return asUser(person, sessionId, stays.parse(fields.stay));
  }),
};

async function enter(person: SignedIn, stay: boolean): Promise<User> {
  const kind = { isApi: false, stays: stay, isClaimed: true, discount: await discountOfRequest() };
  const sessionId = await beginSession(person, kind, await callerOrigin());
  await leavePrevious();
  await rememberBrowser(person.userId);
  return asUser(person, sessionId, stay);
}

/** Ends the session that the browser had before. Otherwise it would stay valid for anybody who copied its cookie. */
async function leavePrevious(): Promise<void> {
  const former = await currentSession();
  if (former?.by === "cookie") await endSession(former.userId, former.sessionId);
}

function asUser({ userId, email, name, customerId }: SignedIn, sessionId: string, stay: boolean): User {
  return { id: userId, email, name, customerId, sessionId, stays: stay };
}

/** Makes a way to sign in for next-auth, which forwards a refusal as an error's text: code and any wait in seconds. */
function door(way: "password" | "passkey" | "ticket", open: Door): Door {
  return async (fields) =>
    await withLogContext({ requestId: newId("request") }, async () => {
      const account = way === "password" ? plainEmail(fields.email ?? "") : undefined;
      try {
        return await crossTenant(() => attempt({ way, isApi: false, account }, () => open(fields)));
      } catch (error) {
        const { code, retryAfterSeconds } = toAppError(error);
        throw new Error(retryAfterSeconds ? `${code}:${retryAfterSeconds}` : code);
      }
    });
}
