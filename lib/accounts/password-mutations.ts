import { guessAgain, noteReset } from "@/lib/auth/guesses";
import { hashPassword, isPasswordOf } from "@/lib/auth/passwords";
import { type CustomerId, trustedCustomerId } from "@/lib/auth/scope";
import { endOtherSessions, type SignedIn } from "@/lib/auth/sessions";
import { readResetToken } from "@/lib/auth/tokens";
import { type Actor, writeAudit } from "@/lib/core/audit";
import { db, Prisma, type Tx } from "@/lib/core/db";
import { type AppError, fieldRefusal } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { plainEmail } from "@/lib/core/mail-address";
import { acrossSuppliers } from "@/lib/core/supplier-wall";
import { mailName } from "@/lib/core/tame-text";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueueNow } from "@/lib/jobs/queue";
import { RESET_MINUTES } from "@/lib/notices/account-mail-rendering";
import { noteProvenAddress } from "./address-link-mutations";
import { NEVER_ORDERED } from "./data";
import { queueAccountMail } from "./mail-mutations";
import { requireGoodPassword } from "./registration-mutations";

/** What opens an account besides its password. */
interface WaysIn {
  passkeys: string[];
  hasCode: boolean;
}

/**
 * Asks for a link to a new password. Known and unknown addresses are the same work here: a job finds out later.
 */
export async function askForReset(email: string): Promise<void> {
  await enqueueNow(jobs.sendReset, { email: plainEmail(email) });
}

/** Mails the link, if anybody has that address. An earlier link stays good until one is used. */
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

/** Whether a link still opens anything. */
export async function isResetOpen(token: string): Promise<boolean> {
  const id = await readResetToken(token);
  if (!id) return false;
  // Whose it is, nobody has proved yet.
  const where = { id, expiresAt: { gt: new Date() } };
  return (await acrossSuppliers(() => db.passwordReset.count({ where }))) > 0;
}

/** A token that opens nothing (any more), in the field that carries it. */
export function linkExpired(): AppError {
  return fieldRefusal("link_expired", "This link has expired or was used.", "jwtToken");
}

export interface Reset {
  /** Who may be signed in by it; undefined for somebody with a second factor, which a link does not replace. */
  person?: SignedIn;
  /** Passkeys or a second factor stay: the person is to look whether all of them are their own. */
  hasOtherWaysIn: boolean;
}

/**
 * Sets the password by a link and uses the link up, with every other one that is open. Signs the person out everywhere.
 * The first proof of an address takes out whatever was set up before it: it may have been somebody else.
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
    // The row goes before anything else: of two uses at once the second finds none.
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
 * Changes the password of somebody who knows the present one, and ends all their other sessions.
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
 * Before something that must not happen from a browser left open.
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
 * Takes out what somebody may have set up who registered an address that was not theirs: all ways in, and how their firm
 * is reached. Proves the address.
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

/** Payers answer to the firm's addresses, and we send invoices to its billing contact: both may be somebody else's. */
async function forgetContactData(tx: Tx, userId: string, email: string): Promise<void> {
  // What a colleague with a proven address works with is not one registrant's.
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

/** Reads what an attacker knows of a person, too, with all firms they work for: a password must not be made of it. */
async function knownOf(where: Prisma.UserWhereInput): Promise<string[]> {
  const memberships = { select: { customer: { select: { companyName: true } } } };
  const select = { name: true, email: true, memberships } satisfies Prisma.UserSelect;
  const person = await acrossSuppliers(() => db.user.findFirst({ where, select }));
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
  // A mailbox that nobody has proven may be a stranger's, and is sent nothing that can be repeated at will.
  if (!emailProvenAt) return;
  await queueAccountMail(tx, trustedCustomerId.parse(customerId), {
    key: `password-changed:${newId("mail")}`,
    userId,
    kind: "passwordChanged",
    values: { at: new Date().toISOString(), ip: actor.ip, ...waysTold(change.ways) },
  });
}

/** What signs in besides the password, as the mail names it; nothing when there is nothing. */
function waysTold({ passkeys, hasCode }: WaysIn = { passkeys: [], hasCode: false }): Record<string, string> {
  return {
    ...(passkeys.length > 0 ? { passkeys: passkeys.map(mailName).join(", ") } : {}),
    ...(hasCode ? { hasCode: "yes" } : {}),
  };
}

/** The supplier whose mails somebody's mail belongs to. */
export function ofMembership(memberships: { customerId: string }[]): CustomerId | null {
  return memberships[0] ? trustedCustomerId.parse(memberships[0].customerId) : null;
}
