import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { switchAccount } from "@/lib/accounts/sign-in/mutations";
import { invitationToken } from "@/lib/auth/link-tokens";
import { openSession } from "@/lib/auth/sessions/sessions";
import { readTicket } from "@/lib/auth/tokens";
import { db } from "@/lib/core/database/db";
import type { Role } from "@/lib/core/prisma/enums";
import type { Actor } from "@/lib/core/telemetry/audit";
import { type SeededSupplier, seedSupplier } from "@/prisma/seed/suppliers";
import {
  changeRole,
  inviteMember,
  joinAsMember,
  joinAsNewcomer,
  readInvitation,
  removeMember,
  withdrawInvitation,
} from "./mutations";

const ORIGIN = { ip: "203.0.113.7", locale: "de" } as const;
const PASSWORD = "Neu-im-Betrieb-2026!!";

async function invite(supplier: SeededSupplier, email: string, role: Role = "member"): Promise<string> {
  const { customerId, actor } = supplier;
  await inviteMember(customerId, { email, role }, actor);
  const { id } = await db.invitation.findUniqueOrThrow({ where: { customerId_email: { customerId, email } } });
  return invitationToken({ customerId, id });
}

function newEmail(): string {
  return `colleague-${randomUUID().slice(0, 8)}@einzug.test`;
}

/** Returns a person who has joined the supplier. */
async function colleague(supplier: SeededSupplier, role: Role = "member"): Promise<Actor> {
  const person = { name: "Jonas Weber", password: PASSWORD };
  const { userId, name } = await joinAsNewcomer(await invite(supplier, newEmail(), role), person, ORIGIN);
  return { userId, userName: name, ip: ORIGIN.ip };
}

async function roles(customerId: string): Promise<Role[]> {
  const rows = await db.membership.findMany({ where: { customerId }, orderBy: { createdAt: "asc" } });
  return rows.map((row) => row.role);
}

test("an invitation is mailed, names a role, and can be accepted once", async () => {
  const supplier = await seedSupplier();
  const email = newEmail();
  const token = await invite(supplier, email, "read_only");
  expect(await db.mail.findMany({ where: { recipient: email } })).toMatchObject([{ data: { kind: "invitation" } }]);
  expect(await readInvitation(token)).toMatchObject({ email, role: "read_only", hasAccount: false });
  const joined = await joinAsNewcomer(token, { name: "Jonas Weber", password: PASSWORD }, ORIGIN);
  expect(joined).toMatchObject({ email, customerId: supplier.customerId });
  expect(await roles(supplier.customerId)).toEqual(["owner", "read_only"]);
  expect(await readInvitation(token)).toBeUndefined();
  await expect(joinAsNewcomer(token, { name: "Noch wer", password: PASSWORD }, ORIGIN)).rejects.toMatchObject({
    code: "link_expired",
  });
});

test("a second invitation replaces the first link, and withdrawal or expiry ends a link", async () => {
  const supplier = await seedSupplier();
  const { customerId, actor } = supplier;
  const email = newEmail();
  const [first, second] = [await invite(supplier, email), await invite(supplier, email, "owner")];
  expect(await readInvitation(first)).toBeUndefined();
  expect(await readInvitation(second)).toMatchObject({ role: "owner" });
  await db.invitation.updateMany({ where: { customerId }, data: { expiresAt: new Date(0) } });
  expect(await readInvitation(second)).toBeUndefined();
  const third = await invite(supplier, email);
  const { id } = await db.invitation.findFirstOrThrow({ where: { customerId } });
  await withdrawInvitation(customerId, id, actor);
  expect(await readInvitation(third)).toBeUndefined();
});

test("simultaneous invitations of the same address end as one invitation", async () => {
  const { customerId, actor } = await seedSupplier();
  const email = newEmail();
  const ask = () => inviteMember(customerId, { email, role: "member" }, actor);
  await Promise.all([ask(), ask(), ask()]);
  expect(await db.invitation.count({ where: { customerId } })).toBe(1);
});

test("one of two simultaneous uses of an invitation joins", async () => {
  const supplier = await seedSupplier();
  const token = await invite(supplier, newEmail());
  const join = () => joinAsNewcomer(token, { name: "Jonas Weber", password: PASSWORD }, ORIGIN);
  const results = await Promise.allSettled([join(), join()]);
  expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await roles(supplier.customerId)).toEqual(["owner", "member"]);
});

test("a member cannot be invited again, and an invitation serves only the address it was sent to", async () => {
  const [supplier, other] = [await seedSupplier(), await seedSupplier()];
  const { customerId, actor, email } = supplier;
  await expect(inviteMember(customerId, { email, role: "member" }, actor)).rejects.toMatchObject({
    code: "already_member",
  });
  const token = await invite(supplier, newEmail());
  await expect(joinAsMember(token, other.actor)).rejects.toMatchObject({ code: "forbidden" });
  expect(await readInvitation(token)).toBeDefined();
  const own = await invite(supplier, other.email, "read_only");
  expect(await readInvitation(own)).toMatchObject({ hasAccount: true });
  await expect(joinAsNewcomer(own, { name: "Frieda", password: PASSWORD }, ORIGIN)).rejects.toMatchObject({
    code: "email_taken",
  });
  expect(await joinAsMember(own, other.actor)).toBe(customerId);
});

test("the last owner can neither be demoted nor removed", async () => {
  const { customerId, userId, actor } = await seedSupplier();
  await expect(changeRole(customerId, userId, "member", actor)).rejects.toMatchObject({ code: "last_owner" });
  await expect(removeMember(customerId, userId, actor)).rejects.toMatchObject({ code: "last_owner" });
  expect(await roles(customerId)).toEqual(["owner"]);
  expect(await db.user.count({ where: { id: userId } })).toBe(1);
});

test.each(["demote", "remove"] as const)("one of two owners who %s each other at once stays an owner", async (how) => {
  const supplier = await seedSupplier();
  const { customerId, userId, actor } = supplier;
  const second = await colleague(supplier, "owner");
  await db.membership.updateMany({ where: { customerId }, data: { roleSince: new Date(0) } });
  const act = (target: string, by: Actor) =>
    how === "demote" ? changeRole(customerId, target, "member", by) : removeMember(customerId, target, by);
  const results = await Promise.allSettled([act(second.userId, actor), act(userId, second)]);
  expect(results.find((result) => result.status === "rejected")).toMatchObject({ reason: { code: "forbidden" } });
  expect((await roles(customerId)).filter((role) => role === "owner")).toHaveLength(1);
});

test("a removed person loses their sessions and, without another account, their login", async () => {
  const supplier = await seedSupplier();
  const { customerId, actor } = supplier;
  const person = await colleague(supplier);
  const kind = { isApi: false, stays: false, isClaimed: true };
  await openSession(db, { userId: person.userId, customerId, ...kind }, { ip: ORIGIN.ip, userAgent: "" });
  await removeMember(customerId, person.userId, actor);
  expect(await db.session.count({ where: { userId: person.userId } })).toBe(0);
  expect(await db.user.count({ where: { id: person.userId } })).toBe(0);
  expect(await db.auditEntry.findFirst({ where: { customerId, action: "member.removed" } })).toMatchObject({
    subject: person.userId,
  });
});

test("a removed person who works for another supplier keeps their login and sessions there", async () => {
  const [supplier, other] = [await seedSupplier(), await seedSupplier()];
  await joinAsMember(await invite(supplier, other.email), other.actor);
  const kind = { isApi: false, stays: false, isClaimed: true };
  for (const { customerId } of [supplier, other])
    await openSession(db, { userId: other.userId, customerId, ...kind }, { ip: ORIGIN.ip, userAgent: "" });
  await removeMember(supplier.customerId, other.userId, supplier.actor);
  expect(await db.session.findMany({ where: { userId: other.userId } })).toMatchObject([
    { customerId: other.customerId },
  ]);
});

test("the ids of another account are refused with not_found, like missing ones", async () => {
  const [supplier, stranger] = [await seedSupplier(), await seedSupplier()];
  const person = await colleague(supplier);
  await invite(supplier, newEmail());
  const { id } = await db.invitation.findFirstOrThrow({ where: { customerId: supplier.customerId } });
  const { customerId, actor } = stranger;
  for (const call of [
    () => changeRole(customerId, person.userId, "owner", actor),
    () => removeMember(customerId, person.userId, actor),
    () => withdrawInvitation(customerId, id, actor),
    () =>
      switchAccount({ userId: stranger.userId, sessionId: "" }, supplier.customerId, { ip: ORIGIN.ip, userAgent: "" }),
  ])
    await expect(call()).rejects.toMatchObject({ code: "not_found" });
  expect(await roles(supplier.customerId)).toEqual(["owner", "member"]);
  expect(await db.invitation.count({ where: { customerId: supplier.customerId } })).toBe(1);
  expect(await db.session.count({ where: { userId: stranger.userId } })).toBe(0);
});

const BROWSER = { ip: ORIGIN.ip, userAgent: "" };

/** Returns a person who works in two accounts, with a session in the first that ends in half an hour. */
async function inTwoAccounts(kind: { isApi: boolean; stays: boolean }) {
  const [supplier, own] = [await seedSupplier(), await seedSupplier()];
  const { userId, customerId } = own;
  await joinAsMember(await invite(supplier, own.email, "read_only"), own.actor);
  const [expiresAt, provedAt] = [new Date(Date.now() + 30 * 60_000), new Date(Date.now() - 7 * 60_000)];
  const session = { userId, customerId, ...kind, expiresAt, isClaimed: true, discount: "NEUJAHR", provedAt };
  const sessionId = await openSession(db, session, BROWSER);
  return { from: { userId, sessionId }, own, supplier, expiresAt, provedAt };
}

test.each([true, false])(
  "switching accounts opens a session that expires when the first would (stays: %s)",
  async (stays) => {
    const { from, own, supplier, ...times } = await inTwoAccounts({ isApi: false, stays });
    let at = from;
    for (const { customerId } of [supplier, own, supplier]) {
      const answer = await switchAccount(at, customerId, BROWSER);
      expect(answer.stays).toBe(stays);
      const id = (await readTicket(answer.ticket ?? "")) ?? "";
      const session = await db.session.findUniqueOrThrow({ where: { id } });
      expect(session).toMatchObject({ userId: from.userId, customerId, claimedAt: null, discount: "NEUJAHR", stays });
      expect(session).toMatchObject(times);
      at = { ...from, sessionId: id };
    }
  },
);

test("switching to the current account opens no session, however often", async () => {
  const { from, own } = await inTwoAccounts({ isApi: false, stays: true });
  for (let i = 0; i < 3; i += 1)
    expect(await switchAccount(from, own.customerId, BROWSER)).toEqual({ ticket: undefined, stays: true });
  expect(await db.session.findMany({ where: { userId: from.userId }, select: { id: true } })).toEqual([
    { id: from.sessionId },
  ]);
});

test("switching is refused with an API session, another person's session or an ended one", async () => {
  const { from, supplier } = await inTwoAccounts({ isApi: true, stays: false });
  const { customerId } = supplier;
  await expect(switchAccount(from, customerId, BROWSER)).rejects.toMatchObject({ code: "forbidden" });
  const stranger = { userId: supplier.userId, sessionId: from.sessionId };
  await expect(switchAccount(stranger, customerId, BROWSER)).rejects.toMatchObject({ code: "unauthenticated" });
  const ended = { ...from, sessionId: "ses_ended" };
  await expect(switchAccount(ended, customerId, BROWSER)).rejects.toMatchObject({ code: "unauthenticated" });
  expect(await db.session.count({ where: { userId: from.userId } })).toBe(1);
});

async function mailsAbout(customerId: string, event: string): Promise<string[]> {
  const rows = await db.mail.findMany({
    where: { customerId, data: { path: ["values", "event"], equals: event } },
    orderBy: { recipient: "asc" },
  });
  return rows.map(({ recipient }) => recipient);
}

const emailOf = async ({ userId }: Actor) => (await db.user.findUniqueOrThrow({ where: { id: userId } })).email;

test("an owner's open invitations end when the owner is removed or gets another role", async () => {
  const supplier = await seedSupplier();
  const { customerId, actor } = supplier;
  for (const end of [
    (userId: string) => removeMember(customerId, userId, actor),
    (userId: string) => changeRole(customerId, userId, "member", actor),
  ]) {
    const second = await colleague(supplier, "owner");
    const [theirs, ours] = [
      await invite({ ...supplier, actor: second }, newEmail()),
      await invite(supplier, newEmail()),
    ];
    await end(second.userId);
    expect(await readInvitation(theirs)).toBeUndefined();
    await expect(joinAsNewcomer(theirs, { name: "Komplize", password: PASSWORD }, ORIGIN)).rejects.toMatchObject({
      code: "link_expired",
    });
    expect(await readInvitation(ours)).toMatchObject({ invitedBy: actor.userName });
  }
});

test("an owner who loses the role during a request can no longer change the team", async () => {
  const supplier = await seedSupplier();
  const { customerId, actor } = supplier;
  const [former, member] = [await colleague(supplier, "owner"), await colleague(supplier)];
  await changeRole(customerId, former.userId, "member", actor);
  const refused = { code: "forbidden" };
  await expect(inviteMember(customerId, { email: newEmail(), role: "owner" }, former)).rejects.toMatchObject(refused);
  await expect(changeRole(customerId, former.userId, "owner", former)).rejects.toMatchObject(refused);
  await expect(removeMember(customerId, member.userId, former)).rejects.toMatchObject(refused);
  expect(await roles(customerId)).toEqual(["owner", "member", "member"]);
});

test("the other owners and the person concerned get mails about joining, new roles and removals", async () => {
  const supplier = await seedSupplier();
  const { customerId, actor } = supplier;
  const second = await colleague(supplier, "owner");
  const [first, other] = [await emailOf(actor), await emailOf(second)];
  expect(await mailsAbout(customerId, "joined")).toEqual([first]);
  const member = await colleague(supplier);
  const third = await emailOf(member);
  expect(await mailsAbout(customerId, "joined")).toEqual([first, first, other].sort());
  await changeRole(customerId, member.userId, "member", actor);
  expect(await mailsAbout(customerId, "roleChanged")).toEqual([]);
  await changeRole(customerId, member.userId, "read_only", actor);
  expect(await mailsAbout(customerId, "roleChanged")).toEqual([other, third].sort());
  await removeMember(customerId, member.userId, actor);
  expect(await mailsAbout(customerId, "removed")).toEqual([other, third].sort());
});

test("an owner's role counts from the day it was given, and giving it again does not renew it", async () => {
  const supplier = await seedSupplier();
  const { customerId, actor } = supplier;
  const { userId } = await colleague(supplier);
  const where = { customerId_userId: { customerId, userId } };
  const longAgo = new Date("2026-01-01T00:00:00Z");
  await db.membership.update({ where, data: { roleSince: longAgo } });
  await changeRole(customerId, userId, "member", actor);
  expect((await db.membership.findUniqueOrThrow({ where })).roleSince).toEqual(longAgo);
  await changeRole(customerId, userId, "owner", actor);
  expect((await db.membership.findUniqueOrThrow({ where })).roleSince.getTime()).toBeGreaterThan(longAgo.getTime());
});
