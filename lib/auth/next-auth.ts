import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { env } from "@/lib/core/env";
import { signIn } from "./sign-in";

declare module "next-auth" {
  interface User {
    customerId: string;
  }
}
declare module "next-auth/jwt" {
  interface JWT {
    customerId?: string;
  }
}

/** Cookie sessions: a signed and encrypted JWT that names the person and the supplier, nothing else. */
export function authOptions(): NextAuthOptions {
  return {
    secret: env().AUTH_SECRET,
    session: { strategy: "jwt", maxAge: 30 * 24 * 3600 },
    pages: { signIn: "/login", error: "/login" },
    providers: [
      CredentialsProvider({
        id: "password",
        credentials: { email: {}, password: {} },
        authorize: async (input) => (await signIn(input?.email ?? "", input?.password ?? "")) ?? null,
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => (user ? { ...token, customerId: user.customerId } : token),
    },
  };
}
