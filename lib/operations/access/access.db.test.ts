import { expect, test } from "vitest";
import { switchAccount } from "@/lib/accounts/sign-in/mutations";
import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { type SeededSupplier, seedSupplier } from "@/prisma/seed/suppliers";
import { operatorAccess, requireOperator } from "./access";
import { grantOperator, listOperators, withdrawOperator } from "./grant-mutations";

const origin = { ip: "2001:db8::7", userAgent: "table" };

async function session({ userId, customerId }: SeededSupplier, hasSecondFactor: boolean) {
  const id = newId("session");
  const expiresAt = new Date(Date.now() + 3_600_000);
  await db.session.create({ data: { id, userId, customerId, isApi: false, hasSecondFactor, expiresAt, ...origin } });
  return { userId, sessionId: id, by: "cookie" as const };
}

const switchOn = (userId: string, at: Date | null = new Date()) =>
  db.user.update({ where: { id: userId }, data: { twoFactorEnabledAt: at } });

test("only a person with a second factor becomes an operator, and is one only in a session that used it", async () => {
  const person = await seedSupplier();
  const strong = await session(person, true);
  expect(await operatorAccess(strong)).toBe("none");
  expect(await grantOperator("nobody@einzug.test")).toContain("nobody");
  expect(await grantOperator(person.email)).toContain("two-factor");
  expect(await operatorAccess(strong)).toBe("none");
  await switchOn(person.userId);
  expect(await grantOperator(person.email.toUpperCase())).toBeUndefined();
  expect(await grantOperator(person.email)).toBeUndefined();
  expect((await listOperators()).filter((row) => row.email === person.email)).toHaveLength(1);
  expect(await operatorAccess(strong)).toBe("operator");
  expect(await operatorAccess(await session(person, false))).toBe("weak");
  expect(await operatorAccess({ ...strong, by: "bearer" })).toBe("none");
  expect(await operatorAccess(await session(await seedSupplier(), true))).toBe("none");
  await switchOn(person.userId, null);
  expect(await operatorAccess(strong)).toBe("weak");
  await switchOn(person.userId);
  await expect(requireOperator(strong)).resolves.toBeUndefined();
  expect(await withdrawOperator(person.email)).toBe(true);
  expect(await withdrawOperator(person.email)).toBe(false);
  await expect(requireOperator(strong)).rejects.toMatchObject({ code: "not_found" });
  const log = await db.auditEntry.findMany({ where: { subject: person.userId, action: { startsWith: "operator." } } });
  expect(log.map((entry) => entry.action).sort()).toEqual(["operator.granted", "operator.withdrawn"]);
});

test("changing the account neither removes nor adds the second factor of the session", async () => {
  const person = await seedSupplier();
  await switchOn(person.userId);
  await grantOperator(person.email);
  const { customerId } = await seedSupplier();
  await db.membership.create({ data: { customerId, userId: person.userId, role: "member" } });
  for (const hasSecondFactor of [true, false]) {
    const from = await session(person, hasSecondFactor);
    await switchAccount(from, customerId, origin);
    const opened = await db.session.findFirstOrThrow({ where: { userId: person.userId }, orderBy: { id: "desc" } });
    expect(opened.id).not.toBe(from.sessionId);
    expect(opened.hasSecondFactor).toBe(hasSecondFactor);
  }
});
