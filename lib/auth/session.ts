import { cookies, headers } from "next/headers";
import { decode } from "next-auth/jwt";
import { db } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import type { Prisma } from "@/lib/core/prisma/client";
import type { Role } from "@/lib/core/prisma/enums";
import { keepToSupplier, withinSupplier } from "@/lib/core/supplier-wall";
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
  /** When the person last proved who they are in this session; see `fresh-proof.ts`. */
  provedAt: Date | null;
  /** Whether the person's email address is known to be theirs. */
  isAddressProven: boolean;
  /** How the caller proved it: a cookie also needs an Origin check. */
  by: "cookie" | "bearer";
}

/** A session's last use is written down this often. */
const SEEN_EVERY_MS = 5 * 60_000;

/** A signed-in person's session with the account it is for, as both were in one moment. */
export interface SignedInAccount {
  session: Session;
  account: Account;
}

/** A menu that says "99+" needs no more of them. */
const MAX_OPEN_RETURNS = 100;

const account = {
  include: {
    contract: true,
    connections: true,
    billingContact: true,
    pulse: { select: { stamp: true } },
    bulkRuns: { orderBy: { id: "desc" }, take: 1 },
    returnCases: { where: { isDone: false }, select: { id: true }, take: MAX_OPEN_RETURNS },
  },
} satisfies Prisma.CustomerDefaultArgs;

const person = { name: true, emailProvenAt: true } satisfies Prisma.UserSelect;

/** The supplier's row, and what the frame around every page needs to know of it. */
export type Account = Prisma.CustomerGetPayload<typeof account>;

interface Proof {
  token: AccessToken;
  by: Session["by"];
}

/** Undefined when nobody is signed in, the token is expired or malformed, or session or membership have ended. */
export async function currentSession(): Promise<Session | undefined> {
  const proof = await proofOfRequest();
  return proof && (await sessionOf(proof.token, proof.by));
}

/** The session and its account, by one statement; undefined as `currentSession`. */
export async function currentAccount(): Promise<SignedInAccount | undefined> {
  const proof = await proofOfRequest();
  if (!proof) return undefined;
  const { sessionId, customerId } = proof.token;
  // Of no other supplier than the one the token names; `admit` sees to it that it is the session's.
  const row = await withinSupplier(customerId, () =>
    db.session.findUnique({
      where: { id: sessionId },
      include: { membership: { include: { user: { select: person }, customer: account } } },
    }),
  );
  const session = await admit(row, proof);
  return row && session ? { session, account: row.membership.customer } : undefined;
}

/** The person's standing in the account, if token, session and membership belong together. */
export async function sessionOf(token: AccessToken | undefined, by: Session["by"]): Promise<Session | undefined> {
  if (!token) return undefined;
  const { sessionId, customerId } = token;
  // Sessions are behind no wall; but this way the connection is asked for the same supplier as all that follows.
  const row = await withinSupplier(customerId, () =>
    db.session.findUnique({
      where: { id: sessionId },
      include: { membership: { include: { user: { select: person } } } },
    }),
  );
  return await admit(row, { token, by });
}

async function proofOfRequest(): Promise<Proof | undefined> {
  const bearer = (await headers()).get("authorization")?.match(/^Bearer (.+)$/i)?.[1];
  if (bearer) {
    const token = await readAccessToken(bearer);
    return token && { token, by: "bearer" };
  }
  const cookie = (await cookies()).get(sessionCookieName(env().APP_URL))?.value;
  if (!cookie) return undefined;
  const token = await decode({ token: cookie, secret: env().AUTH_SECRET }).catch(() => null);
  if (!token?.sub || !token.customerId || !token.sid) return undefined;
  return { token: { userId: token.sub, customerId: token.customerId, sessionId: token.sid }, by: "cookie" };
}

type Row = Prisma.SessionGetPayload<{ include: { membership: { include: { user: { select: typeof person } } } } }>;

async function admit(row: Row | null, { token, by }: Proof): Promise<Session | undefined> {
  const { sessionId, userId, customerId } = token;
  const now = new Date();
  if (!row || row.userId !== userId || row.customerId !== customerId) return undefined;
  if (row.isApi !== (by === "bearer") || !row.claimedAt || row.expiresAt <= now) return undefined;
  if (now.getTime() - row.lastSeenAt.getTime() > SEEN_EVERY_MS)
    // As one of the supplier's: the request is still nobody's, and would find no session.
    await withinSupplier(customerId, () =>
      db.session.updateMany({ where: { id: sessionId }, data: { lastSeenAt: now } }),
    );
  const { role, user } = row.membership;
  keepToSupplier(customerId);
  const { provedAt } = row;
  return {
    ...{ sessionId, customerId: customerIdOfMembership(row.membership), userId, userName: user.name },
    ...{ role, provedAt, isAddressProven: user.emailProvenAt !== null, by },
  };
}
