import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { changeRole, removeMember } from "@/lib/accounts/team/mutations";
import { payerToken } from "@/lib/auth/scope";
import { storeConnection } from "@/lib/connections/record/mutations";
import { disconnect } from "@/lib/connections/record/provider";
import { db } from "@/lib/core/database/db";
import type { Role } from "@/lib/core/prisma/enums";
import type { Actor } from "@/lib/core/telemetry/audit";
import { now } from "@/lib/core/time/clock";
import { inviteToSign } from "@/lib/mandates/provider/jobs";
import { loadPayerPage } from "@/lib/mandates/signing/page-data";
import { openSigningPage } from "@/lib/mandates/signing/page-provider";
import { type SeededSupplier, seedSupplier } from "@/prisma/seed/suppliers";
import { connectedSupplier, decideNow, seedInvoice, seedMandate, seedRequest } from "@/test/supplier-data";
import { endHold, releaseHold } from "./mutations";

const HOUR_MS = 3_600_000;
const YEAR_AGO = new Date(Date.now() - 365 * 24 * HOUR_MS);

const read = (customerId: string) =>
  db.connection.findUniqueOrThrow({ where: { customerId_type: { customerId, type: "GOCARDLESS" } } });

/** Disconnects the account and connects another organisation, as the owner or another person. */
async function replace({ customerId, actor }: SeededSupplier, by: Actor = actor, isProven = true): Promise<string> {
  const organisationId = `OR${randomUUID()}`;
  await disconnect(customerId, "GOCARDLESS", by);
  const row = { organisationId, accountName: "Neues Konto", accessToken: "x", verificationStatus: "successful" };
  await storeConnection(customerId, "GOCARDLESS", row, by, isProven);
  // As if the set-up had read the account for the first time.
  await db.connection.updateMany({
    where: { customerId, type: "GOCARDLESS" },
    data: { mandatesReadAt: now(), schedulesReadAt: now() },
  });
  return organisationId;
}

async function colleague({ customerId }: SeededSupplier, role: Role, roleSince = YEAR_AGO): Promise<Actor> {
  const { userId, actor } = await seedSupplier();
  await db.membership.create({ data: { customerId, userId, role, roleSince } });
  return actor;
}

const mails = async (customerId: string, event: string) =>
  await db.mail.findMany({ where: { customerId, data: { path: ["values", "event"], equals: event } } });

test("another account collects nothing for a day, and every owner is mailed the old and the new account", async () => {
  const supplier = await connectedSupplier();
  const { customerId, actor } = supplier;
  const [partner] = [await colleague(supplier, "owner"), await colleague(supplier, "member")];
  const { id, contactId } = await seedInvoice(customerId);
  const before = (await read(customerId)).organisationId ?? "";
  const after = await replace(supplier);
  await seedMandate(customerId, contactId);
  const { heldUntil } = await read(customerId);
  expect(await decideNow(customerId, id)).toMatchObject({
    ...{ outcome: "wait", reason: "account_held", until: heldUntil?.toISOString() },
  });
  const told = await mails(customerId, "paymentsReplaced");
  const users = await db.user.findMany({ where: { id: { in: [actor.userId, partner.userId] } } });
  expect(told.map(({ recipient }) => recipient).sort()).toEqual(users.map(({ email }) => email).sort());
  expect(told[0]?.data).toMatchObject({
    values: {
      ...{ actor: actor.userName, ip: actor.ip, until: heldUntil?.toISOString() },
      ...{ before: expect.stringContaining(before), after: expect.stringContaining(after) },
    },
  });
});

test("owners who want no alerts are mailed about another account all the same", async () => {
  const supplier = await connectedSupplier();
  await db.membership.updateMany({ where: { customerId: supplier.customerId }, data: { wantsAlerts: false } });
  await replace(supplier);
  expect(await mails(supplier.customerId, "paymentsReplaced")).toHaveLength(1);
});

test("an address that can still undo an owner's address change gets the mail about another account only", async () => {
  const supplier = await connectedSupplier();
  const { customerId, userId, actor, email } = supplier;
  const other = { userId, kind: "undo" as const };
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS);
  await db.addressLink.create({ data: { ...other, id: randomUUID(), email: "own@x.example", expiresAt: at(1) } });
  await db.addressLink.create({ data: { ...other, id: randomUUID(), email: "old@x.example", expiresAt: at(-1) } });
  await db.addressLink.create({ data: { ...other, id: randomUUID(), email, expiresAt: at(1) } });
  await replace(supplier);
  const told = await mails(customerId, "paymentsReplaced");
  expect(told.map(({ recipient }) => recipient).sort()).toEqual([email, "own@x.example"].sort());
  await changeRole(customerId, (await colleague(supplier, "member")).userId, "owner", actor);
  expect((await mails(customerId, "roleChanged")).map(({ recipient }) => recipient)).not.toContain("own@x.example");
});

test("another account without a fresh proof is refused and not stored", async () => {
  const supplier = await connectedSupplier();
  await expect(replace(supplier, supplier.actor, false)).rejects.toMatchObject({ code: "proof_required" });
  expect(await read(supplier.customerId)).toMatchObject({ status: "disconnected", heldUntil: null });
});

test("connecting the same account again needs no proof, is not held, and sends no mail", async () => {
  const supplier = await connectedSupplier();
  const { customerId, actor } = supplier;
  const { organisationId } = await read(customerId);
  await disconnect(customerId, "GOCARDLESS", actor);
  const row = { organisationId: organisationId ?? "", accountName: "A", accessToken: "x" };
  await storeConnection(customerId, "GOCARDLESS", row, actor);
  expect(await read(customerId)).toMatchObject({ status: "connected", heldUntil: null });
  expect(await mails(customerId, "paymentsReplaced")).toEqual([]);
});

test("only another owner of at least a day can release a held account", async () => {
  const supplier = await connectedSupplier();
  const { customerId, actor } = supplier;
  const { id, contactId } = await seedInvoice(customerId);
  const partner = await colleague(supplier, "owner");
  const accomplice = await colleague(supplier, "owner", new Date(Date.now() - HOUR_MS));
  const member = await colleague(supplier, "member");
  const organisationId = await replace(supplier);
  await seedMandate(customerId, contactId);
  for (const by of [actor, accomplice, member])
    await expect(releaseHold({ customerId, actor: by }, { organisationId })).rejects.toMatchObject({
      code: "second_owner_required",
    });
  await expect(releaseHold({ customerId, actor: partner }, { organisationId: "OR-OTHER" })).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await decideNow(customerId, id)).toMatchObject({ reason: "account_held" });
  await releaseHold({ customerId, actor: partner }, { organisationId });
  await releaseHold({ customerId, actor: partner }, { organisationId });
  expect(await decideNow(customerId, id)).toMatchObject({ outcome: "collect" });
  expect(await mails(customerId, "paymentsReleased")).toHaveLength(3);
  expect(await db.auditEntry.findMany({ where: { customerId, action: "connection.released" } })).toMatchObject([
    { userId: partner.userId, detail: { organisation: organisationId } },
  ]);
});

test("when the hold is over, the waiting invoices are decided again", async () => {
  const supplier = await connectedSupplier();
  const { customerId } = supplier;
  const { id, contactId } = await seedInvoice(customerId);
  await replace(supplier);
  await seedMandate(customerId, contactId);
  await endHold(customerId);
  expect(await decideNow(customerId, id)).toMatchObject({ reason: "account_held" });
  const where = { customerId_type: { customerId, type: "GOCARDLESS" as const } };
  await db.connection.update({ where, data: { heldUntil: new Date(now().getTime() - 1) } });
  await db.invoice.updateMany({ where: { customerId, id }, data: { needsDecision: false } });
  await endHold(customerId);
  expect(await db.invoice.findFirst({ where: { customerId, id } })).toMatchObject({ needsDecision: true });
  expect(await read(customerId)).toMatchObject({ heldUntil: null, heldById: null, trustedOrganisationId: null });
  expect(await decideNow(customerId, id)).toMatchObject({ outcome: "collect" });
});

test("no payer can sign at a held account, and none is invited to", async () => {
  const supplier = await connectedSupplier();
  const { customerId } = supplier;
  const requestId = `mrq_${randomUUID().slice(0, 8)}`;
  await seedRequest(customerId, requestId, "pending");
  const token = payerToken({ requestId });
  expect((await loadPayerPage(token)).state).toBe("open");
  await replace(supplier);
  expect((await loadPayerPage(token)).state).toBe("payments-held");
  expect(await openSigningPage(token)).toEqual({ state: "payments-held" });
  // There is no vendor in these tests, so a call to it would fail.
  await inviteToSign.run({ customerId, requestId });
  expect(await db.mail.count({ where: { customerId, template: "mandate-request" } })).toBe(0);
});

test("no payer can sign while GoCardless is disconnected", async () => {
  const { customerId, actor } = await connectedSupplier();
  const requestId = `mrq_${randomUUID().slice(0, 8)}`;
  await seedRequest(customerId, requestId, "pending");
  const token = payerToken({ requestId });
  await disconnect(customerId, "GOCARDLESS", actor);
  expect((await loadPayerPage(token)).state).toBe("payments-disconnected");
  expect(await openSigningPage(token)).toEqual({ state: "payments-disconnected" });
});

test("during the hold its connector cannot remove the other owners, but they can demote the connector", async () => {
  const supplier = await connectedSupplier();
  const { customerId, actor } = supplier;
  const partner = await colleague(supplier, "owner");
  const member = await colleague(supplier, "member");
  const organisationId = await replace(supplier);
  const refused = { code: "account_held" };
  await expect(removeMember(customerId, partner.userId, actor)).rejects.toMatchObject(refused);
  await expect(changeRole(customerId, partner.userId, "member", actor)).rejects.toMatchObject(refused);
  await disconnect(customerId, "GOCARDLESS", actor);
  await expect(removeMember(customerId, partner.userId, actor)).rejects.toMatchObject(refused);
  const row = { organisationId, accountName: "Neues Konto", accessToken: "x" };
  await storeConnection(customerId, "GOCARDLESS", row, actor, true);
  await removeMember(customerId, member.userId, actor);
  await changeRole(customerId, actor.userId, "read_only", partner);
  await releaseHold({ customerId, actor: partner }, { organisationId });
  await changeRole(customerId, actor.userId, "owner", partner);
  await db.membership.updateMany({ where: { customerId }, data: { roleSince: YEAR_AGO } });
  await removeMember(customerId, partner.userId, actor);
});
