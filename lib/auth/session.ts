import { cookies, headers } from "next/headers";
import { decode } from "next-auth/jwt";
import { db } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import type { Role } from "@/lib/core/prisma/enums";
import { type CustomerId, customerIdOfMembership } from "./scope";
import { sessionCookieName } from "./session-cookie";
import { type AccessToken, readAccessToken } from "./tokens";

/** Who is acting, for which supplier. Made only here, from a checked cookie or bearer token, a session and a membership that exist now. */
export interface Session {
  sessionId: string;
  customerId: CustomerId;
  userId: string;
  userName: string;
  role: Role;
  /** How the caller proved it: a cookie also needs an Origin check. */
  by: "cookie" | "bearer";
}

/** A session's last use is written down this often. */
const SEEN_EVERY_MS = 5 * 60_000;

/** Undefined when nobody is signed in, the token is expired or malformed, or session or membership have ended. */
export async function currentSession(): Promise<Session | undefined> {
  const bearer = (await headers()).get("authorization")?.match(/^Bearer (.+)$/i)?.[1];
  if (bearer) return await sessionOf(await readAccessToken(bearer), "bearer");
  const cookie = (await cookies()).get(sessionCookieName(env().APP_URL))?.value;
  if (!cookie) return undefined;
  const token = await decode({ token: cookie, secret: env().AUTH_SECRET }).catch(() => null);
  if (!token?.sub || !token.customerId || !token.sid) return undefined;
  return await sessionOf({ userId: token.sub, customerId: token.customerId, sessionId: token.sid }, "cookie");
}

/** The person's standing in the account, if token, session and membership belong together. */
export async function sessionOf(token: AccessToken | undefined, by: Session["by"]): Promise<Session | undefined> {
  if (!token) return undefined;
  const { sessionId, userId, customerId } = token;
  const [session, membership] = await Promise.all([
    db.session.findUnique({ where: { id: sessionId } }),
    db.membership.findUnique({
      where: { customerId_userId: { customerId, userId } },
      include: { user: { select: { name: true } } },
    }),
  ]);
  const now = new Date();
  if (!membership || !session || session.userId !== userId || session.customerId !== customerId) return undefined;
  if (session.isApi !== (by === "bearer") || !session.claimedAt || session.expiresAt <= now) return undefined;
  if (now.getTime() - session.lastSeenAt.getTime() > SEEN_EVERY_MS)
    await db.session.updateMany({ where: { id: sessionId }, data: { lastSeenAt: now } });
  const { role, user } = membership;
  return { sessionId, customerId: customerIdOfMembership(membership), userId, userName: user.name, role, by };
}
