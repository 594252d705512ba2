import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { AppError } from "@/lib/core/web/errors";
import { countLinkUse, countResetRequest, guess, guessAgain, isGuessing, noteReset, placeOfReset } from "./guesses";
import { countTry } from "./limits";

const STRANGER = { ip: "203.0.113.66" };
const PERSON = { ip: "198.51.100.7" };

const nobody = () => `${randomUUID()}@example.test`;
const code = async (call: Promise<unknown>) =>
  await call.then(
    () => "ok",
    (error: unknown) => (error instanceof AppError ? error.code : "crash"),
  );
const wrong = (account: string, visitor: { ip: string; device?: string }) =>
  code(guess("password", account, visitor, async () => await Promise.reject(new AppError("wrong_credentials"))));
const right = (account: string, visitor: { ip: string; device?: string }) =>
  code(guess("password", account, visitor, async () => "in"));

/** Counts failures as if each had come from another network. */
async function fromEverywhere(account: string, failures: number): Promise<void> {
  for (let i = 0; i < failures; i += 1) await countTry("passwordInAll", account);
}

test("ten wrong passwords from one network block that network for this account, but no other network or account", async () => {
  const account = nobody();
  for (let i = 0; i < 10; i += 1) expect(await wrong(account, STRANGER)).toBe("wrong_credentials");
  expect(await right(account, STRANGER)).toBe("too_many_requests");
  expect(await right(account, PERSON)).toBe("ok");
  expect(await right(nobody(), STRANGER)).toBe("ok");
});

test("two addresses of the same IPv6 /64 count as one network", async () => {
  const account = nobody();
  for (let i = 0; i < 10; i += 1) await wrong(account, { ip: `2001:db8:9:9::${i + 1}` });
  expect(await right(account, { ip: "2001:DB8:9:9:ffff::1" })).toBe("too_many_requests");
  expect(await right(account, { ip: "2001:db8:9:a::1" })).toBe("ok");
});

test("a known device has its own count, in the guesser's network and while guesses come from everywhere", async () => {
  const account = nobody();
  const device = { ...STRANGER, device: randomUUID() };
  for (let i = 0; i < 10; i += 1) await wrong(account, STRANGER);
  await fromEverywhere(account, 90);
  expect(await right(account, { ip: "198.18.200.1" })).toBe("too_many_requests");
  expect(await right(account, device)).toBe("ok");
  for (let i = 0; i < 10; i += 1) expect(await wrong(account, device)).toBe("wrong_credentials");
  expect(await right(account, device)).toBe("too_many_requests");
  expect(await right(account, { ...STRANGER, device: randomUUID() })).toBe("ok");
});

test("simultaneous guesses do not exceed the limit, from one network or from many", async () => {
  const [one, many] = [nobody(), nobody()];
  const fromOne = await Promise.all(Array.from({ length: 20 }, () => wrong(one, { ip: "198.19.0.1" })));
  expect(fromOne.filter((answer) => answer === "wrong_credentials")).toHaveLength(10);
  await fromEverywhere(many, 95);
  const fromMany = await Promise.all(Array.from({ length: 12 }, (_, i) => wrong(many, { ip: `198.19.1.${i}` })));
  expect(fromMany.filter((answer) => answer === "wrong_credentials")).toHaveLength(5);
});

test("a person who signs in successfully uses up no attempts, however often", async () => {
  const account = nobody();
  for (let i = 0; i < 60; i += 1) expect(await right(account, PERSON)).toBe("ok");
  for (let i = 0; i < 9; i += 1) await wrong(account, PERSON);
  expect(await right(account, PERSON)).toBe("ok");
});

test("fifty wrong passwords for many accounts block a network, but not the devices known in it", async () => {
  const ip = "203.0.113.99";
  for (let i = 0; i < 50; i += 1) await wrong(nobody(), { ip });
  expect(await right(nobody(), { ip })).toBe("too_many_requests");
  expect(await right(nobody(), { ip, device: randomUUID() })).toBe("ok");
});

test("eight wrong codes block a network and 24 the account, and they do not count as wrong passwords", async () => {
  const account = nobody();
  const wrongCode = (ip: string) =>
    code(guess("code", account, { ip }, async () => await Promise.reject(new AppError("two_factor_code_wrong"))));
  for (let i = 0; i < 8; i += 1) expect(await wrongCode(STRANGER.ip)).toBe("two_factor_code_wrong");
  expect(await wrongCode(STRANGER.ip)).toBe("too_many_requests");
  for (let i = 0; i < 16; i += 1) expect(await wrongCode(`198.51.100.${i + 20}`)).toBe("two_factor_code_wrong");
  expect(await wrongCode("198.51.100.99")).toBe("too_many_requests");
  expect(await right(account, PERSON)).toBe("ok");
});

test("a missing code or an unreachable database does not count as a wrong guess", async () => {
  const account = nobody();
  for (const error of [new AppError("two_factor_required"), new AppError("unavailable")])
    for (let i = 0; i < 12; i += 1)
      expect(await code(guess("password", account, PERSON, async () => await Promise.reject(error)))).toBe(error.code);
  expect(await right(account, PERSON)).toBe("ok");
});

test("a signed-in person has counts of their own for passwords and for codes", async () => {
  const userId = `usr_${randomUUID()}`;
  for (let i = 0; i < 10; i += 1)
    await code(guessAgain("password", userId, async () => await Promise.reject(new AppError("wrong_credentials"))));
  expect(await code(guessAgain("password", userId, async () => "in"))).toBe("too_many_requests");
  expect(await code(guessAgain("code", userId, async () => "in"))).toBe("ok");
});

test("the tenth wrong password within an hour is reported, wherever the guesses come from; other refusals are not", async () => {
  const account = nobody();
  for (let i = 0; i < 9; i += 1) await wrong(account, { ip: `198.51.101.${i}` });
  expect(await isGuessing("password", account, "wrong_credentials")).toBe(false);
  await wrong(account, { ...PERSON, device: "own" });
  expect(await isGuessing("password", account, "wrong_credentials")).toBe(true);
  expect(await isGuessing("password", account, "too_many_requests")).toBe(false);
  expect(await isGuessing("code", account, "wrong_credentials")).toBe(false);
});

test("strangers who ask for reset links do not prevent a known device from asking", async () => {
  const account = nobody();
  const asked = await Promise.all(
    Array.from({ length: 8 }, (_, i) => code(countResetRequest(account, { ip: `198.51.102.${i}` }))),
  );
  expect(asked.filter((answer) => answer === "ok")).toHaveLength(6);
  expect(await code(countResetRequest(account, PERSON))).toBe("too_many_requests");
  expect(await code(countResetRequest(account, { ...PERSON, device: "own" }))).toBe("ok");
});

test("earlier guesses no longer block the network in which a reset link was used, for that account only", async () => {
  const account = nobody();
  for (let i = 0; i < 10; i += 1) await wrong(account, PERSON);
  expect(await placeOfReset(account, PERSON.ip)).toBeUndefined();
  await noteReset(account, PERSON.ip);
  expect(await right(account, { ...PERSON, device: await placeOfReset(account, PERSON.ip) })).toBe("ok");
  expect(await placeOfReset(account, STRANGER.ip)).toBeUndefined();
  expect(await placeOfReset(nobody(), PERSON.ip)).toBeUndefined();
});

test("addresses that only resemble one of our links do not block the real links", async () => {
  const ip = "203.0.113.44";
  for (let i = 0; i < 30; i += 1) await countLinkUse(undefined, ip);
  expect(await code(countLinkUse(undefined, ip))).toBe("too_many_requests");
  expect(await code(countLinkUse(randomUUID(), ip))).toBe("ok");
});
