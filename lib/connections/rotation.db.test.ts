import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { sealTwoFactorSecret } from "@/lib/auth/two-factor";
import { decrypt } from "@/lib/core/crypto";
import { db } from "@/lib/core/db";
import { connectedSupplier } from "@/test/supplier-data";
import { openToken, sealToken } from "./token-mutations";

const K1 = process.env.ENCRYPTION_KEYS ?? "";
const K2 = `k2:${Buffer.alloc(32, 2).toString("base64")}`;

/** The command as an operator runs it, in a process of its own. */
async function rotate(keys: string): Promise<{ code: number | null; output: string }> {
  const env = { ...process.env, ENCRYPTION_KEYS: keys };
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/rotate-keys.ts"], { env });
  let output = "";
  child.stdout.on("data", (chunk) => (output += String(chunk)));
  child.stderr.on("data", (chunk) => (output += String(chunk)));
  return await new Promise((done) => child.once("exit", (code) => done({ code, output })));
}

const rows = () => db.connection.findMany({ orderBy: [{ customerId: "asc" }, { type: "asc" }] });
const tokens = async () => (await rows()).flatMap((row) => [row.accessToken, row.refreshToken]).filter((one) => one);

test("a new key takes over everything while the product runs, and the old one is needed no more", async () => {
  const first = await connectedSupplier();
  for (let more = 0; more < 11; more += 1) await connectedSupplier();
  const sealedBefore = await tokens();
  expect(sealedBefore).toHaveLength(36);
  await db.user.update({
    where: { id: first.userId },
    data: { twoFactorSecret: sealTwoFactorSecret(first.userId, "JBSWY3DPEHPK3PXP") },
  });

  // Tokens are refreshed all the while, as every few hours in operation.
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
  // This process still knows the old key only: what it wrote since is taken over by a second run.
  const written = await db.connection.findUniqueOrThrow({ where: key });
  expect(openToken(first.customerId, "LEXOFFICE", "access", written.accessToken ?? "")).toBe(latest);
  expect(await rotate(`${K2},${K1}`)).toMatchObject({ code: 0 });

  const sealed = await tokens();
  expect(sealed.filter((one) => !one?.startsWith("k2."))).toEqual([]);
  expect(sealed).toHaveLength(36);
  const user = await db.user.findUniqueOrThrow({ where: { id: first.userId } });
  expect(user.twoFactorSecret).toMatch(/^k2\./);
  // Only the new key is left: everything opens, and there is nothing more to do.
  expect(await rotate(K2)).toEqual({
    code: 0,
    output: "vendor tokens sealed anew: 0\nauthenticator secrets sealed anew: 0\nvalues that no key opens: 0\n",
  });
  // With the new key taken away in turn, and no other that opens them, it says so and leaves them as they are.
  const K3 = `k3:${Buffer.alloc(32, 3).toString("base64")}`;
  const lost = await rotate(K3);
  expect(lost.code).toBe(1);
  expect(lost.output).toContain("values that no key opens: 37");
  expect(await tokens()).toEqual(sealed);
  expect(() => decrypt(sealed[0] ?? "", "anywhere")).toThrow("unknown key");
  // And back: nothing was lost on the way.
  expect(await rotate(`${K1},${K2}`)).toMatchObject({ code: 0 });
  const back = await db.connection.findUniqueOrThrow({ where: key });
  expect(openToken(first.customerId, "LEXOFFICE", "access", back.accessToken ?? "")).toBe(latest);
}, 180_000);
