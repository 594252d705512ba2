import { expect, test } from "vitest";
import { sessionOf } from "@/lib/auth/sessions/session";
import { db } from "@/lib/core/database/db";
import { withinSupplier } from "@/lib/core/tenants/tenant-scope";
import { UNDO_DAYS } from "@/lib/outbox/types";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { isProven, newEmail, ORIGIN, plant, planted, register, reset, signedIn, tokenOf } from "@/test/registrants";
import { changeAddress } from "./change-mutations";
import { followAddressLink, sendProofAgain } from "./mutations";
import { UNPROVEN_DAYS } from "./rules";
import { sweepUnproven } from "./unproven-mutations";

async function proven() {
  const supplier = await seedSupplier();
  return { ...supplier, session: await signedIn(supplier) };
}
const addressOf = async (userId: string) => (await db.user.findUniqueOrThrow({ where: { id: userId } })).email;

test("a changed address takes effect by the link in the new mailbox, ends other sessions and informs the old one", async () => {
  const { userId, customerId, email, session } = await proven();
  const [other, next] = [await signedIn({ userId, customerId }), newEmail()];
  expect(await changeAddress(session, next)).toEqual({ isChanged: false });
  expect(await addressOf(userId)).toBe(email);
  await followAddressLink(await tokenOf({ userId }, "change"), { session }, ORIGIN.ip);
  expect(await addressOf(userId)).toBe(next);
  expect(await sessionOf(session, "cookie")).toBeDefined();
  expect(await sessionOf(other, "cookie")).toBeUndefined();
  const told = await db.mail.findMany({ where: { recipient: email }, orderBy: { id: "asc" } });
  expect(told.map(({ data }) => data)).toMatchObject([{ kind: "addressChangeAsked" }, { kind: "addressChanged" }]);
  const audit = await db.auditEntry.findMany({ where: { customerId, action: "address.changed" } });
  expect(audit).toMatchObject([{ detail: { former: email, email: next } }]);
});

test("a change to an address that another account has is refused", async () => {
  const [{ session }, other] = [await proven(), await proven()];
  await expect(changeAddress(session, other.email)).rejects.toMatchObject({
    ...{ code: "email_taken", fields: [{ field: "email" }] },
  });
});

test("a change is refused to a reader of the new mailbox who has neither a session nor the password", async () => {
  const { userId, email, session } = await proven();
  await changeAddress(session, newEmail());
  const token = await tokenOf({ userId }, "change");
  await expect(followAddressLink(token, {}, ORIGIN.ip)).rejects.toMatchObject({
    ...{ code: "wrong_credentials", fields: [{ field: "password" }] },
  });
  expect(await addressOf(userId)).toBe(email);
});

test("the undo link in the old mailbox restores the address and removes what an intruder has added since", async () => {
  const { userId, customerId, email, session } = await proven();
  await changeAddress(session, newEmail());
  const undo = await tokenOf({ userId }, "undo");
  await followAddressLink(await tokenOf({ userId }, "change"), { session }, ORIGIN.ip);
  await plant({ userId, customerId });
  await followAddressLink(undo, {}, ORIGIN.ip);
  expect(await addressOf(userId)).toBe(email);
  const [passkeys, codes, , , factor] = await planted(userId);
  expect([passkeys, codes, factor]).toEqual([0, 0, 0]);
  expect(await sessionOf(session, "cookie")).toBeUndefined();
  expect(await db.addressLink.count({ where: { userId } })).toBe(0);
  await expect(followAddressLink(undo, {}, ORIGIN.ip)).rejects.toMatchObject({
    ...{ code: "link_expired", fields: [{ field: "jwtToken" }] },
  });
});

test("a password reset cancels a requested change of the address", async () => {
  const { userId, email, session } = await proven();
  await changeAddress(session, newEmail());
  const token = await tokenOf({ userId }, "change");
  await reset(userId);
  await expect(followAddressLink(token, { session }, ORIGIN.ip)).rejects.toMatchObject({ code: "link_expired" });
  expect(await addressOf(userId)).toBe(email);
});

test("the mail about a change has the undo link of the newest request, not of an earlier one", async () => {
  const { userId, email, session } = await proven();
  await changeAddress(session, newEmail());
  const longAgo = new Date(Date.now() - 8 * 86_400_000);
  const dates = { createdAt: longAgo, expiresAt: new Date(longAgo.getTime() + UNDO_DAYS * 86_400_000) };
  await db.addressLink.updateMany({ where: { userId }, data: dates });
  await changeAddress(session, newEmail());
  await changeAddress(session, newEmail());
  await followAddressLink(await tokenOf({ userId }, "change"), { session }, ORIGIN.ip);
  const newest = await db.addressLink.findFirstOrThrow({ where: { userId, kind: "undo" }, orderBy: { id: "desc" } });
  const [mail] = await db.mail.findMany({ where: { recipient: email, key: { startsWith: "address-changed:" } } });
  expect(mail?.data).toMatchObject({ values: { linkId: newest.id } });
  await followAddressLink(await tokenOf({ userId }, "undo"), {}, ORIGIN.ip);
  expect(await addressOf(userId)).toBe(email);
});

test("an unproven address is replaced at once, and the earlier proof link expires", async () => {
  const person = await register();
  const [first, session, next] = [await tokenOf(person, "proof"), await signedIn(person), newEmail()];
  expect(await changeAddress(session, next)).toEqual({ isChanged: true });
  expect(await addressOf(person.userId)).toBe(next);
  expect(await db.customer.findUnique({ where: { id: person.customerId } })).toMatchObject({ email: next });
  await expect(followAddressLink(first, { session }, ORIGIN.ip)).rejects.toMatchObject({ code: "link_expired" });
  await followAddressLink(await tokenOf(person, "proof"), { session }, ORIGIN.ip);
  expect(await isProven(person)).toBe(true);
});

test("an unproven address that is corrected on its last day gets a whole week for its proof", async () => {
  const person = await register();
  const asked = new Date(Date.now() - (UNPROVEN_DAYS - 0.1) * 86_400_000);
  await db.user.update({ where: { id: person.userId }, data: { addressAskedAt: asked } });
  await changeAddress(await signedIn(person), newEmail());
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  await sweepUnproven(inDays(1));
  await sweepUnproven(inDays(UNPROVEN_DAYS - 1));
  expect(await db.user.count({ where: { id: person.userId } })).toBe(1);
  await sweepUnproven(inDays(UNPROVEN_DAYS + 1));
  expect(await db.user.count({ where: { id: person.userId } })).toBe(0);
});

test("an address of an unproven account is free, even when requested within another supplier's scope", async () => {
  const [person, stranger] = [await register(), await register()];
  const session = await signedIn(person);
  await withinSupplier(person.customerId, async () => {
    await sendProofAgain(person.userId);
    expect(await changeAddress(session, stranger.email)).toEqual({ isChanged: true });
  });
  expect(await db.user.findUnique({ where: { email: stranger.email } })).toMatchObject({ id: person.userId });
  expect(await db.customer.count({ where: { id: stranger.customerId } })).toBe(0);
});
