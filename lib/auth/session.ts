import { cookies, headers } from "next/headers";
import { decode } from "next-auth/jwt";
import { db } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import type { Role } from "@/lib/core/prisma/enums";
import { type CustomerId, customerIdOfMembership } from "./scope";
import { readAccessToken } from "./tokens";

/** Who is acting, for which supplier. Made only here, from a checked cookie or bearer token and a membership that exists now. */
export interface Session {
  customerId: CustomerId;
  userId: string;
  userName: string;
  role: Role;
  /** How the caller proved it: a cookie also needs an Origin check. */
  by: "cookie" | "bearer";
}

/** The name next-auth gives its cookie: prefixed when the site runs on https. */
export function sessionCookieName(): string {
  return env().APP_URL.startsWith("https://") ? "__Secure-next-auth.session-token" : "next-auth.session-token";
}

/** Undefined when nobody is signed in, the token is expired or malformed, or the membership has ended. */
export async function currentSession(): Promise<Session | undefined> {
  const bearer = (await headers()).get("authorization")?.match(/^Bearer (.+)$/i)?.[1];
  if (bearer) return await sessionOf(await readAccessToken(bearer), "bearer");
  const cookie = (await cookies()).get(sessionCookieName())?.value;
  if (!cookie) return undefined;
  const token = await decode({ token: cookie, secret: env().AUTH_SECRET }).catch(() => null);
  if (!token?.sub || !token.customerId) return undefined;
  return await sessionOf({ userId: token.sub, customerId: token.customerId }, "cookie");
}

async function sessionOf(
  token: { userId: string; customerId: string } | undefined,
  by: Session["by"],
): Promise<Session | undefined> {
  if (!token) return undefined;
  const membership = await db.membership.findUnique({
    where: { customerId_userId: { customerId: token.customerId, userId: token.userId } },
    include: { user: { select: { name: true } } },
  });
  if (!membership) return undefined;
  const { userId, role, user } = membership;
  return { customerId: customerIdOfMembership(membership), userId, userName: user.name, role, by };
}

/** The caller's address, as the proxy in front reports it; for the audit log. */
export async function callerIp(): Promise<string> {
  const list = await headers();
  return list.get("x-forwarded-for")?.split(",")[0]?.trim() || list.get("x-real-ip") || "unknown";
}
