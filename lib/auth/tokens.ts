import { jwtVerify, SignJWT } from "jose";
import { env } from "@/lib/core/env";

/** What a bearer token says; session and membership are looked up again at every call. */
export interface AccessToken {
  sessionId: string;
  userId: string;
  customerId: string;
}

/** Twelve hours; a session that is to last longer lives in the cookie. */
export const ACCESS_SECONDS = 12 * 3600;
/** Between the answer that opens a session and the browser that takes it up. */
const TICKET_SECONDS = 60;

/** One key, but an audience for each kind: a token of one kind is nothing as another. */
type Audience = "einzug-api" | "einzug-ticket" | "einzug-reset" | "einzug-invitation" | "einzug-address";

export async function issueAccessToken(token: AccessToken): Promise<string> {
  return await issue("einzug-api", token.userId, ACCESS_SECONDS, {
    sid: token.sessionId,
    customerId: token.customerId,
  });
}

/** Undefined for anything that is not a valid, unexpired token of ours. */
export async function readAccessToken(token: string): Promise<AccessToken | undefined> {
  const payload = await read("einzug-api", token);
  if (typeof payload?.customerId !== "string" || typeof payload.sid !== "string") return undefined;
  return { sessionId: payload.sid, userId: payload.subject, customerId: payload.customerId };
}

/** Lets a browser take up a session that was just opened for it, once. */
export async function issueTicket(sessionId: string): Promise<string> {
  return await issue("einzug-ticket", sessionId, TICKET_SECONDS);
}

export async function readTicket(token: string): Promise<string | undefined> {
  return (await read("einzug-ticket", token))?.subject;
}

/** The token in a link to a new password: names the row that makes it valid once. */
export async function issueResetToken(resetId: string, seconds: number): Promise<string> {
  return await issue("einzug-reset", resetId, seconds);
}

export async function readResetToken(token: string): Promise<string | undefined> {
  return (await read("einzug-reset", token))?.subject;
}

/** The token in a link about the address of an account: names the row that makes it valid once. */
export async function issueAddressToken(linkId: string, seconds: number): Promise<string> {
  return await issue("einzug-address", linkId, seconds);
}

export async function readAddressToken(token: string): Promise<string | undefined> {
  return (await read("einzug-address", token))?.subject;
}

/** The token in an invitation's link. */
export async function issueInvitationToken(
  invitation: { customerId: string; id: string },
  seconds: number,
): Promise<string> {
  return await issue("einzug-invitation", invitation.id, seconds, { customerId: invitation.customerId });
}

export async function readInvitationToken(token: string): Promise<{ customerId: string; id: string } | undefined> {
  const payload = await read("einzug-invitation", token);
  if (typeof payload?.customerId !== "string") return undefined;
  return { customerId: payload.customerId, id: payload.subject };
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
    // The algorithm is ours to say, never the token's.
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
