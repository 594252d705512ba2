import { Secret, TOTP } from "otpauth";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { signInByPassword } from "@/lib/auth/sign-in";
import { sign } from "@/lib/core/crypto";
import { db } from "@/lib/core/database/db";
import { type SeededSupplier, seedSupplier } from "@/prisma/seed/suppliers";
import { changeSettings } from "@/test/settings";
import { disableTwoFactor, enableTwoFactor, setUpTwoFactor } from "./mutations";

const STEP_MS = 30_000;
/** The middle of a time step, so that no test reaches its end by chance. */
const START = Math.floor(Date.now() / STEP_MS) * STEP_MS + STEP_MS / 2;

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: START }));
afterEach(() => void vi.useRealTimers());

/** A person's authenticator app, by another library than the server's. */
class App {
  private readonly totp: TOTP;
  constructor(secret: string) {
    this.totp = new TOTP({ secret: Secret.fromBase32(secret) });
  }
  /** Returns the code that is so many steps away from the current one. */
  code(steps = 0): string {
    return this.totp.generate({ timestamp: Date.now() + steps * STEP_MS });
  }
}

function later(steps: number): void {
  vi.setSystemTime(Date.now() + steps * STEP_MS);
}

async function withApp(): Promise<SeededSupplier & { app: App }> {
  const supplier = await seedSupplier();
  const { secret } = await setUpTwoFactor(supplier.userId);
  return { ...supplier, app: new App(secret) };
}

/** Enables it with the previous and the current code. Then two steps pass, so that every code tried is new. */
async function enabled(): Promise<SeededSupplier & { app: App; recoveryCodes: string[] }> {
  const person = await withApp();
  const { customerId, userId, app, actor } = person;
  const recoveryCodes = await enableTwoFactor(customerId, userId, [app.code(-1), app.code()], actor);
  later(2);
  return { ...person, recoveryCodes };
}

function signIn({ email, password }: SeededSupplier, twoFactorCode?: string) {
  return signInByPassword({ email, password, twoFactorCode }, { ip: "203.0.113.7" });
}

test("the second factor is enabled by two consecutive codes only", async () => {
  const { customerId, userId, app, actor, ...person } = await withApp();
  const enable = (codes: [string, string]) => enableTwoFactor(customerId, userId, codes, actor);
  const refusals: [string, string][] = [
    [app.code(), app.code()],
    [app.code(), app.code(-1)],
    [app.code(-1), app.code(1)],
    [app.code(), "000000"],
    ["12345", app.code()],
    [app.code(-3), app.code(-2)],
  ];
  for (const codes of refusals)
    await expect(enable(codes)).rejects.toMatchObject({ code: "two_factor_code_wrong", fields: [{ field: "codes" }] });
  await signIn({ customerId, userId, actor, ...person });
  expect(await enable([app.code(-1), app.code()])).toHaveLength(10);
  expect(await db.user.findUniqueOrThrow({ where: { id: userId } })).toMatchObject({
    twoFactorEnabledAt: expect.any(Date),
  });
  await expect(enable([app.code(), app.code(1)])).rejects.toMatchObject({ code: "two_factor_enabled" });
  await expect(setUpTwoFactor(userId)).rejects.toMatchObject({ code: "two_factor_enabled" });
  const kinds = (await db.mail.findMany({ where: { customerId } })).map((mail) => mail.data);
  expect(kinds).toMatchObject([{ kind: "twoFactorOn" }]);
});

test.each([
  ["a step ahead", 1],
  ["a step behind", -1],
])("an app whose clock is %s can enable the second factor", async (_what, drift) => {
  const { customerId, userId, app, actor } = await withApp();
  const codes: [string, string] = [app.code(drift - 1), app.code(drift)];
  expect(await enableTwoFactor(customerId, userId, codes, actor)).toHaveLength(10);
});

test("an app whose clock is two steps off cannot enable the second factor", async () => {
  const { customerId, userId, app, actor } = await withApp();
  for (const drift of [2, -2])
    await expect(
      enableTwoFactor(customerId, userId, [app.code(drift - 1), app.code(drift)], actor),
    ).rejects.toMatchObject({ code: "two_factor_code_wrong" });
});

test("the secret is stored encrypted, and recovery codes only as hashes", async () => {
  const { userId, recoveryCodes } = await enabled();
  const { twoFactorSecret } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  expect(twoFactorSecret).not.toMatch(/^[A-Z2-7]{16,}$/);
  const hashes = (await db.recoveryCode.findMany({ where: { userId } })).map((row) => row.hash);
  expect(hashes).toHaveLength(10);
  for (const code of recoveryCodes) expect(hashes.join()).not.toContain(code.slice(0, 5));
});

test("a sign-in requires a code, and each code is accepted once", async () => {
  const person = await enabled();
  const field = [{ field: "twoFactorCode" }];
  await expect(signIn(person)).rejects.toMatchObject({ code: "two_factor_required", fields: field });
  const code = person.app.code();
  await signIn(person, code);
  await expect(signIn(person, code)).rejects.toMatchObject({ code: "two_factor_code_wrong", fields: field });
  await expect(signIn(person, person.app.code(-1))).rejects.toMatchObject({ code: "two_factor_code_wrong" });
  later(1);
  await signIn(person, `${person.app.code().slice(0, 3)} ${person.app.code().slice(3)}`);
});

test("the codes that enabled the second factor cannot be used again", async () => {
  const person = await withApp();
  const { customerId, userId, app, actor } = person;
  const codes: [string, string] = [app.code(-1), app.code()];
  await enableTwoFactor(customerId, userId, codes, actor);
  for (const code of codes) await expect(signIn(person, code)).rejects.toMatchObject({ code: "two_factor_code_wrong" });
});

test.each([
  [-2, false],
  [-1, true],
  [0, true],
  [1, true],
  [2, false],
])("at a sign-in, the code of an app that is %i steps off is accepted: %s", async (drift, isTaken) => {
  const person = await enabled();
  later(2);
  const attempt = signIn(person, person.app.code(drift));
  if (isTaken) expect(await attempt).toMatchObject({ userId: person.userId });
  else await expect(attempt).rejects.toMatchObject({ code: "two_factor_code_wrong" });
});

test("one of two simultaneous sign-ins with the same code succeeds", async () => {
  const person = await enabled();
  const code = person.app.code();
  const results = await Promise.allSettled([signIn(person, code), signIn(person, code)]);
  expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("a recovery code works once, however it is typed", async () => {
  const person = await enabled();
  const [code = "", other = ""] = person.recoveryCodes;
  await signIn(person, ` ${code.toUpperCase().replace("-", " ")} `);
  await expect(signIn(person, code)).rejects.toMatchObject({ code: "two_factor_code_wrong" });
  const results = await Promise.allSettled([signIn(person, other), signIn(person, other)]);
  expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await db.recoveryCode.count({ where: { userId: person.userId } })).toBe(8);
});

test("recovery codes survive a change of AUTH_SECRET, and their hashes can be neither used nor reversed", async () => {
  const person = await enabled();
  const { userId, recoveryCodes } = person;
  const hashes = (await db.recoveryCode.findMany({ where: { userId } })).map(({ hash }) => hash);
  expect(new Set(hashes.map((hash) => hash.split("$")[4])).size).toBe(10);
  for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const putBack = changeSettings({ AUTH_SECRET: "another-secret-of-more-than-32-characters" });
  onTestFinished(putBack);
  await signIn(person, recoveryCodes[3]);
  putBack();
  for (const wrong of [hashes[0] ?? "", recoveryCodes[3] ?? "", "aaaaa-aaaaa"])
    await expect(signIn(person, wrong)).rejects.toMatchObject({ code: "two_factor_code_wrong" });
});

test("an older recovery code with a keyed hash still works once", async () => {
  const person = await enabled();
  const { userId } = person;
  await db.recoveryCode.create({ data: { userId, hash: sign("recovery-code", `${userId}:abcdefghjk`) } });
  await signIn(person, "ABCDE-FGHJK");
  await expect(signIn(person, "abcde-fghjk")).rejects.toMatchObject({ code: "two_factor_code_wrong" });
});

test("guessing codes is refused after eight attempts", async () => {
  const person = await enabled();
  for (let tries = 0; tries < 8; tries++)
    await expect(signIn(person, "000000")).rejects.toMatchObject({ code: "two_factor_code_wrong" });
  await expect(signIn(person, person.app.code())).rejects.toMatchObject({ code: "too_many_requests" });
});

test("a code disables the second factor and deletes its secret and recovery codes", async () => {
  const person = await enabled();
  const { customerId, userId, actor, app } = person;
  await expect(disableTwoFactor(customerId, userId, "000000", actor)).rejects.toMatchObject({
    code: "two_factor_code_wrong",
  });
  await disableTwoFactor(customerId, userId, app.code(), actor);
  expect(await db.user.findUniqueOrThrow({ where: { id: userId } })).toMatchObject({
    twoFactorSecret: null,
    twoFactorEnabledAt: null,
  });
  expect(await db.recoveryCode.count({ where: { userId } })).toBe(0);
  expect(await signIn(person)).toMatchObject({ userId });
  const actions = await db.auditEntry.findMany({ where: { customerId }, orderBy: { id: "asc" } });
  expect(actions.map((entry) => entry.action)).toEqual(["two-factor.enabled", "two-factor.disabled"]);
});
