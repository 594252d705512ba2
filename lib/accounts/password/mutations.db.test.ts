import { beforeEach, expect, test, vi } from "vitest";
import { resetToken } from "@/lib/auth/link-tokens";
import { isPasswordOf } from "@/lib/auth/passwords/passwords";
import { openSession } from "@/lib/auth/sessions/sessions";
import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { jobs } from "@/lib/jobs/catalogue";
import { RESET_MINUTES } from "@/lib/outbox/types";
import { type SeededSupplier, seedSupplier } from "@/prisma/seed/suppliers";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { askForReset, changePassword, isResetOpen, resetPassword, sendReset } from "./mutations";

const IP = "203.0.113.7";
const NEXT = "Ganz-neu-gewaehlt-48!";

beforeEach(clearJobs);

async function session({ userId, customerId }: SeededSupplier): Promise<string> {
  const kind = { isApi: false, stays: false, isClaimed: true };
  return await openSession(db, { userId, customerId, ...kind }, { ip: IP, userAgent: "" });
}

/** Returns the token of the newest reset link that was enqueued for the person. */
async function linkOf({ userId, email }: SeededSupplier): Promise<string> {
  await sendReset(email);
  const row = await db.passwordReset.findFirstOrThrow({ where: { userId }, orderBy: { id: "desc" } });
  return resetToken(row.id);
}

async function hasPassword({ userId }: SeededSupplier, password: string): Promise<boolean> {
  const { passwordHash } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  return await isPasswordOf(passwordHash, password);
}

test("a request for a reset link is the same work for every address, and only a known one gets a mail", async () => {
  const supplier = await seedSupplier();
  await askForReset(` ${supplier.email.toUpperCase()} `);
  await askForReset("nobody@einzug.test");
  expect(await waitingJobs(jobs.sendReset)).toEqual([{ email: supplier.email }, { email: "nobody@einzug.test" }]);
  for (const { email = "" } of await waitingJobs(jobs.sendReset)) await sendReset(email);
  expect(await db.mail.findMany({ where: { recipient: supplier.email } })).toMatchObject([
    { template: "account", data: { kind: "passwordReset" } },
  ]);
  expect(await db.mail.count({ where: { recipient: "nobody@einzug.test" } })).toBe(0);
});

test("a reset link sets the password once, invalidates the other links, and ends every session", async () => {
  const supplier = await seedSupplier();
  const [first, second] = [await linkOf(supplier), await linkOf(supplier)];
  await session(supplier);
  await session(supplier);
  expect(await isResetOpen(second)).toBe(true);
  await resetPassword(first, NEXT, IP);
  expect(await hasPassword(supplier, NEXT)).toBe(true);
  expect(await db.session.count({ where: { userId: supplier.userId } })).toBe(0);
  expect(await isResetOpen(second)).toBe(false);
  for (const token of [first, second])
    await expect(resetPassword(token, "Noch-ein-anderes-59!", IP)).rejects.toMatchObject({ code: "link_expired" });
  expect(await hasPassword(supplier, NEXT)).toBe(true);
  expect(await db.mail.count({ where: { recipient: supplier.email, key: { startsWith: "password-changed" } } })).toBe(
    1,
  );
});

test("a reset with a second factor sets the password but signs nobody in, because that requires a code", async () => {
  const supplier = await seedSupplier();
  const { userId } = supplier;
  expect(await resetPassword(await linkOf(supplier), NEXT, IP)).toMatchObject({
    person: { userId },
    hasOtherWaysIn: false,
  });
  await db.user.update({ where: { id: userId }, data: { twoFactorEnabledAt: new Date() } });
  await db.passkey.create({
    data: {
      id: newId("passkey"),
      userId,
      credentialId: newId("passkey"),
      publicKey: "x",
      name: "Firefox, evil.example",
    },
  });
  expect(await resetPassword(await linkOf(supplier), "Noch-ein-anderes-59!", IP)).toEqual({ hasOtherWaysIn: true });
  // The mail names the other ways to sign in.
  const mails = await db.mail.findMany({ where: { recipient: supplier.email }, orderBy: { id: "desc" }, take: 1 });
  expect(mails).toMatchObject([{ data: { values: { passkeys: "Firefox, evil. example", hasCode: "yes" } } }]);
  expect(await hasPassword(supplier, "Noch-ein-anderes-59!")).toBe(true);
});

test("a reset link stays valid after a weak password was refused", async () => {
  const supplier = await seedSupplier();
  const token = await linkOf(supplier);
  await expect(resetPassword(token, "schwach", IP)).rejects.toMatchObject({ code: "password_short" });
  await expect(resetPassword(token, "allesklein-ohne", IP)).rejects.toMatchObject({ code: "password_weak" });
  expect(await isResetOpen(token)).toBe(true);
});

test("a reset link is refused after an hour, and if it is not ours", async () => {
  const supplier = await seedSupplier();
  const token = await linkOf(supplier);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + (RESET_MINUTES - 1) * 60_000 });
  expect(await isResetOpen(token)).toBe(true);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * 60_000 });
  for (const stale of [token, `${token}x`, "", "a.b.c"])
    await expect(resetPassword(stale, NEXT, IP)).rejects.toMatchObject({ code: "link_expired" });
  vi.useRealTimers();
  expect(await hasPassword(supplier, supplier.password)).toBe(true);
});

test("one of two simultaneous uses of a reset link succeeds, and its password is stored", async () => {
  const supplier = await seedSupplier();
  const token = await linkOf(supplier);
  const wanted = ["Erster-von-zweien-11!", "Zweiter-von-zweien-22!"];
  const results = await Promise.allSettled(wanted.map((password) => resetPassword(token, password, IP)));
  expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
  const won = wanted[results.findIndex((result) => result.status === "fulfilled")] ?? "";
  expect(await hasPassword(supplier, won)).toBe(true);
});

test("changing the password requires the current one, keeps this session and ends the others", async () => {
  const supplier = await seedSupplier();
  const { customerId, userId, actor, password } = supplier;
  const [here] = [await session(supplier), await session(supplier)];
  const change = { userId, sessionId: here, next: NEXT };
  await expect(changePassword(customerId, { ...change, current: "falsch" }, actor)).rejects.toMatchObject({
    code: "wrong_credentials",
  });
  expect(await db.session.count({ where: { userId } })).toBe(2);
  await changePassword(customerId, { ...change, current: password }, actor);
  expect(await db.session.findMany({ where: { userId }, select: { id: true } })).toEqual([{ id: here }]);
  expect(await hasPassword(supplier, NEXT)).toBe(true);
  expect(await db.auditEntry.findFirst({ where: { customerId, action: "password.changed" } })).toMatchObject({
    detail: { ended: 1 },
  });
});

test("changing the password is refused after ten wrong current passwords, even with the right one", async () => {
  const { customerId, userId, actor, password } = await seedSupplier();
  const guess = (current: string) => changePassword(customerId, { userId, sessionId: "", current, next: NEXT }, actor);
  for (let tries = 0; tries < 10; tries++)
    await expect(guess("falsch")).rejects.toMatchObject({ code: "wrong_credentials" });
  await expect(guess(password)).rejects.toMatchObject({ code: "too_many_requests" });
});
