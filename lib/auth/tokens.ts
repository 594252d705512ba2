import { jwtVerify, SignJWT } from "jose";
import { env } from "@/lib/core/env";

/** The content of a bearer token. Session and membership are looked up at every call. */
export interface AccessToken {
  sessionId: string;
  userId: string;
  customerId: string;
}

/** Twelve hours. A longer session needs the cookie. */
export const ACCESS_SECONDS = 12 * 3600;
/** The time for a browser to claim a session after the answer that opened it. */
const TICKET_SECONDS = 60;

/** All kinds of tokens share one key. Each has its own audience, so it is not accepted as another kind. */
type Audience = "einzug-api" | "einzug-ticket" | OldLinkAudience;
/** Kinds of links in mails that were sent before the links became short (`link-tokens.ts`). */
type OldLinkAudience = "einzug-reset" | "einzug-invitation" | "einzug-address";

export async function issueAccessToken(token: AccessToken): Promise<string> {
  return await issue("einzug-api", token.userId, ACCESS_SECONDS, {
    sid: token.sessionId,
    customerId: token.customerId,
  });
}

/** Returns the content of a token, or undefined if it is not a valid, unexpired one of ours. */
export async function readAccessToken(token: string): Promise<AccessToken | undefined> {
  const payload = await read("einzug-api", token);
  if (typeof payload?.customerId !== "string" || typeof payload.sid !== "string") return undefined;
  return { sessionId: payload.sid, userId: payload.subject, customerId: payload.customerId };
}

/** Issues a ticket by which a browser can claim a session that was just opened for it, once. */
export async function issueTicket(sessionId: string): Promise<string> {
  return await issue("einzug-ticket", sessionId, TICKET_SECONDS);
}

export async function readTicket(token: string): Promise<string | undefined> {
  return (await read("einzug-ticket", token))?.subject;
}

/** Returns what a link sent before the links became short names, or undefined if it is not ours or has expired. */
export async function readOldLink(
  audience: OldLinkAudience,
  token: string,
): Promise<{ id: string; customerId?: string } | undefined> {
  const payload = await read(audience, token);
  if (!payload) return undefined;
  const { subject: id, customerId } = payload;
  return typeof customerId === "string" ? { id, customerId } : { id };
}

async function issue(
  audience: Audience,
  subject: string,
  seconds: number,
  claims: Record<string, string> = {},
): Promise<string> {
  return await new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(subject)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(`${seconds}s`)
    .sign(secret());
}

async function read(
  audience: Audience,
  token: string,
): Promise<{ subject: string; [claim: string]: unknown } | undefined> {
  try {
    // The algorithm is fixed here. The token's header must not choose it.
    const { payload } = await jwtVerify(token, secret(), {
      algorithms: ["HS256"],
      audience,
      requiredClaims: ["sub", "exp"],
    });
    return { ...payload, subject: payload.sub ?? "" };
  } catch {
    return undefined;
  }
}

function secret(): Uint8Array {
  return new TextEncoder().encode(env().AUTH_SECRET);
}
