import { noteProvenAddress } from "@/lib/accounts/address/link-mutations";
import { queueAccountMail } from "@/lib/accounts/mails/mutations";
import { NEVER_ORDERED } from "@/lib/accounts/profile/data";
import { requireGoodPassword } from "@/lib/accounts/registration/mutations";
import { guessAgain, noteReset } from "@/lib/auth/limits/guesses";
import { readResetToken } from "@/lib/auth/link-tokens";
import { hashPassword, isPasswordOf } from "@/lib/auth/passwords/passwords";
import { type CustomerId, trustedCustomerId } from "@/lib/auth/scope";
import { endOtherSessions, type SignedIn } from "@/lib/auth/sessions/sessions";
import { db, Prisma, type Tx } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { plainEmail } from "@/lib/core/formats/mail-address";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { crossTenant } from "@/lib/core/tenants/tenant-scope";
import { mailName } from "@/lib/core/text/sanitise";
import { type AppError, fieldRefusal } from "@/lib/core/web/errors";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueueNow } from "@/lib/jobs/queue";
import { RESET_MINUTES } from "@/lib/outbox/types";

/** The other ways in which the person signs in, besides the password. */
interface WaysIn {
  passkeys: string[];
  hasCode: boolean;
}

/**
 * Enqueues a mail with a password reset link. The work is the same for known and unknown addresses, because the job
 * checks the address later.
 */
export async function askForReset(email: string): Promise<void> {
  await enqueueNow(jobs.sendReset, { email: plainEmail(email) });
}

/** Mails a reset link if a person has the address. Earlier links stay valid until one is used. */
export async function sendReset(email: string): Promise<void> {
  const user = await db.user.findUnique({ where: { email }, include: { memberships: { take: 1 } } });
  if (!user) return;
  const resetId = newId("reset");
  const expiresAt = new Date(Date.now() + RESET_MINUTES * 60_000);
  await db.$transaction(async (tx) => {
    await tx.passwordReset.create({ data: { id: resetId, userId: user.id, expiresAt } });
    await queueAccountMail(tx, ofMembership(user.memberships), {
      key: `password-reset:${resetId}`,
      userId: user.id,
      kind: "passwordReset",
      values: { resetId },
    });
  });
}

/** True if a reset link is still valid. */
export async function isResetOpen(token: string): Promise<boolean> {
  const id = await readResetToken(token);
  if (!id) return false;
  // Nobody has proved yet whose link it is, so the query is cross-tenant.
  const where = { id, expiresAt: { gt: new Date() } };
  return (await crossTenant(() => db.passwordReset.count({ where }))) > 0;
}

/** Returns the refusal of a token that is used, expired or not ours. It names the field with the token. */
export function linkExpired(): AppError {
  return fieldRefusal("link_expired", "This link has expired or was used.", "jwtToken");
}

export interface Reset {
  /** The person whom the reset may sign in. Undefined with a second factor, which a link does not replace. */
  person?: SignedIn;
  /** True if passkeys or a second factor stay. The page asks the person to check that these are their own. */
  hasOtherWaysIn: boolean;
}

/**
 * Sets the password by a reset link, and invalidates all open links. Signs the person out everywhere. If the address
 * was never proven before, everything that was set up is removed, because it may be another person's.
 *
 * @throws AppError `link_expired`, `password_short`, `password_weak`
 */
export async function resetPassword(token: string, password: string, ip: string): Promise<Reset> {
  if (!(await isResetOpen(token))) throw linkExpired();
  const id = await readResetToken(token);
  requireGoodPassword(password, await knownOf({ passwordResets: { some: { id } } }));
  const passwordHash = await hashPassword(password);
  const done = await db.$transaction(async (tx) => {
    const reset = await tx.passwordReset.findFirst({
      where: { id, expiresAt: { gt: new Date() } },
      include: {
        user: { include: { passkeys: true, memberships: { orderBy: { createdAt: "asc" }, take: 1 } } },
      },
    });
    // The row is deleted first: of two simultaneous uses, the second finds none.
    const used = await tx.passwordReset.deleteMany({ where: { id } });
    const customerId = reset?.user.memberships[0]?.customerId;
    if (!reset || !customerId || used.count === 0) throw linkExpired();
    const { id: userId, email, name, emailProvenAt } = reset.user;
    const actor = { userId, userName: name, ip };
    if (!emailProvenAt) await forgetFirstRegistrant(tx, customerId, actor, email);
    const [passkeys, hasCode] = emailProvenAt ? [reset.user.passkeys, !!reset.user.twoFactorEnabledAt] : [[], false];
    const ways = { passkeys: passkeys.map((passkey) => passkey.name), hasCode };
    await storePassword(tx, { userId, passwordHash, ways }, { customerId, ...actor });
    const person = hasCode ? undefined : { userId, email, name, customerId, provedAt: new Date() };
    return { email, reset: { person, hasOtherWaysIn: hasCode || passkeys.length > 0 } };
  });
  await noteReset(done.email, ip);
  return done.reset;
}

/**
 * Changes the password of a person who knows the current one, and ends all their other sessions.
 *
 * @throws AppError `wrong_credentials`, `password_short`, `password_weak`, `too_many_requests`
 */
export async function changePassword(
  customerId: CustomerId,
  change: { userId: string; sessionId: string; current: string; next: string },
  actor: Actor,
): Promise<void> {
  const { userId } = change;
  await requirePassword(userId, change.current);
  requireGoodPassword(change.next, await knownOf({ id: userId }));
  const passwordHash = await hashPassword(change.next);
  await db.$transaction((tx) =>
    storePassword(tx, { userId, passwordHash, keptSessionId: change.sessionId }, { customerId, ...actor }),
  );
}

/**
 * Requires the password, for changes that must not happen from an unattended browser.
 *
 * @throws AppError `wrong_credentials`, `too_many_requests`
 */
export async function requirePassword(userId: string, password: string): Promise<void> {
  const { passwordHash } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  await guessAgain("password", userId, async () => {
    if (!(await isPasswordOf(passwordHash, password)))
      throw fieldRefusal("wrong_credentials", "The password is not right.", "password");
  });
}

/**
 * Removes what a person may have set up who registered somebody else's address: all ways to sign in, and the contact
 * data of their firm. Stores the address as proven.
 */
async function forgetFirstRegistrant(tx: Tx, customerId: string, actor: Actor, email: string): Promise<void> {
  const { userId } = actor;
  await tx.passkey.deleteMany({ where: { userId } });
  await tx.ceremony.deleteMany({ where: { userId } });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.knownDevice.deleteMany({ where: { userId } });
  await tx.invitation.deleteMany({ where: { invitedById: userId } });
  await tx.addressLink.deleteMany({ where: { userId } });
  await tx.user.update({
    where: { id: userId },
    data: { twoFactorSecret: null, twoFactorEnabledAt: null, twoFactorLastStep: 0 },
  });
  await forgetContactData(tx, userId, email);
  await noteProvenAddress(tx, customerId, actor, "reset");
}

/** Removes the firm's addresses, to which payers reply, and its billing contact, who gets our invoices. */
async function forgetContactData(tx: Tx, userId: string, email: string): Promise<void> {
  // If a colleague has a proven address, the data is not the registrant's alone, and stays.
  const where = { memberships: { some: { userId }, every: { user: { emailProvenAt: null } } } };
  const firms = await tx.customer.findMany({ where, select: { id: true } });
  const customerId = { in: firms.map(({ id }) => id) };
  const data = { email, website: "", mobileNumber: "", paymentDescription: null };
  await tx.customer.updateMany({ where: { id: customerId }, data });
  await tx.billingContact.deleteMany({ where: { customerId, customer: { contract: NEVER_ORDERED } } });
  await tx.contract.updateMany({
    where: { customerId, ...NEVER_ORDERED },
    data: { stripeCustomerId: null, paymentMethod: Prisma.DbNull },
  });
}

/** Returns what an attacker knows of a person, with all firms they work for. A password must not consist of it. */
async function knownOf(where: Prisma.UserWhereInput): Promise<string[]> {
  const memberships = { select: { customer: { select: { companyName: true } } } };
  const select = { name: true, email: true, memberships } satisfies Prisma.UserSelect;
  const person = await crossTenant(() => db.user.findFirst({ where, select }));
  return person ? [person.name, person.email, ...person.memberships.map((one) => one.customer.companyName)] : [];
}

async function storePassword(
  tx: Tx,
  change: { userId: string; passwordHash: string; keptSessionId?: string; ways?: WaysIn },
  by: Actor & { customerId: string },
): Promise<void> {
  const { userId, passwordHash, keptSessionId } = change;
  const { emailProvenAt } = await tx.user.update({ where: { id: userId }, data: { passwordHash } });
  await tx.passwordReset.deleteMany({ where: { userId } });
  await tx.addressLink.deleteMany({ where: { userId, kind: "change" } });
  const ended = await endOtherSessions(tx, userId, keptSessionId);
  const { customerId, ...actor } = by;
  await writeAudit(tx, customerId, actor, { action: "password.changed", subject: userId, detail: { ended } });
  // An unproven mailbox may be a stranger's. It gets no mail that somebody can trigger again and again.
  if (!emailProvenAt) return;
  await queueAccountMail(tx, trustedCustomerId.parse(customerId), {
    key: `password-changed:${newId("mail")}`,
    userId,
    kind: "passwordChanged",
    values: { at: new Date().toISOString(), ip: actor.ip, ...waysTold(change.ways) },
  });
}

/** Returns the other ways to sign in as values for the mail; empty if there are none. */
function waysTold({ passkeys, hasCode }: WaysIn = { passkeys: [], hasCode: false }): Record<string, string> {
  return {
    ...(passkeys.length > 0 ? { passkeys: passkeys.map(mailName).join(", ") } : {}),
    ...(hasCode ? { hasCode: "yes" } : {}),
  };
}

/** Returns the supplier to which a person's mail belongs. */
export function ofMembership(memberships: { customerId: string }[]): CustomerId | null {
  return memberships[0] ? trustedCustomerId.parse(memberships[0].customerId) : null;
}
