import type { NextAuthOptions, User } from "next-auth";
import { encode } from "next-auth/jwt";
import CredentialsProvider from "next-auth/providers/credentials";
import { env } from "@/lib/core/env";
import { withinSupplier } from "@/lib/core/tenants/tenant-scope";
import { cookieName, sessionCookieName } from "./cookie";
import { endSession, lifetimeOf, STAY_SECONDS } from "./sessions";

declare module "next-auth" {
  interface User {
    customerId: string;
    sessionId: string;
    stays: boolean;
  }
}
declare module "next-auth/jwt" {
  interface JWT {
    customerId?: string;
    sid?: string;
    stays?: boolean;
  }
}

type Fields = Record<string, string | undefined>;

/** A way to sign in: checks the fields of a form and opens a session, or throws the refusal's code. */
export type Door = (fields: Fields) => Promise<User>;

/**
 * Returns the options for cookie sessions. The cookie is an encrypted JWT with the ids of person, supplier and session,
 * and whether the person stays logged in. The session's row in the database decides whether it is still valid.
 */
export function authOptions(doors: Record<"password" | "passkey" | "ticket", Door>): NextAuthOptions {
  const { APP_URL, AUTH_SECRET } = env();
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure: APP_URL.startsWith("https://") } as const;
  return {
    secret: AUTH_SECRET,
    session: { strategy: "jwt", maxAge: STAY_SECONDS },
    jwt: { encode: (params) => encode({ ...params, maxAge: lifetimeOf(params.token?.stays === true) }) },
    cookies: {
      sessionToken: { name: sessionCookieName(APP_URL), options },
      csrfToken: { name: cookieName(APP_URL, "csrf"), options },
      callbackUrl: { name: cookieName(APP_URL, "callback"), options },
    },
    pages: { signIn: "/login", error: "/login" },
    providers: Object.entries(doors).map(([id, door]) =>
      CredentialsProvider({ id, name: id, credentials: {}, authorize: async (fields) => await door(fields as Fields) }),
    ),
    callbacks: {
      jwt: ({ token, user }) =>
        user ? { sub: user.id, customerId: user.customerId, sid: user.sessionId, stays: user.stays } : token,
    },
    events: {
      signOut: async ({ token }) => {
        if (!token?.sub || !token.sid || !token.customerId) return;
        // The request has no tenant scope yet. Without the supplier's, it would find no session to end.
        const { sub, sid } = token;
        await withinSupplier(token.customerId, () => endSession(sub, sid));
      },
    },
  };
}
