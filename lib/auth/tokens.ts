import { jwtVerify, SignJWT } from "jose";
import { env } from "@/lib/core/env";

/** What a bearer token says; the membership is checked again at every call. */
export interface AccessToken {
  userId: string;
  customerId: string;
}

const AUDIENCE = "einzug-api";
/** Twelve hours; a session that is to last longer lives in the cookie. */
const LIFETIME = "12h";

export async function issueAccessToken(token: AccessToken): Promise<string> {
  return await new SignJWT({ customerId: token.customerId })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(token.userId)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(LIFETIME)
    .sign(secret());
}

/** Undefined for anything that is not a valid, unexpired token of ours. */
export async function readAccessToken(token: string): Promise<AccessToken | undefined> {
  try {
    const { payload } = await jwtVerify(token, secret(), { algorithms: ["HS256"], audience: AUDIENCE });
    if (!payload.sub || typeof payload.customerId !== "string") return undefined;
    return { userId: payload.sub, customerId: payload.customerId };
  } catch {
    return undefined;
  }
}

function secret(): Uint8Array {
  return new TextEncoder().encode(env().AUTH_SECRET);
}
