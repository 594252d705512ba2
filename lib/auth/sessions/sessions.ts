import type { Origin } from "@/lib/auth/caller";
import { ACCESS_SECONDS } from "@/lib/auth/tokens";
import type { Tx } from "@/lib/core/database/db";
import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";

const DAY_SECONDS = 24 * 3600;
/** With "stay logged in". Without it, the cookie ends with the browser, and the session after a day at the latest. */
export const STAY_SECONDS = 30 * DAY_SECONDS;

/** A person who has proved their identity. */
export interface SignedIn {
  userId: string;
  email: string;
  name: string;
  /** The supplier that the person works for in this session. */
  customerId: string;
  /** True for a sign-in with a code or by passkey, not by a password alone. */
  hasSecondFactor?: boolean;
  /** When they proved their identity by password or passkey; undefined for a link that another session made. */
  provedAt?: Date;
}

export interface NewSession {
  userId: string;
  customerId: string;
  isApi: boolean;
  hasSecondFactor?: boolean;
  provedAt?: Date;
  stays: boolean;
  /** Set if this session replaces another one: both end at the same time. */
  expiresAt?: Date;
  discount?: string;
  /** True if the session is valid at once. Otherwise a ticket has to claim it. */
  isClaimed: boolean;
}

/** Returns how many seconds a browser's session lasts. */
export function lifetimeOf(stays: boolean): number {
  return stays ? STAY_SECONDS : DAY_SECONDS;
}

export async function openSession(tx: Tx, session: NewSession, origin: Origin): Promise<string> {
  const { userId, customerId, isApi, hasSecondFactor, provedAt, stays, discount } = session;
  const id = newId("session");
  const seconds = isApi ? ACCESS_SECONDS : lifetimeOf(stays);
  await tx.session.create({
    data: {
      id,
      userId,
      customerId,
      isApi,
      hasSecondFactor,
      provedAt,
      stays,
      discount,
      ...origin,
      expiresAt: session.expiresAt ?? new Date(Date.now() + seconds * 1_000),
      claimedAt: session.isClaimed ? new Date() : null,
    },
  });
  return id;
}

/** Claims a session that a ticket names. Returns undefined if it is claimed, has ended or belongs to the API. */
export async function claimSession(sessionId: string): Promise<SignedIn | undefined> {
  const claimed = await db.session.updateMany({
    where: { id: sessionId, isApi: false, claimedAt: null, expiresAt: { gt: new Date() } },
    data: { claimedAt: new Date() },
  });
  if (claimed.count === 0) return undefined;
  const { userId, customerId, user } = await db.session.findUniqueOrThrow({
    where: { id: sessionId },
    include: { user: { select: { email: true, name: true } } },
  });
  return { userId, customerId, ...user };
}

/** Ends a session of a person. Returns false if there is none. */
export async function endSession(userId: string, sessionId: string): Promise<boolean> {
  return (await db.session.deleteMany({ where: { id: sessionId, userId } })).count > 0;
}

/** Ends all sessions of a person except `keptId`, and returns how many. */
export async function endOtherSessions(tx: Tx, userId: string, keptId?: string): Promise<number> {
  return (await tx.session.deleteMany({ where: { userId, id: { not: keptId } } })).count;
}
