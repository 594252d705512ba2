import { cookies } from "next/headers";
import { decode } from "next-auth/jwt";
import { bearerOfRequest } from "@/lib/auth/caller";
import { type CustomerId, customerIdOfMembership } from "@/lib/auth/scope";
import { type AccessToken, readAccessToken } from "@/lib/auth/tokens";
import { db } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import type { Prisma } from "@/lib/core/prisma/client";
import type { Role } from "@/lib/core/prisma/enums";
import { keepToSupplier, withinSupplier } from "@/lib/core/tenants/tenant-scope";
import { sessionCookieName } from "./cookie";

/** A caller and the supplier for whom it acts. Made only here, from a cookie or bearer token, and in `lib/auth/keys`. */
export interface Session {
  /** With an API key: the id of the key. */
  sessionId: string;
  customerId: CustomerId;
  /** With an API key: the owner who made it. */
  userId: string;
  /** With an API key: the name of the key. */
  userName: string;
  role: Role;
  /** When the person last proved their identity in this session; see `fresh-proof.ts`. */
  provedAt: Date | null;
  /** True if the person has proved that the email address is theirs. */
  isAddressProven: boolean;
  /** How the caller is authenticated. A cookie also needs a check of `Origin`. */
  by: "cookie" | "bearer" | "key";
}

/** The last use of a session is stored at most this often. */
const SEEN_EVERY_MS = 5 * 60_000;

/** A signed-in person's session and its account, read at the same moment. */
export interface SignedInAccount {
  session: Session;
  account: Account;
}

/** Menu and bell show "99+" at most, so they need no more returns and notices. */
const MAX_COUNTED = 100;

const accountOf = (userId: string) =>
  ({
    include: {
      contract: true,
      connections: true,
      billingContact: true,
      pulse: { select: { stamp: true } },
      bulkRuns: { orderBy: { id: "desc" }, take: 1 },
      returnCases: { where: { isDone: false }, select: { id: true }, take: MAX_COUNTED },
      // A resolved notice does not count as unread.
      notices: { where: { resolvedAt: null, reads: { none: { userId } } }, select: { id: true }, take: MAX_COUNTED },
    },
  }) satisfies Prisma.CustomerDefaultArgs;

const person = { name: true, emailProvenAt: true } satisfies Prisma.UserSelect;

/** The supplier's row, with what the frame around every page shows. */
export type Account = Prisma.CustomerGetPayload<ReturnType<typeof accountOf>>;

/** A browser's cookie or the token of a sign-in. Both name a row of a session. */
type SessionProof = Exclude<Session["by"], "key">;

interface Proof {
  token: AccessToken;
  by: SessionProof;
}

/**
 * Returns the session of the request. Undefined if nobody is signed in, the token is malformed or expired, or session
 * or membership have ended.
 */
export async function currentSession(): Promise<Session | undefined> {
  const proof = await proofOfRequest();
  return proof && (await sessionOf(proof.token, proof.by));
}

/** Returns the session and its account by one statement; undefined in the same cases as `currentSession`. */
export async function currentAccount(): Promise<SignedInAccount | undefined> {
  const proof = await proofOfRequest();
  if (!proof) return undefined;
  const { sessionId, customerId, userId } = proof.token;
  // Shows only rows of the supplier that the token names. `admit` checks that the session is that supplier's.
  const row = await withinSupplier(customerId, () =>
    db.session.findUnique({
      where: { id: sessionId },
      include: { membership: { include: { user: { select: person }, customer: accountOf(userId) } } },
    }),
  );
  const session = await admit(row, proof);
  return row && session ? { session, account: row.membership.customer } : undefined;
}

/** Returns the session with the person's role, if token, session and membership match. */
export async function sessionOf(token: AccessToken | undefined, by: SessionProof): Promise<Session | undefined> {
  if (!token) return undefined;
  const { sessionId, customerId } = token;
  // Row-level security hides the session outside of the supplier's scope. Later queries need the same scope.
  const row = await withinSupplier(customerId, () =>
    db.session.findUnique({
      where: { id: sessionId },
      include: { membership: { include: { user: { select: person } } } },
    }),
  );
  return await admit(row, { token, by });
}

async function proofOfRequest(): Promise<Proof | undefined> {
  const bearer = await bearerOfRequest();
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
    // Within the supplier's scope: the request itself has none yet and would find no session.
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
