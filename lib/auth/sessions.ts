import type { Tx } from "@/lib/core/db";
import { db } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import type { Origin } from "./caller";
import { ACCESS_SECONDS } from "./tokens";

const DAY_SECONDS = 24 * 3600;
/** With "stay logged in"; without it the cookie goes with the browser, and the session after a day at the latest. */
export const STAY_SECONDS = 30 * DAY_SECONDS;

/** Who has proved to be who. */
export interface SignedIn {
  userId: string;
  email: string;
  name: string;
  /** The supplier the person works for in this session. */
  customerId: string;
  /** Not by a password alone: with a code, or by a passkey. */
  hasSecondFactor?: boolean;
  /** When they proved it by password or passkey; undefined for a link that another session made. */
  provedAt?: Date;
}

export interface NewSession {
  userId: string;
  customerId: string;
  isApi: boolean;
  hasSecondFactor?: boolean;
  provedAt?: Date;
  stays: boolean;
  /** Of a session that takes the place of another one: both end at the same time. */
  expiresAt?: Date;
  discount?: string;
  /** Taken up at once; else a ticket has to claim it. */
  isClaimed: boolean;
}

/** Seconds a browser's session lasts. */
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

/** Takes up a session by its ticket. Undefined the second time, and when it has ended. */
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

/** Signs out; of nothing, too. */
export async function endSession(userId: string, sessionId: string): Promise<boolean> {
  return (await db.session.deleteMany({ where: { id: sessionId, userId } })).count > 0;
}

/** Signs a person out everywhere, but for the session given. */
export async function endOtherSessions(tx: Tx, userId: string, keptId?: string): Promise<number> {
  return (await tx.session.deleteMany({ where: { userId, id: { not: keptId } } })).count;
}
