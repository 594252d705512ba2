import { expect, test } from "vitest";
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
