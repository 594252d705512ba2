import { spawn } from "node:child_process";
import { afterAll, expect, test } from "vitest";
import { resealTwoFactorSecrets, sealTwoFactorSecret } from "@/lib/auth/factors/two-factor";
import { decrypt } from "@/lib/core/crypto";
import { db } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import { connectedSupplier } from "@/test/supplier-data";
import { openToken, sealToken } from "./mutations";
import { resealTokens } from "./rotation-mutations";

const K1 = process.env.ENCRYPTION_KEYS ?? "";
const K2 = `k2:${Buffer.alloc(32, 2).toString("base64")}`;

/** Runs the command as an operator does, in a process of its own. */
async function rotate(keys: string): Promise<{ code: number | null; output: string }> {
  const own = { ...process.env, ENCRYPTION_KEYS: keys };
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/rotate-keys.ts"], { env: own });
  let output = "";
  child.stdout.on("data", (chunk) => (output += String(chunk)));
  child.stderr.on("data", (chunk) => (output += String(chunk)));
  return await new Promise((done) => child.once("exit", (code) => done({ code, output })));
}

/** As if this process had been restarted with these keys. */
const restartWith = (keys: string) => void Object.assign(env(), { ENCRYPTION_KEYS: keys });
afterAll(() => restartWith(K1));
/** Does in this process what the command does. */
const reseal = async () => [await resealTokens(), await resealTwoFactorSecrets()];
const NOTHING_LEFT = { resealed: 0, unreadable: 0 };

const rows = () => db.connection.findMany({ orderBy: [{ customerId: "asc" }, { type: "asc" }] });
const tokens = async () => (await rows()).flatMap((row) => [row.accessToken, row.refreshToken]).filter((one) => one);

test("a rotation re-encrypts everything while the product runs, and makes the old key unnecessary", async () => {
  const first = await connectedSupplier();
  for (let more = 0; more < 11; more += 1) await connectedSupplier();
  const sealedBefore = await tokens();
  expect(sealedBefore).toHaveLength(36);
  await db.user.update({
    where: { id: first.userId },
    data: { twoFactorSecret: sealTwoFactorSecret(first.userId, "JBSWY3DPEHPK3PXP") },
  });

  // Tokens are refreshed meanwhile, as every few hours in operation.
  let isOver = false;
  let latest = "";
  const key = { customerId_type: { customerId: first.customerId, type: "LEXOFFICE" as const } };
  const refreshing = (async () => {
    for (let i = 0; !isOver; i += 1) {
      latest = `access-${i}`;
      const accessToken = sealToken(first.customerId, "LEXOFFICE", "access", latest);
      await db.connection.update({ where: key, data: { accessToken } });
    }
  })();
  const run = await rotate(`${K2},${K1}`);
  isOver = true;
  await refreshing;
  expect(run).toMatchObject({ code: 0 });
  const written = await db.connection.findUniqueOrThrow({ where: key });
  expect(openToken(first.customerId, "LEXOFFICE", "access", written.accessToken ?? "")).toBe(latest);
  // This process knew only the old key. A second run re-encrypts what it wrote since.
  restartWith(`${K2},${K1}`);
  expect(await reseal()).toMatchObject([{ unreadable: 0 }, NOTHING_LEFT]);

  const sealed = await tokens();
  expect(sealed.filter((one) => !one?.startsWith("k2."))).toEqual([]);
  expect(sealed).toHaveLength(36);
  const user = await db.user.findUniqueOrThrow({ where: { id: first.userId } });
  expect(user.twoFactorSecret).toMatch(/^k2\./);
  // With the new key alone everything can be decrypted, and nothing is left to do.
  restartWith(K2);
  expect(await reseal()).toEqual([NOTHING_LEFT, NOTHING_LEFT]);
  // Without any key that decrypts the values, the command reports them and leaves them unchanged.
  const K3 = `k3:${Buffer.alloc(32, 3).toString("base64")}`;
  const lost = await rotate(K3);
  expect(lost.code).toBe(1);
  expect(lost.output).toContain("values that no key opens: 37");
  expect(await tokens()).toEqual(sealed);
  restartWith(K1);
  expect(() => decrypt(sealed[0] ?? "", "anywhere")).toThrow("unknown key");
  // A rotation in the other direction loses nothing.
  restartWith(`${K1},${K2}`);
  expect(await reseal()).toEqual([
    { resealed: 36, unreadable: 0 },
    { resealed: 1, unreadable: 0 },
  ]);
  const back = await db.connection.findUniqueOrThrow({ where: key });
  expect(openToken(first.customerId, "LEXOFFICE", "access", back.accessToken ?? "")).toBe(latest);
}, 180_000);
