import { hash } from "@node-rs/argon2";
import { describe, expect, test } from "vitest";
import { hashPassword, isPasswordOf } from "./passwords";

test("a password is known by its argon2id hash only", async () => {
  const hash = await hashPassword("Lastschrift-2026-!!");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(hash).not.toContain("Lastschrift");
  expect(await isPasswordOf(hash, "Lastschrift-2026-!!")).toBe(true);
  expect(await isPasswordOf(hash, "lastschrift-2026-!!")).toBe(false);
  expect(await isPasswordOf(hash, "")).toBe(false);
  expect(await hashPassword("Lastschrift-2026-!!")).not.toBe(hash);
});

test("nobody has a password", async () => {
  expect(await isPasswordOf(undefined, "anything")).toBe(false);
});

describe("a password with characters that are written in several ways", () => {
  const composed = "Bäckerei-ﬁnster-５-!!";
  const forms = { composed, decomposed: composed.normalize("NFD"), compatible: composed.normalize("NFKC") };

  test.each(Object.entries(forms))("is the same %s", async (_name, typed) => {
    const stored = await hashPassword(composed);
    expect(await isPasswordOf(stored, typed)).toBe(true);
    expect(await isPasswordOf(stored, typed.replace("ä", "a").replace("a\u0308", "a"))).toBe(false);
  });

  test.each(Object.entries(forms))("is known by a hash from before, of its %s form", async (_name, typed) => {
    expect(await isPasswordOf(await hash(typed), typed)).toBe(true);
    // As it comes from a form since: the request is composed before the password is looked at.
    if (typed !== forms.compatible) expect(await isPasswordOf(await hash(typed), typed.normalize("NFC"))).toBe(true);
  });
});
