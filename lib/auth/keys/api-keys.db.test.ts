import { expect, test } from "vitest";
import { makeKey, revokeKey } from "@/lib/accounts/keys/mutations";
import { MAX_API_KEYS } from "@/lib/accounts/keys/types";
import { changeRole, removeMember } from "@/lib/accounts/team/mutations";
import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { withTenantScope } from "@/lib/core/tenants/tenant-scope";
import { closeAccountIn } from "@/lib/privacy/closing/mutations";
import { type SeededSupplier, seedSupplier } from "@/prisma/seed/suppliers";
import { secondOwner } from "@/test/supplier-data";
import { sessionOfKey } from "./api-keys";

/** Looks a key up as a request does: before it has proved a supplier, it sees no rows. */
const lookUp = (text: string) => withTenantScope("none", () => sessionOfKey(text));

const make = (supplier: SeededSupplier, scope: "read" | "write" = "read") =>
  makeKey(supplier.customerId, { name: "Shop", scope }, supplier.actor);

test("a key acts for its supplier, in the name of the key, with the rights of its scope and without a proof", async () => {
  const supplier = await seedSupplier();
  const { customerId, userId } = supplier;
  const [reading, writing] = [await make(supplier), await make(supplier, "write")];
  const session = { customerId, userId, userName: "Shop", by: "key", provedAt: null };
  expect(await lookUp(reading.text)).toMatchObject({ ...session, sessionId: reading.id, role: "read_only" });
  expect(await lookUp(writing.text)).toMatchObject({ ...session, sessionId: writing.id, role: "owner" });
});

test("the secret is not stored, and nothing but the whole key opens the account", async () => {
  const supplier = await seedSupplier();
  const { id, text } = await make(supplier);
  const secret = text.split("_").at(-1) ?? "";
  expect(text).toBe(`einzug_${id}_${secret}`);
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  const rows = await db.$queryRaw<{ row: string }[]>`SELECT k::text AS row FROM api_keys k WHERE id = ${id}`;
  expect(rows).toHaveLength(1);
  expect(rows[0]?.row).not.toContain(secret);
  const { secretHash } = await db.apiKey.findUniqueOrThrow({ where: { id } });
  const other = await make(supplier);
  const wrong = [
    `einzug_${id}_${secretHash}`,
    `einzug_${id}_${other.text.split("_").at(-1)}`,
    `einzug_${id}_${"0".repeat(64)}`,
    `einzug_${newId("apiKey")}_${secret}`,
    ...[secret, id, `${text}0`, ` ${text}`, text.toUpperCase(), ""],
  ];
  for (const one of wrong) expect(await lookUp(one), one).toBeUndefined();
});

test("a revoked key opens nothing, and another supplier cannot revoke it", async () => {
  const [supplier, other] = [await seedSupplier(), await seedSupplier()];
  const { id, text } = await make(supplier);
  await expect(revokeKey(other.customerId, id, other.actor)).rejects.toMatchObject({ code: "not_found" });
  expect(await lookUp(text)).toBeDefined();
  await revokeKey(supplier.customerId, id, supplier.actor);
  expect(await lookUp(text)).toBeUndefined();
  await expect(revokeKey(supplier.customerId, id, supplier.actor)).rejects.toMatchObject({ code: "not_found" });
  const entries = await db.auditEntry.findMany({
    where: { customerId: supplier.customerId, subject: id },
    orderBy: { id: "asc" },
  });
  expect(entries.map(({ action, detail }) => ({ action, detail }))).toEqual([
    { action: "api-key.made", detail: { name: "Shop", scope: "read" } },
    { action: "api-key.revoked", detail: { name: "Shop" } },
  ]);
});

test("the other owners get a mail about a new key", async () => {
  const supplier = await seedSupplier();
  await secondOwner(supplier);
  await make(supplier);
  const mails = await db.mail.findMany({ where: { customerId: supplier.customerId, template: "account" } });
  expect(mails).toMatchObject([{ data: { kind: "owners", values: { event: "keyMade", key: "Shop" } } }]);
});

test.each(["loses the role", "is removed", "loses the role behind our back"])(
  "a key ends when the owner who made it %s",
  async (how) => {
    const supplier = await seedSupplier();
    const { customerId } = supplier;
    const actor = await secondOwner(supplier);
    const { id, text } = await makeKey(customerId, { name: "Shop", scope: "write" }, actor);
    const kept = await make(supplier);
    expect(await lookUp(text)).toBeDefined();
    if (how === "loses the role") await changeRole(customerId, actor.userId, "member", supplier.actor);
    else if (how === "is removed") await removeMember(customerId, actor.userId, supplier.actor);
    else await db.membership.updateMany({ where: { customerId, userId: actor.userId }, data: { role: "member" } });
    expect(await lookUp(text)).toBeUndefined();
    expect(await lookUp(kept.text)).toBeDefined();
    const revoked = await db.auditEntry.count({ where: { customerId, subject: id, action: "api-key.revoked" } });
    expect(revoked).toBe(how.endsWith("back") ? 0 : 1);
  },
);

test("closing the account ends its keys", async () => {
  const supplier = await seedSupplier();
  const { text } = await make(supplier);
  await db.$transaction((tx) => closeAccountIn(tx, supplier.customerId, supplier.actor));
  expect(await lookUp(text)).toBeUndefined();
  expect(await db.apiKey.count({ where: { customerId: supplier.customerId } })).toBe(0);
});

test("the last use is stored once in five minutes", async () => {
  const { id, text } = await make(await seedSupplier());
  const lastUse = async () => (await db.apiKey.findUniqueOrThrow({ where: { id } })).lastUsedAt?.getTime() ?? 0;
  expect(await lastUse()).toBe(0);
  await lookUp(text);
  const first = await lastUse();
  expect(first).toBeGreaterThan(Date.now() - 60_000);
  await lookUp(text);
  expect(await lastUse()).toBe(first);
  await db.apiKey.update({ where: { id }, data: { lastUsedAt: new Date(Date.now() - 6 * 60_000) } });
  await lookUp(text);
  expect(await lastUse()).toBeGreaterThanOrEqual(first);
});

test("each key has its own limit of calls, and wrong secrets do not use it up", async () => {
  const supplier = await seedSupplier();
  const [busy, calm] = [await make(supplier), await make(supplier)];
  for (let i = 0; i < 310; i += 1) await lookUp(`einzug_${busy.id}_${"0".repeat(64)}`);
  for (let i = 0; i < 300; i += 1) await lookUp(busy.text);
  await expect(lookUp(busy.text)).rejects.toMatchObject({ code: "too_many_requests" });
  expect(await lookUp(calm.text)).toBeDefined();
});

test("an account has a limited number of keys, also if many are made at once", async () => {
  const supplier = await seedSupplier();
  const made = await Promise.allSettled(Array.from({ length: MAX_API_KEYS + 3 }, () => make(supplier)));
  expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX_API_KEYS);
  await expect(make(supplier)).rejects.toMatchObject({ code: "conflict" });
});
