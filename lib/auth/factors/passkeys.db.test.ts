import { describe, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { type Lie, SoftAuthenticator } from "@/test/authenticator";
import { statementsOf } from "@/test/statements";
import {
  finishPasskeyRegistration,
  finishPasskeySignIn,
  startPasskeyRegistration,
  startPasskeySignIn,
} from "./passkeys";

const IP = "2001:db8::9";

async function person() {
  const { userId, email, customerId } = await seedSupplier();
  const device = new SoftAuthenticator(userId);
  return { userId, email, customerId, device, user: { id: userId, email, name: "Frieda Brandt" } };
}

async function registered() {
  const one = await person();
  const { challenge } = await startPasskeyRegistration(one.user);
  await finishPasskeyRegistration(one.userId, one.device.register(challenge), "Firefox, Linux");
  return one;
}

const refused = { code: "passkey_refused" };

describe("a new passkey", () => {
  test("is stored with its credential id, and signs its person in", async () => {
    const { userId, email, customerId, device } = await registered();
    expect(await db.passkey.findMany({ where: { userId } })).toMatchObject([
      { credentialId: device.credentialId.toString("base64url"), transports: ["internal"], name: "Firefox, Linux" },
    ]);
    const started = await startPasskeySignIn(email, IP);
    const signedIn = await finishPasskeySignIn(started.userId, device.signIn(started.options.challenge), IP);
    expect(signedIn).toMatchObject({ userId, email, customerId });
    expect(await db.passkey.findFirst({ where: { userId } })).toMatchObject({ lastUsedAt: expect.any(Date) });
  });

  test.each<[string, Lie]>([
    ["for another origin", { origin: "https://evil.example" }],
    ["for another host", { rpId: "evil.example" }],
    ["without a look at the person", { isUnverified: true }],
  ])("made %s is refused", async (_what, lie) => {
    const { user, userId, device } = await person();
    const { challenge } = await startPasskeyRegistration(user);
    await expect(finishPasskeyRegistration(userId, device.register(challenge, lie), "x")).rejects.toMatchObject(
      refused,
    );
    expect(await db.passkey.count({ where: { userId } })).toBe(0);
  });

  test("is accepted once for a challenge, and only for one made for that person", async () => {
    const [one, other] = [await person(), await person()];
    const { challenge } = await startPasskeyRegistration(one.user);
    const answer = other.device.register(challenge);
    await expect(finishPasskeyRegistration(other.userId, answer, "x")).rejects.toMatchObject(refused);
    await finishPasskeyRegistration(one.userId, one.device.register(challenge), "x");
    await expect(finishPasskeyRegistration(one.userId, one.device.register(challenge), "x")).rejects.toMatchObject(
      refused,
    );
  });

  test("that the person has already is refused with a code of its own", async () => {
    const { user, userId, device } = await registered();
    const { challenge, excludeCredentials } = await startPasskeyRegistration(user);
    expect(excludeCredentials).toMatchObject([{ id: device.credentialId.toString("base64url") }]);
    await expect(finishPasskeyRegistration(userId, device.register(challenge), "x")).rejects.toMatchObject({
      code: "passkey_known",
    });
  });
});

test("the options of registration and sign-in have hints, extensions, a time limit and user verification", async () => {
  const { user, email } = await person();
  const both = { hints: ["client-device", "hybrid"], timeout: 300_000 };
  expect(await startPasskeyRegistration(user)).toMatchObject({
    ...both,
    extensions: { credProps: true },
    authenticatorSelection: { userVerification: "required" },
  });
  expect((await startPasskeySignIn(email, IP)).options).toMatchObject({
    ...both,
    extensions: {},
    userVerification: "required",
  });
});

describe("signing in with a passkey", () => {
  test.each<[string, Lie]>([
    ["for another origin", { origin: "https://evil.example" }],
    ["for another host", { rpId: "evil.example" }],
    ["without a look at the person", { isUnverified: true }],
    ["with a counter that runs backwards (a copied device)", { counter: 1 }],
    ["with such a counter, and now reported as synced by the copy", { counter: 1, isBackedUp: true }],
    ["with another signature", { signature: Buffer.alloc(70, 1) }],
    ["in somebody else's name", { userHandle: "usr_somebody" }],
  ])("%s is refused", async (_what, lie) => {
    const { email, userId, device } = await registered();
    device.counter = 5;
    const first = await startPasskeySignIn(email, IP);
    await finishPasskeySignIn(userId, device.signIn(first.options.challenge), IP);
    const { options } = await startPasskeySignIn(email, IP);
    await expect(finishPasskeySignIn(userId, device.signIn(options.challenge, lie), IP)).rejects.toMatchObject(refused);
  });

  test("with a lower counter is accepted from a synced passkey only", async () => {
    for (const isBackedUp of [true, false]) {
      const one = await person();
      one.device.isBackedUp = isBackedUp;
      const { challenge } = await startPasskeyRegistration(one.user);
      await finishPasskeyRegistration(one.userId, one.device.register(challenge), "iPhone");
      const signIn = async (counter: number) => {
        one.device.counter = counter;
        const { options } = await startPasskeySignIn(one.email, IP);
        return await finishPasskeySignIn(one.userId, one.device.signIn(options.challenge), IP);
      };
      await signIn(40);
      // Another or a new device of the same person has counted nothing yet.
      for (const counter of [1, 1, 41]) {
        const result = signIn(counter);
        if (isBackedUp || counter === 41) expect(await result).toMatchObject({ userId: one.userId });
        else await expect(result).rejects.toMatchObject({ ...refused, message: expect.stringContaining("backwards") });
      }
    }
  });

  test("accepts each challenge once, and none that has expired", async () => {
    const { email, userId, device } = await registered();
    const { options } = await startPasskeySignIn(email, IP);
    await finishPasskeySignIn(userId, device.signIn(options.challenge), IP);
    await expect(finishPasskeySignIn(userId, device.signIn(options.challenge), IP)).rejects.toMatchObject(refused);
    const late = await startPasskeySignIn(email, IP);
    await db.ceremony.update({ where: { challenge: late.options.challenge }, data: { expiresAt: new Date(0) } });
    await expect(finishPasskeySignIn(userId, device.signIn(late.options.challenge), IP)).rejects.toMatchObject(refused);
  });

  test("with another person's id is refused", async () => {
    const [one, other] = [await registered(), await registered()];
    const { options } = await startPasskeySignIn(other.email, IP);
    await expect(finishPasskeySignIn(other.userId, one.device.signIn(options.challenge), IP)).rejects.toMatchObject(
      refused,
    );
  });

  test("starts with the same kind of answer for an unknown address, and with or without a passkey", async () => {
    const starts = [];
    for (const email of ["nobody@example.test", (await seedSupplier()).email, (await registered()).email]) {
      const start = await startPasskeySignIn(email, IP);
      expect((await startPasskeySignIn(` ${email.toUpperCase()}`, IP)).userId).toBe(start.userId);
      starts.push(start);
    }
    const shapes = starts.map(({ userId, options: { challenge, ...options } }) => ({
      options,
      lengths: [userId.length, challenge.length],
    }));
    expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1);
    expect(shapes[0]?.options.allowCredentials ?? []).toEqual([]);
    for (const { userId } of starts) expect(userId).toMatch(/^[\w-]{43}$/);
    expect(await db.user.count({ where: { id: { in: starts.map(({ userId }) => userId) } } })).toBe(0);
  });

  test("starts without a query about the address", async () => {
    const { email } = await registered();
    const statements = await statementsOf(() => startPasskeySignIn(email, IP));
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.filter((statement) => /"(users|passkeys)"/.test(statement))).toEqual([]);
  });

  test("is accepted with the handle from the start or the person's own id, and with no other", async () => {
    const { email, userId, device } = await registered();
    const other = await registered();
    for (const named of [(await startPasskeySignIn(email, IP)).userId, userId]) {
      const { options } = await startPasskeySignIn(email, IP);
      expect(await finishPasskeySignIn(named, device.signIn(options.challenge), IP)).toMatchObject({ userId });
    }
    for (const named of [
      (await startPasskeySignIn(other.email, IP)).userId,
      (await startPasskeySignIn("", IP)).userId,
      "",
    ]) {
      const { options } = await startPasskeySignIn(other.email, IP);
      await expect(finishPasskeySignIn(named, device.signIn(options.challenge), IP)).rejects.toMatchObject(refused);
    }
  });
});
