import { expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { withTenantScope } from "@/lib/core/tenants/tenant-scope";
import { type SeededSupplier, seedSupplier } from "@/prisma/seed/suppliers";
import { authOptions } from "./next-auth";
import { sessionOf } from "./session";
import { claimSession, endOtherSessions, endSession, lifetimeOf, openSession } from "./sessions";

const ORIGIN = { ip: "203.0.113.7", userAgent: "" };

async function open({ userId, customerId }: SeededSupplier, kind: { isApi?: boolean; isClaimed?: boolean } = {}) {
  const session = { userId, customerId, isApi: false, stays: false, isClaimed: true, ...kind };
  const sessionId = await openSession(db, session, ORIGIN);
  return { sessionId, userId, customerId };
}

const [supplier, other] = [await seedSupplier(), await seedSupplier()];

test("a session is valid only for the person, the supplier and the kind of token it was opened for", async () => {
  const token = await open(supplier);
  expect(await sessionOf(token, "cookie")).toMatchObject({ ...token, role: "owner", by: "cookie" });
  expect(await sessionOf(token, "bearer")).toBeUndefined();
  expect(await sessionOf({ ...token, userId: other.userId }, "cookie")).toBeUndefined();
  expect(await sessionOf({ ...token, customerId: other.customerId }, "cookie")).toBeUndefined();
  expect(await sessionOf({ ...token, sessionId: "ses_made_up" }, "cookie")).toBeUndefined();
  expect(await sessionOf(undefined, "cookie")).toBeUndefined();
  const api = await open(supplier, { isApi: true });
  expect(await sessionOf(api, "bearer")).toMatchObject({ by: "bearer" });
  expect(await sessionOf(api, "cookie")).toBeUndefined();
});

test("a session is invalid until a ticket claims it, and one of six simultaneous claims succeeds", async () => {
  const token = await open(supplier, { isClaimed: false });
  expect(await sessionOf(token, "cookie")).toBeUndefined();
  const claims = await Promise.all(Array.from({ length: 6 }, () => claimSession(token.sessionId)));
  expect(claims.filter(Boolean)).toMatchObject([{ userId: supplier.userId, customerId: supplier.customerId }]);
  expect(await sessionOf(token, "cookie")).toBeDefined();
  expect(await claimSession(token.sessionId)).toBeUndefined();
});

test("an API session, an ended session and a session in use cannot be claimed", async () => {
  const [api, late, used] = [
    await open(supplier, { isApi: true, isClaimed: false }),
    await open(supplier, { isClaimed: false }),
    await open(supplier),
  ];
  await db.session.update({ where: { id: late.sessionId }, data: { expiresAt: new Date(0) } });
  for (const { sessionId } of [api, late, used]) expect(await claimSession(sessionId)).toBeUndefined();
});

test("a session ends at its time, by its person, with the membership, and together with all others", async () => {
  const late = await open(supplier);
  const { expiresAt } = await db.session.findUniqueOrThrow({ where: { id: late.sessionId } });
  expect(Math.abs(expiresAt.getTime() - Date.now() - lifetimeOf(false) * 1_000)).toBeLessThan(60_000);
  await db.session.update({ where: { id: late.sessionId }, data: { expiresAt: new Date(Date.now() - 1_000) } });
  expect(await sessionOf(late, "cookie")).toBeUndefined();

  const mine = await open(supplier);
  expect(await endSession(other.userId, mine.sessionId)).toBe(false);
  expect(await sessionOf(mine, "cookie")).toBeDefined();
  expect(await endSession(supplier.userId, mine.sessionId)).toBe(true);
  expect(await sessionOf(mine, "cookie")).toBeUndefined();

  const colleague = await seedSupplier();
  const { customerId } = supplier;
  await db.membership.create({ data: { customerId, userId: colleague.userId, role: "member" } });
  const theirs = await open({ ...colleague, customerId });
  expect(await sessionOf(theirs, "cookie")).toMatchObject({ role: "member" });
  await db.membership.delete({ where: { customerId_userId: { customerId, userId: colleague.userId } } });
  expect(await sessionOf(theirs, "cookie")).toBeUndefined();

  const [kept, gone] = [await open(other), await open(other)];
  expect(await db.$transaction((tx) => endOtherSessions(tx, other.userId, kept.sessionId))).toBe(1);
  expect(await sessionOf(kept, "cookie")).toBeDefined();
  expect(await sessionOf(gone, "cookie")).toBeUndefined();
});

test("signing out ends the session, although the request has no tenant scope yet", async () => {
  const { sessionId: sid, userId, customerId } = await open(supplier);
  const door = async () => {
    throw new Error("nobody signs in");
  };
  const { events } = authOptions({ password: door, passkey: door, ticket: door });
  const token = { sub: userId, customerId, sid };
  await withTenantScope("none", async () => await events?.signOut?.({ token, session: { expires: "" } }));
  expect(await db.session.count({ where: { id: sid } })).toBe(0);
});

test("the last use of a session is stored, although the request has no tenant scope yet", async () => {
  const token = await open(supplier);
  const { sessionId: id } = token;
  const longAgo = new Date(Date.now() - 3_600_000);
  await db.session.update({ where: { id }, data: { lastSeenAt: longAgo } });
  expect(await withTenantScope("none", async () => await sessionOf(token, "cookie"))).toMatchObject({ sessionId: id });
  const { lastSeenAt } = await db.session.findUniqueOrThrow({ where: { id } });
  expect(lastSeenAt.getTime()).toBeGreaterThan(longAgo.getTime());
});
