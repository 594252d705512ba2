import Bowser from "bowser";
import type { Origin } from "@/lib/auth/caller";
import { BROWSER_ROW } from "@/lib/auth/devices";
import { trustedCustomerId } from "@/lib/auth/scope";
import { type NewSession, openSession, type SignedIn } from "@/lib/auth/sessions";
import { issueAccessToken, issueTicket } from "@/lib/auth/tokens";
import { writeAudit } from "@/lib/core/audit";
import { sha256, sign } from "@/lib/core/crypto";
import { db, type Tx } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import { providerNetworkOf } from "@/lib/core/ip";
import { log } from "@/lib/core/log";
import { withinSupplier } from "@/lib/core/supplier-wall";
import { queueAccountMail } from "./mail-mutations";

type Kind = Pick<NewSession, "isApi" | "stays" | "isClaimed" | "discount" | "expiresAt">;

/** Opens a session for somebody who has just proved who they are, writes it down, and tells of a device never seen. */
export async function beginSession(person: SignedIn, kind: Kind, origin: Origin): Promise<string> {
  const { userId, customerId, name, hasSecondFactor, provedAt } = person;
  const opened = await db.$transaction(async (tx) => {
    const sessionId = await openSession(tx, { userId, customerId, hasSecondFactor, provedAt, ...kind }, origin);
    const actor = { userId, userName: name, ip: origin.ip };
    await writeAudit(tx, customerId, actor, { action: "session.started", subject: sessionId });
    if (await rememberDevice(tx, userId, origin)) await tellOfDevice(tx, person, sessionId, origin);
    return sessionId;
  });
  log.info({ customerId, userId, ip: origin.ip, hasSecondFactor, isApi: kind.isApi }, "session started");
  return opened;
}

/** For the API: a bearer token to a session of its own. */
export async function beginApiSession(person: SignedIn, origin: Origin, discount?: string): Promise<string> {
  const kind = { isApi: true, stays: false, isClaimed: true, discount };
  const sessionId = await beginSession(person, kind, origin);
  return await issueAccessToken({ sessionId, userId: person.userId, customerId: person.customerId });
}

/** For a browser that has just registered or set a password: a ticket which it hands to the sign-in, once. */
export async function beginTicketSession(person: SignedIn, origin: Origin, discount?: string): Promise<string> {
  const kind = { isApi: false, stays: false, isClaimed: false, discount };
  return await issueTicket(await beginSession(person, kind, origin));
}

/**
 * A ticket to another supplier the person works for. The session there ends when the one they come from would have, and
 * keeps their choice to stay logged in. There is no ticket to the supplier they are working for already.
 *
 * @throws AppError `not_found` where they do not work; `forbidden` with a session of the API, which no browser takes over
 */
export async function switchAccount(
  from: { userId: string; sessionId: string },
  customerId: string,
  origin: Origin,
): Promise<{ ticket?: string; stays: boolean }> {
  const { userId, sessionId } = from;
  const [membership, session] = await Promise.all([
    db.membership.findUnique({
      where: { customerId_userId: { customerId, userId } },
      include: { user: { select: { email: true, name: true } } },
    }),
    db.session.findUnique({ where: { id: sessionId } }),
  ]);
  if (!membership) throw new AppError("not_found");
  if (!session || session.userId !== userId) throw new AppError("unauthenticated");
  if (session.isApi) throw new AppError("forbidden");
  const { stays, expiresAt, hasSecondFactor } = session;
  const provedAt = session.provedAt ?? undefined;
  if (session.customerId === customerId) return { stays };
  const kind = { isApi: false, stays, expiresAt, isClaimed: false, discount: session.discount ?? undefined };
  // What was proved when it began holds for the person in every account they work in.
  const person = { userId, customerId, ...membership.user, hasSecondFactor, provedAt };
  const opened = await withinSupplier(customerId, () => beginSession(person, kind, origin));
  return { ticket: await issueTicket(opened), stays };
}

/** True if the person has signed in before, but never from there. The first device of all is no news. */
async function rememberDevice(tx: Tx, userId: string, origin: Origin): Promise<boolean> {
  const known = await tx.knownDevice.count({ where: { userId, NOT: { fingerprint: { startsWith: BROWSER_ROW } } } });
  const fingerprint = sign("device", `${userId}:${deviceOf(origin.userAgent)}:${sha256(providerNetworkOf(origin.ip))}`);
  const made = await tx.knownDevice.createMany({ data: { userId, fingerprint }, skipDuplicates: true });
  return known > 0 && made.count === 1;
}

async function tellOfDevice(tx: Tx, person: SignedIn, sessionId: string, origin: Origin): Promise<void> {
  const { emailProvenAt } = await tx.user.findUniqueOrThrow({ where: { id: person.userId } });
  // The mailbox may be a stranger's, and a browser calls itself whatever its owner likes.
  if (!emailProvenAt) return;
  await queueAccountMail(tx, trustedCustomerId.parse(person.customerId), {
    key: `new-device:${sessionId}`,
    userId: person.userId,
    kind: "newDevice",
    values: { device: deviceOf(origin.userAgent), ip: origin.ip, at: new Date().toISOString() },
  });
}

/** "Firefox, Windows": what a person knows their device by. */
export function deviceOf(userAgent: string): string {
  if (!userAgent) return "?";
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(", ") || userAgent.slice(0, 40);
}
