import { queueAccountMail } from "@/lib/accounts/mails/mutations";
import { isEmailTaken } from "@/lib/accounts/profile/data";
import { countTry } from "@/lib/auth/limits/limits";
import { type CustomerId, trustedCustomerId } from "@/lib/auth/scope";
import { endOtherSessions } from "@/lib/auth/sessions/sessions";
import { db, isUniqueViolation, type Tx } from "@/lib/core/database/db";
import type { AddressLink } from "@/lib/core/prisma/client";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { crossTenant } from "@/lib/core/tenants/tenant-scope";
import { AppError, fieldRefusal } from "@/lib/core/web/errors";
import { mailProofLink, makeAddressLink } from "./link-mutations";
import { makeWay } from "./unproven-mutations";

interface By {
  customerId: CustomerId;
  userId: string;
  sessionId: string;
  actor: Actor;
}

interface Place {
  customerId: string | null;
  actor: Actor;
  /** The session in which the link was used. It stays open. */
  keptSessionId?: string;
}

/**
 * Requests another email address for a person.
 *
 * A proven address changes when somebody uses the link sent to the new mailbox. The old mailbox gets a mail with an
 * undo link at once. An address that was never proven is replaced at once, and its new mailbox gets a proof link.
 *
 * @returns whether the address has changed already
 * @throws AppError `email_taken`, `too_many_requests`
 */
export async function changeAddress(by: By, email: string): Promise<{ isChanged: boolean }> {
  // A person of any supplier may hold the address, so the check is cross-tenant.
  return await crossTenant(() => change(by, email));
}

async function change(by: By, email: string): Promise<{ isChanged: boolean }> {
  await countTry("addressChange", by.userId);
  const user = await db.user.findUniqueOrThrow({ where: { id: by.userId } });
  if (user.email === email || (await isEmailTaken(email)))
    throw fieldRefusal("email_taken", "This address is in use.", "email");
  await countTry("addressMail", email);
  const isChanged = user.emailProvenAt === null;
  await orTaken(() => db.$transaction((tx) => (isChanged ? replace(tx, by, user.email, email) : ask(tx, by, email))));
  return { isChanged };
}

async function ask(tx: Tx, by: By, email: string): Promise<void> {
  const { customerId, userId, actor } = by;
  // A later request replaces an earlier one. The undo links stay.
  await tx.addressLink.deleteMany({ where: { userId, kind: "change" } });
  const linkId = await makeAddressLink(tx, userId, "change", email);
  const { email: former } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  const undoId = await makeAddressLink(tx, userId, "undo", former);
  await writeAudit(tx, customerId, actor, { action: "address.change-asked", subject: userId, detail: { email } });
  const told = { userId, values: { email } };
  await queueAccountMail(tx, customerId, {
    ...told,
    key: `change-address:${linkId}`,
    kind: "changeAddress",
    recipient: email,
    values: { email, linkId },
  });
  await queueAccountMail(tx, customerId, {
    ...told,
    key: `address-change-asked:${linkId}`,
    kind: "addressChangeAsked",
    values: { email, linkId: undoId, at: new Date().toISOString() },
  });
}

async function replace(tx: Tx, by: By, former: string, email: string): Promise<void> {
  const { customerId, userId, sessionId, actor } = by;
  await makeWay(tx, email);
  await tx.addressLink.deleteMany({ where: { userId } });
  await tx.passwordReset.deleteMany({ where: { userId } });
  // The new mailbox has the whole week for its proof.
  const data = { email, addressAskedAt: new Date() };
  const changed = await tx.user.updateMany({ where: { id: userId, emailProvenAt: null }, data });
  if (changed.count === 0) throw new AppError("conflict");
  await tx.customer.updateMany({ where: { id: customerId, email: former }, data: { email } });
  await endOtherSessions(tx, userId, sessionId);
  await writeAudit(tx, customerId, actor, { action: "address.changed", subject: userId, detail: { former, email } });
  await mailProofLink(tx, userId);
}

/** Sets the new address, ends the other sessions, and informs the old mailbox. */
export async function applyChange(
  tx: Tx,
  link: AddressLink,
  { customerId, actor, keptSessionId }: Place,
): Promise<void> {
  const { userId, email } = link;
  const { email: former } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  // Each request made an undo link. The newest one belongs to the request that takes effect, and expires last.
  const undo = await tx.addressLink.findFirst({
    where: { userId, kind: "undo", email: former, expiresAt: { gt: new Date() } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  await setAddress(tx, userId, email);
  const ended = await endOtherSessions(tx, userId, keptSessionId);
  const detail = { former, email, ended };
  await writeAudit(tx, customerId, actor, { action: "address.changed", subject: userId, detail });
  await queueAccountMail(tx, customerId === null ? null : trustedCustomerId.parse(customerId), {
    key: `address-changed:${link.id}`,
    userId,
    kind: "addressChanged",
    recipient: former,
    values: {
      email,
      linkId: undo?.id ?? (await makeAddressLink(tx, userId, "undo", former)),
      at: new Date().toISOString(),
    },
  });
}

/**
 * Restores a former address, and ends all sessions and open links. Removes passkeys and a second factor that were added
 * since the change was requested, because they may be an intruder's.
 */
export async function undoChange(tx: Tx, link: AddressLink, { customerId, actor }: Place): Promise<void> {
  const { userId, email, createdAt } = link;
  const { email: replaced, twoFactorEnabledAt } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  await setAddress(tx, userId, email);
  await tx.addressLink.deleteMany({ where: { userId } });
  await tx.passwordReset.deleteMany({ where: { userId } });
  await tx.ceremony.deleteMany({ where: { userId } });
  await tx.passkey.deleteMany({ where: { userId, createdAt: { gte: createdAt } } });
  if (twoFactorEnabledAt && twoFactorEnabledAt >= createdAt) {
    await tx.user.update({ where: { id: userId }, data: { twoFactorEnabledAt: null, twoFactorSecret: null } });
    await tx.recoveryCode.deleteMany({ where: { userId } });
  }
  const ended = await endOtherSessions(tx, userId);
  const detail = { former: replaced, email, ended };
  await writeAudit(tx, customerId, actor, { action: "address.change-undone", subject: userId, detail });
}

async function setAddress(tx: Tx, userId: string, email: string): Promise<void> {
  await makeWay(tx, email);
  await orTaken(() => tx.user.update({ where: { id: userId }, data: { email, emailProvenAt: new Date() } }));
  await tx.passwordReset.deleteMany({ where: { userId } });
}

async function orTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw fieldRefusal("email_taken", "This address is in use.", "email");
    throw error;
  }
}
