import { hash } from "@node-rs/argon2";
import { describe, expect, test } from "vitest";
import { hashPassword, isPasswordOf } from "./passwords";

test("a password is stored as an argon2id hash, which only the same password matches", async () => {
  const hash = await hashPassword("Lastschrift-2026-!!");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(hash).not.toContain("Lastschrift");
  expect(await isPasswordOf(hash, "Lastschrift-2026-!!")).toBe(true);
  expect(await isPasswordOf(hash, "lastschrift-2026-!!")).toBe(false);
  expect(await isPasswordOf(hash, "")).toBe(false);
  expect(await hashPassword("Lastschrift-2026-!!")).not.toBe(hash);
});

test("no password matches if there is no hash", async () => {
  expect(await isPasswordOf(undefined, "anything")).toBe(false);
});

describe("a password whose characters have several Unicode forms", () => {
  const composed = "Bäckerei-ﬁnster-５-!!";
  const forms = { composed, decomposed: composed.normalize("NFD"), compatible: composed.normalize("NFKC") };

  test.each(Object.entries(forms))("matches its hash in the %s form", async (_name, typed) => {
    const stored = await hashPassword(composed);
    expect(await isPasswordOf(stored, typed)).toBe(true);
    expect(await isPasswordOf(stored, typed.replace("ä", "a").replace("a\u0308", "a"))).toBe(false);
  });

  test.each(Object.entries(forms))("matches an older, unnormalised hash of its %s form", async (_name, typed) => {
    expect(await isPasswordOf(await hash(typed), typed)).toBe(true);
    // As a form sends it now: the request is normalised to NFC before the password is checked.
    if (typed !== forms.compatible) expect(await isPasswordOf(await hash(typed), typed.normalize("NFC"))).toBe(true);
  });
});
