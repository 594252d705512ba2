import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { changePassword } from "@/lib/accounts/password/mutations";
import { isEmailTaken } from "@/lib/accounts/profile/data";
import { db, Prisma } from "@/lib/core/database/db";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { awaitLocked } from "@/test/locks";
import { isProven, newEmail, PASSWORD, register, reset, signedIn } from "@/test/registrants";
import { UNPROVEN_DAYS } from "./rules";
import { makeWay, sweepUnproven } from "./unproven-mutations";

type Registrant = Awaited<ReturnType<typeof register>>;

/** Returns a person who gave billing details before that required a proven address, and may have ordered, too. */
async function withBilling(ordered: Prisma.ContractUncheckedUpdateInput = {}): Promise<Registrant> {
  const person = await register();
  const { customerId } = person;
  await db.contract.create({ data: { customerId, stripeCustomerId: `cus_${customerId}` } });
  await db.contract.update({ where: { customerId }, data: ordered });
  const party = { company: "Fremde GmbH", name: "Ben", address: "Weg 1", zip: "23966", city: "Wismar" };
  await db.billingContact.create({ data: { customerId, ...party, email: "ben@fremd.example", countryCode: "DE" } });
  return person;
}

async function grow({ userId }: Registrant, days: number): Promise<void> {
  const addressAskedAt = new Date(Date.now() - days * 86_400_000);
  await db.user.update({ where: { id: userId }, data: { addressAskedAt } });
}

test("an unproven account with billing details gives way to a new registration, and to the nightly sweep", async () => {
  const [first, late] = [await withBilling(), await withBilling()];
  expect(await isEmailTaken(first.email)).toBe(false);
  const second = await register(first.email);
  expect(second.userId).not.toBe(first.userId);
  await grow(late, UNPROVEN_DAYS + 1);
  await sweepUnproven(new Date());
  const gone = { in: [first.customerId, late.customerId] };
  expect(await db.customer.count({ where: { id: gone } })).toBe(0);
  expect(await db.billingContact.count({ where: { customerId: gone } })).toBe(0);
});

test.each<[string, Prisma.ContractUncheckedUpdateInput]>([
  ["runs a subscription", { subscriptionId: "sub_runs", status: "active", startedAt: new Date() }],
  ["had a trial", { hasHadTrial: true }],
  ["has an agreement elsewhere", { type: "EXTERNAL", planType: "basic" }],
])("an unproven account that %s does not give way", async (_, ordered) => {
  const person = await withBilling(ordered);
  await grow(person, UNPROVEN_DAYS + 1);
  await sweepUnproven(new Date());
  expect(await db.user.count({ where: { id: person.userId } })).toBe(1);
  expect(await isEmailTaken(person.email)).toBe(true);
});

test("accounts from before the rule count as proven if they have ordered, but not by billing details alone", async () => {
  const people = [
    await withBilling(),
    await withBilling({ subscriptionId: "sub_before" }),
    await withBilling({ hasHadTrial: true }),
    await withBilling({ type: "EXTERNAL" }),
  ];
  const migration = readFileSync("prisma/migrations/20261129110500_proven_addresses/migration.sql", "utf8");
  await db.$executeRaw(Prisma.raw(/UPDATE "users"[\s\S]*?;/.exec(migration)?.[0] ?? ""));
  expect(await Promise.all(people.map(isProven))).toEqual([false, true, true, true]);
});

test("the nightly sweep keeps an address that was registered again since its list was read", async () => {
  const first = await register();
  await grow(first, UNPROVEN_DAYS + 1);
  let night: Promise<number> | undefined;
  const second = await db.$transaction(async (tx) => {
    await makeWay(tx, first.email);
    // The sweep has read its list and waits for the address.
    night = sweepUnproven(new Date());
    await awaitLocked(1);
    const { id } = await tx.user.create({
      data: { id: `${first.userId}2`, email: first.email, name: "Ada", passwordHash: "", addressAskedAt: new Date() },
    });
    return id;
  });
  const deleted = await night;
  expect(await db.user.findUnique({ where: { email: first.email } })).toMatchObject({ id: second });
  expect(deleted).toBe(0);
});

test("an unproven mailbox gets no mail about a new password, and a proven one does", async () => {
  const [person, proven] = [await register(), await seedSupplier()];
  const told = async ({ email }: { email: string }) =>
    await db.mail.count({ where: { recipient: email, key: { startsWith: "password-changed:" } } });
  const { customerId, sessionId, userId, actor } = await signedIn(person);
  const next = ["Eisvogel-0815-Bach-!!", "Rohrdommel-22-Schilf-!!"];
  for (const [i, current] of [PASSWORD, next[0] ?? ""].entries())
    await changePassword(customerId, { userId, sessionId, current, next: next[i] ?? "" }, actor);
  expect(await told(person)).toBe(0);
  for (const { userId: id } of [person, proven]) await reset(id);
  expect([await told(person), await told(proven)]).toEqual([1, 1]);
});

test("the first reset removes the registrant's contact data from firm, billing details and contract", async () => {
  const person = await withBilling();
  const where = { customerId: person.customerId };
  const strange = { email: newEmail(), website: "https://fremd.example", paymentDescription: "fremd.example" };
  await db.customer.update({ where: { id: person.customerId }, data: strange });
  await reset(person.userId);
  const firm = await db.customer.findUnique({ where: { id: person.customerId } });
  expect(firm).toMatchObject({ email: person.email, website: "", mobileNumber: "", paymentDescription: null });
  expect(await db.billingContact.count({ where })).toBe(0);
  expect(await db.contract.findUnique({ where })).toMatchObject({ stripeCustomerId: null, paymentMethod: null });
});

test("a reset keeps the firm's contact data once the person or a colleague has a proven address", async () => {
  const [person, other] = [await seedSupplier(), await withBilling()];
  const colleague = await seedSupplier();
  await db.membership.create({ data: { customerId: other.customerId, userId: colleague.userId } });
  const ids = { in: [person.customerId, other.customerId] };
  const firms = async () =>
    await db.customer.findMany({
      where: { id: ids },
      select: { email: true, website: true, mobileNumber: true, billingContact: true },
      orderBy: { id: "asc" },
    });
  const before = await firms();
  for (const { userId } of [person, other]) await reset(userId);
  expect(await firms()).toEqual(before);
});
