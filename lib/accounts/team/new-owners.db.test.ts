import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { invitationToken } from "@/lib/auth/link-tokens";
import { db } from "@/lib/core/database/db";
import type { Actor } from "@/lib/core/telemetry/audit";
import { type SeededSupplier, seedSupplier } from "@/prisma/seed/suppliers";
import { changeRole, inviteMember, joinAsNewcomer, removeMember } from "./mutations";

const HOUR_MS = 3_600_000;

async function ownFor(customerId: string, { userId }: Pick<Actor, "userId">, hours: number): Promise<void> {
  const roleSince = new Date(Date.now() - hours * HOUR_MS);
  await db.membership.updateMany({ where: { customerId, userId }, data: { roleSince } });
}

/** Returns a firm whose owner has been one for so many hours. */
async function firm(hours: number): Promise<SeededSupplier> {
  const supplier = await seedSupplier();
  await ownFor(supplier.customerId, supplier, hours);
  return supplier;
}

/** Returns a person who was invited by the owner and has just joined as another owner. */
async function joinAsOwner({ customerId, actor }: SeededSupplier): Promise<Actor> {
  const email = `accomplice-${randomUUID().slice(0, 8)}@einzug.test`;
  await inviteMember(customerId, { email, role: "owner" }, actor);
  const { id } = await db.invitation.findUniqueOrThrow({ where: { customerId_email: { customerId, email } } });
  const token = invitationToken({ customerId, id });
  const person = { name: "Jonas Weber", password: "Neu-im-Betrieb-2026!!" };
  const { userId, name } = await joinAsNewcomer(token, person, { ip: "203.0.113.7", locale: "de" });
  return { userId, userName: name, ip: "203.0.113.7" };
}

async function owners(customerId: string): Promise<string[]> {
  const rows = await db.membership.findMany({ where: { customerId, role: "owner" } });
  return rows.map(({ userId }) => userId).sort();
}

const WAYS = [
  ["demoted", (customerId, userId, by) => changeRole(customerId, userId, "member", by)],
  ["removed", (customerId, userId, by) => removeMember(customerId, userId, by)],
] satisfies [string, (customerId: SeededSupplier["customerId"], userId: string, by: Actor) => Promise<void>][];

test.each(WAYS)("the only settled owner cannot be %s by a new owner, nor in their own name", async (_how, end) => {
  for (const age of [2, 1_000]) {
    const { customerId, userId, actor, ...rest } = await firm(age);
    const accomplice = await joinAsOwner({ customerId, userId, actor, ...rest });
    for (const by of [accomplice, actor])
      await expect(end(customerId, userId, by)).rejects.toMatchObject({ code: "owner_too_new" });
    expect(await owners(customerId)).toEqual([userId, accomplice.userId].sort());
  }
});

test.each(WAYS)("an owner can be %s once another one has been an owner for a day", async (_how, end) => {
  const supplier = await firm(1_000);
  const { customerId, userId } = supplier;
  const successor = await joinAsOwner(supplier);
  await ownFor(customerId, successor, 23.9);
  await expect(end(customerId, userId, successor)).rejects.toMatchObject({ code: "owner_too_new" });
  await ownFor(customerId, successor, 24.1);
  await end(customerId, userId, successor);
  expect(await owners(customerId)).toEqual([successor.userId]);
});

test.each(WAYS)("an owner who was added by mistake can be %s at once, even in a new firm", async (_how, end) => {
  for (const age of [2, 1_000]) {
    const supplier = await firm(age);
    const { customerId, userId, actor } = supplier;
    const mistaken = await joinAsOwner(supplier);
    await end(customerId, mistaken.userId, actor);
    expect(await owners(customerId)).toEqual([userId]);
  }
});

test("an owner who was demoted and is promoted again counts as a new owner", async () => {
  const supplier = await firm(1_000);
  const { customerId, userId, actor } = supplier;
  const partner = await joinAsOwner(supplier);
  await ownFor(customerId, partner, 1_000);
  await changeRole(customerId, userId, "member", partner);
  await changeRole(customerId, userId, "owner", partner);
  await expect(removeMember(customerId, partner.userId, actor)).rejects.toMatchObject({ code: "owner_too_new" });
});
