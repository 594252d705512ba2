import { noteProvenAddress } from "@/lib/accounts/address/link-mutations";
import { makeWay } from "@/lib/accounts/address/unproven-mutations";
import { revokeKeysOf } from "@/lib/accounts/keys/mutations";
import { isEmailTaken } from "@/lib/accounts/profile/data";
import { requireGoodPassword } from "@/lib/accounts/registration/mutations";
import { countTry } from "@/lib/auth/limits/limits";
import { readInvitationToken } from "@/lib/auth/link-tokens";
import { hashPassword } from "@/lib/auth/passwords/passwords";
import { type CustomerId, trustedCustomerId } from "@/lib/auth/scope";
import type { SignedIn } from "@/lib/auth/sessions/sessions";
import { db, type Tx } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { isLocale, type Locale } from "@/lib/core/locales";
import type { Invitation } from "@/lib/core/prisma/client";
import type { Role } from "@/lib/core/prisma/enums";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { crossTenant, withinSupplier } from "@/lib/core/tenants/tenant-scope";
import { now } from "@/lib/core/time/clock";
import { AppError, fieldRefusal } from "@/lib/core/web/errors";
import { queueMail } from "@/lib/outbox/mutations";
import { notifyOwners } from "@/lib/outbox/owner-mutations";
import { INVITATION_DAYS } from "@/lib/outbox/types";

/** After this time the other owners know of a new owner, as for a release (`lib/connections/hold/rules.ts`). */
const SETTLED_MS = 24 * 3_600_000;

/** Invites a person by mail. Inviting them again replaces the earlier link. @throws AppError `already_member` */
export async function inviteMember(
  customerId: CustomerId,
  input: { email: string; role: Role },
  actor: Actor,
): Promise<void> {
  await countTry("invitation", customerId);
  const { email, role } = input;
  const id = newId("invitation");
  await db.$transaction(async (tx) => {
    await holdTeam(tx, customerId, actor);
    const isMember = await tx.membership.count({ where: { customerId, user: { email } } });
    if (isMember > 0) throw fieldRefusal("already_member", "This person is in the account already.", "email");
    const expiresAt = new Date(Date.now() + INVITATION_DAYS * 24 * 3_600_000);
    const row = { id, role, expiresAt, invitedById: actor.userId, invitedBy: actor.userName };
    await tx.invitation.deleteMany({ where: { customerId, email } });
    await tx.invitation.create({ data: { customerId, email, ...row } });
    await writeAudit(tx, customerId, actor, { action: "member.invited", subject: email, detail: { role } });
    const { companyName } = await tx.customer.findUniqueOrThrow({ where: { id: customerId } });
    const { locale } = await tx.user.findUniqueOrThrow({ where: { id: actor.userId } });
    await queueMail(tx, customerId, {
      key: `invitation:${id}`,
      template: "account",
      locale: isLocale(locale) ? locale : "en",
      recipient: email,
      data: {
        kind: "invitation",
        name: "",
        values: { customerId, invitationId: id, company: companyName, inviter: actor.userName },
      },
    });
  });
}

/** Withdraws an open invitation. @throws AppError `not_found` */
export async function withdrawInvitation(customerId: CustomerId, id: string, actor: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    const gone = await tx.invitation.deleteMany({ where: { customerId, id } });
    if (gone.count === 0) throw new AppError("not_found");
    await writeAudit(tx, customerId, actor, { action: "member.invitation-withdrawn", subject: id });
  });
}

export interface OpenInvitation {
  email: string;
  companyName: string;
  invitedBy: string;
  role: Role;
  /** True if the address has an account already. The person then signs in with it and chooses no password. */
  hasAccount: boolean;
}

/** Returns what a link invites to; undefined if it is used, withdrawn, expired or not ours. */
export async function readInvitation(token: string): Promise<OpenInvitation | undefined> {
  const named = await readInvitationToken(token);
  if (!named) return undefined;
  return await withinSupplier(named.customerId, async () => {
    const invitation = await findInvitation(db, token);
    if (!invitation) return undefined;
    const { email, invitedBy, role, customerId } = invitation;
    const [customer, hasAccount] = await Promise.all([
      db.customer.findUniqueOrThrow({ where: { id: customerId } }),
      // An account with that address may be another supplier's.
      crossTenant(() => isEmailTaken(email)),
    ]);
    return { email, invitedBy, role, companyName: customer.companyName, hasAccount };
  });
}

/**
 * Accepts an invitation with a new account. The link was sent to the address, so it proves the address.
 *
 * @throws AppError `link_expired`, `email_taken`, `password_short`, `password_weak`
 */
export async function joinAsNewcomer(
  token: string,
  person: { name: string; password: string },
  origin: { ip: string; locale: Locale },
): Promise<SignedIn> {
  const invitation = await readInvitation(token);
  if (!invitation) throw new AppError("link_expired", "This invitation has expired or was already accepted.");
  requireGoodPassword(person.password, [invitation.companyName, person.name, invitation.email]);
  const passwordHash = await hashPassword(person.password);
  const userId = newId("user");
  return await db.$transaction(async (tx) => {
    const { customerId, email, role } = await takeInvitation(tx, token);
    await makeWay(tx, email);
    if ((await tx.user.count({ where: { email } })) > 0)
      throw fieldRefusal("email_taken", "This address is in use.", "email");
    const { name } = person;
    await tx.user.create({
      data: {
        id: userId,
        email,
        name,
        passwordHash,
        emailProvenAt: new Date(),
        locale: origin.locale,
        acceptedTermsOfService: true,
        memberships: { create: { customerId, role } },
      },
    });
    await noteJoined(tx, { customerId, email, role }, { userId, userName: name, ip: origin.ip });
    return { userId, email, name, customerId, provedAt: new Date() };
  });
}

/**
 * Accepts an invitation with the account that is signed in. Its address must be the invited one.
 *
 * @returns the session's new supplier
 * @throws AppError `link_expired`, `forbidden` for another address
 */
export async function joinAsMember(token: string, actor: Actor): Promise<CustomerId> {
  // The session is for one supplier, and the invitation is from another.
  return await crossTenant(() => db.$transaction((tx) => join(tx, token, actor)));
}

async function join(tx: Tx, token: string, actor: Actor): Promise<CustomerId> {
  const { customerId, email, role } = await takeInvitation(tx, token);
  const user = await tx.user.findUniqueOrThrow({ where: { id: actor.userId } });
  if (user.email !== email) throw new AppError("forbidden", "The invitation went to another address.");
  await tx.membership.upsert({
    where: { customerId_userId: { customerId, userId: user.id } },
    create: { customerId, userId: user.id, role },
    update: {},
  });
  await noteJoined(tx, { customerId, email, role }, actor);
  // The link was sent by mail, and the person of the account is signed in.
  await noteProvenAddress(tx, customerId, actor, "invitation");
  return trustedCustomerId.parse(customerId);
}

async function noteJoined(
  tx: Tx,
  { customerId, email, role }: Pick<Invitation, "customerId" | "email" | "role">,
  actor: Actor,
): Promise<void> {
  await writeAudit(tx, customerId, actor, { action: "member.joined", subject: actor.userId, detail: { role } });
  await notifyOwners(tx, customerId, { event: "joined", actor, values: { email, role } });
}

/**
 * Changes a person's role. Ends the open invitations and the API keys of a former owner, and informs the owners.
 *
 * @throws AppError `not_found`, `last_owner`, `owner_too_new`, `account_held`, `forbidden` if the caller is no longer
 *   an owner
 */
export async function changeRole(customerId: CustomerId, userId: string, role: Role, actor: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    await holdTeam(tx, customerId, actor);
    const person = await findMember(tx, customerId, userId);
    if (person.role === role) return;
    await requireNoHold(tx, customerId, userId, person.role);
    await requireSettledOwner(tx, customerId, userId, person);
    await tx.membership.updateMany({ where: { customerId, userId }, data: { role, roleSince: new Date() } });
    await dropInvitationsOf(tx, customerId, userId);
    await revokeKeysOf(tx, customerId, userId, actor);
    await writeAudit(tx, customerId, actor, { action: "member.role-changed", subject: userId, detail: { role } });
    const values = { ...person.values, before: person.role, role };
    await notifyOwners(tx, customerId, { event: "roleChanged", actor, values, also: userId });
  });
}

/**
 * Removes a person from the account. Ends their sessions, API keys and the invitations that they sent, and informs the
 * owners.
 *
 * @throws AppError `not_found`, `last_owner`, `owner_too_new`, `account_held`, `forbidden` if the caller is no longer
 *   an owner
 */
export async function removeMember(customerId: CustomerId, userId: string, actor: Actor): Promise<void> {
  // A person who works for no other supplier is deleted, which is not allowed in one supplier's scope.
  await crossTenant(() => db.$transaction((tx) => remove(tx, customerId, userId, actor)));
}

async function remove(tx: Tx, customerId: CustomerId, userId: string, actor: Actor): Promise<void> {
  await holdTeam(tx, customerId, actor);
  const { role, roleSince, values } = await findMember(tx, customerId, userId);
  await requireNoHold(tx, customerId, userId, role);
  await requireSettledOwner(tx, customerId, userId, { role, roleSince });
  // Before the membership is deleted: afterwards the person no longer belongs to the supplier.
  await notifyOwners(tx, customerId, { event: "removed", actor, values, also: userId });
  await revokeKeysOf(tx, customerId, userId, actor);
  await tx.membership.deleteMany({ where: { customerId, userId } });
  await dropInvitationsOf(tx, customerId, userId);
  await tx.session.deleteMany({ where: { customerId, userId } });
  await writeAudit(tx, customerId, actor, { action: "member.removed", subject: userId });
  const left = await tx.membership.count({ where: { userId } });
  if (left === 0) await tx.user.delete({ where: { id: userId } });
}

/**
 * Refuses to end an owner's role while a new GoCardless account is held. The person who connected it must not shut out
 * those who could undo it, so only that person can lose the role.
 *
 * @throws AppError `account_held`
 */
async function requireNoHold(tx: Tx, customerId: CustomerId, userId: string, role: Role): Promise<void> {
  if (role !== "owner") return;
  const held = await tx.connection.count({
    where: { customerId, heldUntil: { gt: now() }, heldById: { not: userId } },
  });
  if (held > 0)
    throw new AppError("account_held", "Until the new GoCardless account is released, owners keep their role.");
}

/** Returns a member's role and names. @throws AppError `not_found` */
async function findMember(tx: Tx, customerId: CustomerId, userId: string) {
  const row = await tx.membership.findUnique({
    where: { customerId_userId: { customerId, userId } },
    select: { role: true, roleSince: true, user: { select: { name: true, email: true } } },
  });
  if (!row) throw new AppError("not_found");
  const { role, roleSince, user } = row;
  return { role, roleSince, values: { person: user.name, email: user.email } };
}

/** Deletes the open invitations that a person sent. A former owner must not bring anybody in by a link in a mailbox. */
async function dropInvitationsOf(tx: Tx, customerId: CustomerId, userId: string): Promise<void> {
  await tx.invitation.deleteMany({ where: { customerId, invitedById: userId } });
}

/**
 * Serialises changes of the team, and checks the caller again under the lock. Since the session was checked, a
 * colleague may have ended the caller's ownership.
 *
 * @throws AppError `forbidden`
 */
async function holdTeam(tx: Tx, customerId: CustomerId, actor: Actor): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM customers WHERE id = ${customerId} FOR UPDATE`;
  const isOwner = await tx.membership.count({ where: { customerId, userId: actor.userId, role: "owner" } });
  if (isOwner === 0) throw new AppError("forbidden");
}

/**
 * Refuses to end an owner's role unless another owner stays who is settled. A settled owner has been one for a day, or
 * for as long as the person who loses the role. Otherwise an intruder could add an accomplice, end the real owners'
 * role, and connect an account of their own. No other owner would then get the mails about it.
 *
 * @throws AppError `last_owner` if no owner would stay, `owner_too_new` if only newer ones would
 */
async function requireSettledOwner(
  tx: Tx,
  customerId: CustomerId,
  userId: string,
  { role, roleSince }: { role: Role; roleSince: Date },
): Promise<void> {
  if (role !== "owner") return;
  const others = await tx.membership.findMany({
    where: { customerId, role: "owner", userId: { not: userId } },
    select: { roleSince: true },
  });
  if (others.length === 0) throw new AppError("last_owner", "An account needs an owner.");
  const settled = Math.max(roleSince.getTime(), Date.now() - SETTLED_MS);
  if (!others.some((other) => other.roleSince.getTime() <= settled))
    throw new AppError("owner_too_new", "An owner who stays has to be one for a day first.");
}

async function findInvitation(tx: Tx, token: string): Promise<Invitation | null> {
  const named = await readInvitationToken(token);
  if (!named) return null;
  return await tx.invitation.findFirst({ where: { ...named, expiresAt: { gt: new Date() } } });
}

async function takeInvitation(tx: Tx, token: string): Promise<Invitation> {
  const invitation = await findInvitation(tx, token);
  if (!invitation) throw new AppError("link_expired", "This invitation has expired or was already accepted.");
  const { customerId, id } = invitation;
  const taken = await tx.invitation.deleteMany({ where: { customerId, id } });
  if (taken.count === 0) throw new AppError("link_expired");
  return invitation;
}
