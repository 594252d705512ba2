import Bowser from "bowser";
import { queueAccountMail } from "@/lib/accounts/mails/mutations";
import type { Origin } from "@/lib/auth/caller";
import { trustedCustomerId } from "@/lib/auth/scope";
import { BROWSER_ROW } from "@/lib/auth/sessions/devices";
import { type NewSession, openSession, type SignedIn } from "@/lib/auth/sessions/sessions";
import { issueAccessToken, issueTicket } from "@/lib/auth/tokens";
import { sha256, sign } from "@/lib/core/crypto";
import { db, type Tx } from "@/lib/core/database/db";
import { writeAudit } from "@/lib/core/telemetry/audit";
import { log } from "@/lib/core/telemetry/log";
import { withinSupplier } from "@/lib/core/tenants/tenant-scope";
import { AppError } from "@/lib/core/web/errors";
import { providerNetworkOf } from "@/lib/core/web/ip";

type Kind = Pick<NewSession, "isApi" | "stays" | "isClaimed" | "discount" | "expiresAt">;

/** Opens a session for a person who has just proved their identity. Writes an audit entry, and reports a new device. */
export async function beginSession(person: SignedIn, kind: Kind, origin: Origin): Promise<string> {
  const { userId, customerId, name, hasSecondFactor, provedAt } = person;
  const opened = await db.$transaction(async (tx) => {
    const sessionId = await openSession(tx, { userId, customerId, hasSecondFactor, provedAt, ...kind }, origin);
    const actor = { userId, userName: name, ip: origin.ip };
    await writeAudit(tx, customerId, actor, { action: "session.started", subject: sessionId });
    if (await rememberDevice(tx, userId, origin)) await notifyNewDevice(tx, person, sessionId, origin);
    return sessionId;
  });
  log.info({ customerId, userId, ip: origin.ip, hasSecondFactor, isApi: kind.isApi }, "session started");
  return opened;
}

/** Opens an API session and returns its bearer token. */
export async function beginApiSession(person: SignedIn, origin: Origin, discount?: string): Promise<string> {
  const kind = { isApi: true, stays: false, isClaimed: true, discount };
  const sessionId = await beginSession(person, kind, origin);
  return await issueAccessToken({ sessionId, userId: person.userId, customerId: person.customerId });
}

/** Opens a session for a browser that has just registered or set a password. Returns a ticket that claims it, once. */
export async function beginTicketSession(person: SignedIn, origin: Origin, discount?: string): Promise<string> {
  const kind = { isApi: false, stays: false, isClaimed: false, discount };
  return await issueTicket(await beginSession(person, kind, origin));
}

/**
 * Returns a ticket to another supplier that the person works for. The session there ends when the current one would
 * have, and keeps the choice to stay logged in. For the supplier of the current session there is no ticket.
 *
 * @throws AppError `not_found` if they do not work there; `forbidden` with an API session, which no browser may
 *   continue; `unauthenticated` if the session has ended or is another person's
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
  // What the person proved at the start of the session holds for every account they work in.
  const person = { userId, customerId, ...membership.user, hasSecondFactor, provedAt };
  const opened = await withinSupplier(customerId, () => beginSession(person, kind, origin));
  return { ticket: await issueTicket(opened), stays };
}

/** Stores the device. True if the person has signed in before, but never from there: the first device is no news. */
async function rememberDevice(tx: Tx, userId: string, origin: Origin): Promise<boolean> {
  const known = await tx.knownDevice.count({ where: { userId, NOT: { fingerprint: { startsWith: BROWSER_ROW } } } });
  const fingerprint = sign("device", `${userId}:${deviceOf(origin.userAgent)}:${sha256(providerNetworkOf(origin.ip))}`);
  const made = await tx.knownDevice.createMany({ data: { userId, fingerprint }, skipDuplicates: true });
  return known > 0 && made.count === 1;
}

async function notifyNewDevice(tx: Tx, person: SignedIn, sessionId: string, origin: Origin): Promise<void> {
  const { emailProvenAt } = await tx.user.findUniqueOrThrow({ where: { id: person.userId } });
  // The mailbox may be a stranger's, and a browser can send any name for itself.
  if (!emailProvenAt) return;
  await queueAccountMail(tx, trustedCustomerId.parse(person.customerId), {
    key: `new-device:${sessionId}`,
    userId: person.userId,
    kind: "newDevice",
    values: { device: deviceOf(origin.userAgent), ip: origin.ip, at: new Date().toISOString() },
  });
}

/** Returns a name by which people recognise their device, such as "Firefox, Windows". */
export function deviceOf(userAgent: string): string {
  if (!userAgent) return "?";
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(", ") || userAgent.slice(0, 40);
}
