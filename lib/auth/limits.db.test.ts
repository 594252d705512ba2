import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { db } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import { countTry, forgetTries } from "./limits";

async function refusalOf(call: Promise<void>): Promise<AppError | undefined> {
  return await call.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    },
  );
}

describe("counted tries", () => {
  test("the eleventh for one account is refused with a wait, another account is not", async () => {
    const email = `${randomUUID()}@example.test`;
    for (let i = 0; i < 10; i += 1) await countTry("signInAccount", email);
    const refusal = await refusalOf(countTry("signInAccount", ` ${email.toUpperCase()} `));
    expect(refusal).toMatchObject({ code: "too_many_requests", status: 429 });
    expect(refusal?.retryAfterSeconds).toBeGreaterThan(890);
    expect(refusal?.retryAfterSeconds).toBeLessThanOrEqual(900);
    expect(await refusalOf(countTry("signInAccount", randomUUID()))).toBeUndefined();
    expect(await refusalOf(countTry("signInAddress", email))).toBeUndefined();
  });

  test("a hundred at once are ten", async () => {
    const email = `${randomUUID()}@example.test`;
    const tries = await Promise.all(Array.from({ length: 100 }, () => refusalOf(countTry("signInAccount", email))));
    expect(tries.filter((refusal) => !refusal)).toHaveLength(10);
  });

  test("are forgotten by whoever got in", async () => {
    const email = `${randomUUID()}@example.test`;
    for (let i = 0; i < 10; i += 1) await countTry("signInAccount", email);
    await forgetTries("signInAccount", email);
    expect(await refusalOf(countTry("signInAccount", email))).toBeUndefined();
  });

  test("stand in the database without the address", async () => {
    const email = `${randomUUID()}@example.test`;
    await countTry("signInAccount", email);
    const keys = (await db.rateLimit.findMany()).map((row) => row.key);
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.some((key) => key.includes(email))).toBe(false);
  });
});
