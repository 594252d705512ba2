import { expect, test } from "vitest";
import { countTry } from "@/lib/auth/limits/limits";
import { sessionOf } from "@/lib/auth/sessions/session";
import { openSession } from "@/lib/auth/sessions/sessions";
import { signInByPassword } from "@/lib/auth/sign-in";
import { db } from "@/lib/core/database/db";
import { withinSupplier } from "@/lib/core/tenants/tenant-scope";
import { type SeededSupplier, seedSupplier } from "@/prisma/seed/suppliers";
import { SoftAuthenticator } from "@/test/authenticator";
import { proveByPasskey, proveByPassword, requireFreshProof } from "./fresh-proof";
import { finishPasskeyRegistration, startPasskeyRegistration, startPasskeySignIn } from "./passkeys";

const IP = "203.0.113.60";
const MINUTE_MS = 60_000;

async function sessionAged(supplier: SeededSupplier, minutes?: number) {
  const { userId, customerId } = supplier;
  const provedAt = minutes === undefined ? undefined : new Date(Date.now() - minutes * MINUTE_MS);
  const kind = { isApi: false, stays: false, isClaimed: true, provedAt };
  const sessionId = await openSession(db, { userId, customerId, ...kind }, { ip: IP, userAgent: "" });
  return { sessionId, userId, customerId };
}

async function isFresh(named: Awaited<ReturnType<typeof sessionAged>>): Promise<boolean> {
  const session = await sessionOf(named, "cookie");
  if (!session) throw new Error("no session");
  try {
    requireFreshProof(session);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: "proof_required", status: 403 });
    return false;
  }
}

async function passkeyOf({ userId, email }: SeededSupplier): Promise<SoftAuthenticator> {
  const device = new SoftAuthenticator(userId);
  const { challenge } = await startPasskeyRegistration({ id: userId, email, name: "Frieda Brandt" });
  await finishPasskeyRegistration(userId, device.register(challenge), "Firefox, Linux");
  return device;
}

test("a proof is fresh for ten minutes, and a session opened by a link has none", async () => {
  const supplier = await seedSupplier();
  expect(await isFresh(await sessionAged(supplier, 9))).toBe(true);
  expect(await isFresh(await sessionAged(supplier, 11))).toBe(false);
  expect(await isFresh(await sessionAged(supplier))).toBe(false);
});

test("the right password renews the proof of this session only, and a wrong one renews nothing", async () => {
  const supplier = await seedSupplier();
  const [session, other] = [await sessionAged(supplier, 11), await sessionAged(supplier, 11)];
  await expect(proveByPassword(session, { password: "wrong" }, IP)).rejects.toMatchObject({
    code: "wrong_credentials",
  });
  expect(await isFresh(session)).toBe(false);
  await proveByPassword(session, { password: supplier.password }, IP);
  expect(await isFresh(session)).toBe(true);
  expect(await isFresh(other)).toBe(false);
});

test("too many wrong passwords for a proof are refused, as at a sign-in", async () => {
  const supplier = await seedSupplier();
  const session = await sessionAged(supplier, 11);
  let code: unknown;
  for (let tries = 0; tries < 60 && code !== "too_many_requests"; tries += 1)
    code = await proveByPassword(session, { password: `wrong ${tries}` }, IP).then(
      () => "proved",
      (error: { code: string }) => error.code,
    );
  expect(code).toBe("too_many_requests");
});

test("strangers who guess at an account do not prevent its signed-in person from proving their identity", async () => {
  const supplier = await seedSupplier();
  const session = await sessionAged(supplier, 11);
  for (let i = 0; i < 10; i += 1)
    await signInByPassword({ email: supplier.email, password: "wrong" }, { ip: IP }).catch(() => undefined);
  for (let i = 0; i < 100; i += 1) await countTry("passwordInAll", supplier.email).catch(() => undefined);
  const { email, password } = supplier;
  await expect(signInByPassword({ email, password }, { ip: IP })).rejects.toMatchObject({ code: "too_many_requests" });
  await proveByPassword(session, { password }, IP);
  expect(await isFresh(session)).toBe(true);
});

test("the password alone does not renew the proof if a second factor is set up", async () => {
  const supplier = await seedSupplier();
  await db.user.update({ where: { id: supplier.userId }, data: { twoFactorEnabledAt: new Date() } });
  const session = await sessionAged(supplier, 11);
  await expect(proveByPassword(session, { password: supplier.password }, IP)).rejects.toMatchObject({
    code: "two_factor_required",
  });
  expect(await isFresh(session)).toBe(false);
});

test("the person's own passkey renews the proof, and somebody else's is refused", async () => {
  const [supplier, stranger] = [await seedSupplier(), await seedSupplier()];
  const [device, foreign] = [await passkeyOf(supplier), await passkeyOf(stranger)];
  const session = await sessionAged(supplier, 11);
  const challenge = async () => (await startPasskeySignIn(undefined, IP)).options.challenge;
  await expect(proveByPasskey(session, foreign.signIn(await challenge()), IP)).rejects.toMatchObject({
    code: "passkey_refused",
  });
  expect(await isFresh(session)).toBe(false);
  // As in the request of a session, from which row-level security hides sign-in challenges.
  const answer = device.signIn(await challenge());
  await withinSupplier(supplier.customerId, () => proveByPasskey(session, answer, IP));
  expect(await isFresh(session)).toBe(true);
});
