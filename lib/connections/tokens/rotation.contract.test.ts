import { spawn } from "node:child_process";
import { afterAll, expect, test } from "vitest";
import {
  newTwoFactorSecret,
  resealTwoFactorSecrets,
  sealTwoFactorSecret,
  takeCode,
} from "@/lib/auth/factors/two-factor";
import { withAccounting, withDirectDebit } from "@/lib/connections/provider/access";
import { db } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import { TestSandbox } from "@/test/sandbox";
import { supplierAtTwins } from "@/test/twin-supplier";
import { resealTokens } from "./rotation-mutations";

const K1 = process.env.ENCRYPTION_KEYS ?? "";
const K2 = `k2:${Buffer.alloc(32, 2).toString("base64")}`;
const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
/** As if this process had been restarted with these keys. */
const restartWith = (keys: string) => void Object.assign(env(), { ENCRYPTION_KEYS: keys });
afterAll(() => restartWith(K1));

/** Runs the command as an operator does, in a process of its own. */
async function rotate(keys: string): Promise<number | null> {
  const own = { ...process.env, ENCRYPTION_KEYS: keys };
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/rotate-keys.ts"], { env: own, stdio: "ignore" });
  return await new Promise((done) => child.once("exit", done));
}

const sealed = async () => {
  const rows = await db.connection.findMany();
  const users = await db.user.findMany({ where: { twoFactorSecret: { not: null } } });
  const all = [
    ...rows.flatMap((row) => [row.accessToken, row.refreshToken]),
    ...users.map((row) => row.twoFactorSecret),
  ];
  return all.filter((one) => one !== null);
};
const keysInUse = async () => [...new Set((await sealed()).map((one) => one.split(".")[0]))];

test("vendor calls, token refreshes and sign-in codes keep working while keys are rotated", async () => {
  const suppliers = [await supplierAtTwins(), await supplierAtTwins(), await supplierAtTwins()];
  for (const { userId, email } of suppliers) {
    const twoFactorSecret = sealTwoFactorSecret(userId, newTwoFactorSecret("Einzug", email).secret);
    await db.user.update({ where: { id: userId }, data: { twoFactorSecret, twoFactorEnabledAt: new Date() } });
  }
  expect(await keysInUse()).toEqual(["k1"]);
  // As in all processes before the rotation: the new key comes first.
  restartWith(`${K2},${K1}`);

  let isOver = false;
  const done = { books: 0, debits: 0, refreshes: 0, codes: 0 };
  /** Repeats these calls until the rotation is through; any failure ends the test. */
  const load = suppliers.map(async ({ customerId, userId }) => {
    for (let round = 0; !isOver || round < 3; round += 1) {
      await withAccounting(customerId, ({ books }) => books.listPaymentTerms());
      done.books += 1;
      await withDirectDebit(customerId, (gc) => gc.account.creditor());
      done.debits += 1;
      // Every second round finds an expired token and refreshes it.
      if (round % 2 === 0) {
        const data = { accessExpiresAt: new Date(0) };
        await db.connection.updateMany({ where: { customerId, type: "LEXOFFICE" }, data });
        done.refreshes += 1;
      }
      expect(await takeCode(userId, "000000")).toBe(false);
      done.codes += 1;
    }
  });
  const rotation = (async () => {
    const codes = [await rotate(`${K2},${K1}`), await rotate(`${K2},${K1}`)];
    isOver = true;
    return codes;
  })();
  // Waits for all before any check: a call still in flight would find no vendor any more.
  const [codes, ...loads] = await Promise.allSettled([rotation, ...load]);
  expect(loads.filter(({ status }) => status === "rejected")).toEqual([]);
  expect(codes).toMatchObject({ value: [0, 0] });
  expect(await keysInUse()).toEqual(["k2"]);
  // The old key is no longer needed.
  restartWith(K2);
  const nothing = { resealed: 0, unreadable: 0 };
  expect([await resealTokens(), await resealTwoFactorSecrets()]).toEqual([nothing, nothing]);
  for (const count of Object.values(done)) expect(count).toBeGreaterThan(suppliers.length * 3);
  expect(await db.connection.count({ where: { status: { not: "connected" } } })).toBe(0);
}, 180_000);
