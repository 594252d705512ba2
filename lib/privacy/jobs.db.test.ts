import { expect, test } from "vitest";
import { countTry } from "@/lib/auth/limits/limits";
import { openSession } from "@/lib/auth/sessions/sessions";
import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { sweepAccounts } from "./jobs";

const PAST = new Date(Date.now() - 1_000);
const FUTURE = new Date(Date.now() + 60_000);

test("the nightly sweep deletes expired rows and nothing else", async () => {
  const { customerId, userId } = await seedSupplier();
  const kind = { isApi: false, stays: true, isClaimed: true };
  const open = () => openSession(db, { userId, customerId, ...kind }, { ip: "203.0.113.7", userAgent: "" });
  const [kept, old] = [await open(), await open()];
  await db.session.update({ where: { id: old }, data: { expiresAt: PAST } });
  const by = { role: "member" as const, invitedById: userId, invitedBy: "Frieda Brandt" };
  for (const expiresAt of [PAST, FUTURE]) {
    const mark = expiresAt === PAST ? "old" : "new";
    await db.passwordReset.create({ data: { id: newId("reset"), userId, expiresAt } });
    await db.ceremony.create({ data: { challenge: mark, kind: "sign-in", expiresAt } });
    await db.invitation.create({
      data: { customerId, id: newId("invitation"), email: `${mark}@einzug.test`, expiresAt, ...by },
    });
  }
  await countTry("resetInAll", "somebody@einzug.test");
  await db.rateLimit.create({ data: { key: "old", points: 1, expire: BigInt(PAST.getTime()) } });
  // Of runs that ended long ago, the newest twenty stay.
  const runs = Array.from({ length: 23 }, (_, day) => ({
    ...{ customerId, id: `syn_${day}`, kind: "listing", status: "done" as const },
    updatedAt: new Date(PAST.getTime() - (100 + day) * 86_400_000),
  }));
  await db.syncRun.createMany({ data: runs });
  const event = { provider: "GOCARDLESS", subject: "payments:PM1", action: "confirmed", payload: {}, occurredAt: PAST };
  for (const [id, receivedAt] of [
    ["old", new Date(PAST.getTime() - 400 * 86_400_000)],
    ["new", PAST],
  ] as const)
    await db.inboxEvent.create({ data: { ...event, id, eventId: id, customerId, receivedAt, handledAt: PAST } });
  await sweepAccounts.run({});
  expect(await db.session.findMany({ where: { userId } })).toMatchObject([{ id: kept }]);
  expect(await db.passwordReset.findMany({ where: { userId } })).toMatchObject([{ expiresAt: FUTURE }]);
  expect(await db.ceremony.findMany()).toMatchObject([{ challenge: "new" }]);
  expect(await db.invitation.findMany({ where: { customerId } })).toMatchObject([{ email: "new@einzug.test" }]);
  expect(await db.rateLimit.findMany()).toHaveLength(1);
  expect((await db.inboxEvent.findMany()).map(({ id }) => id)).toEqual(["new"]);
  expect(await db.syncRun.count({ where: { customerId } })).toBe(20);
});
