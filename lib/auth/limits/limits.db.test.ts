import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { AppError } from "@/lib/core/web/errors";
import { type Count, countedTries, countFailures, countTry } from "./limits";

async function refusalOf(call: Promise<unknown>): Promise<AppError | undefined> {
  return await call.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    },
  );
}

const wrong = new Error("wrong");
const isWrong = (error: unknown) => error === wrong;
const fail = async () => await Promise.reject(wrong);

describe("counted attempts", () => {
  test("are refused with a waiting time after ten for one account, but not for another", async () => {
    const email = `${randomUUID()}@example.test`;
    for (let i = 0; i < 10; i += 1) await countTry("passwordByNetwork", email);
    const refusal = await refusalOf(countTry("passwordByNetwork", ` ${email.toUpperCase()} `));
    expect(refusal).toMatchObject({ code: "too_many_requests", status: 429 });
    expect(refusal?.retryAfterSeconds).toBeGreaterThan(890);
    expect(refusal?.retryAfterSeconds).toBeLessThanOrEqual(900);
    expect(await refusalOf(countTry("passwordByNetwork", randomUUID()))).toBeUndefined();
    expect(await refusalOf(countTry("passwordByDevice", email))).toBeUndefined();
  });

  test("let ten of a hundred simultaneous ones pass", async () => {
    const email = `${randomUUID()}@example.test`;
    const tries = await Promise.all(Array.from({ length: 100 }, () => refusalOf(countTry("passwordByNetwork", email))));
    expect(tries.filter((refusal) => !refusal)).toHaveLength(10);
  });

  test("are stored without the email address", async () => {
    const email = `${randomUUID()}@example.test`;
    await countTry("passwordByNetwork", email);
    const keys = (await db.rateLimit.findMany()).map((row) => row.key);
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.some((key) => key.includes(email))).toBe(false);
  });

  test("by network treat an IPv6 /64 as one caller in every spelling, and an IPv4 address in both notations", async () => {
    const host = () => randomUUID().slice(0, 4);
    for (let i = 0; i < 30; i += 1) await countTry("check", `2001:db8:77:1:${host()}:${host()}::${i.toString(16)}`);
    for (const ip of ["2001:DB8:77:1::9", "2001:0db8:0077:0001:0:0:0:9", "2001:db8:77:1::9%eth0"])
      expect(await refusalOf(countTry("check", ip)), ip).toMatchObject({ code: "too_many_requests" });
    expect(await refusalOf(countTry("check", "2001:db8:77:2::9"))).toBeUndefined();
    for (let i = 0; i < 30; i += 1) await countTry("check", "198.51.100.77");
    expect(await refusalOf(countTry("check", "::ffff:198.51.100.77"))).toMatchObject({ code: "too_many_requests" });
  });
});

describe("counted failures", () => {
  const counts = (subject: string): Count[] => [
    { limit: "signIn", subject },
    { limit: "passwordByNetwork", subject },
  ];

  test("are only the checks that failed: a hundred successful ones leave no count", async () => {
    const subject = randomUUID();
    for (let i = 0; i < 100; i += 1) await countFailures(counts(subject), async () => i, isWrong);
    expect(await countedTries("passwordByNetwork", subject)).toBe(0);
    await expect(countFailures(counts(subject), fail, isWrong)).rejects.toBe(wrong);
    expect(await countedTries("passwordByNetwork", subject)).toBe(1);
  });

  test("do not include errors of another kind", async () => {
    const subject = randomUUID();
    const other = async () => await Promise.reject(new Error("database"));
    await expect(countFailures(counts(subject), other, isWrong)).rejects.toThrow("database");
    expect(await countedTries("passwordByNetwork", subject)).toBe(0);
  });

  test("let ten of a hundred simultaneous checks run", async () => {
    const subject = randomUUID();
    let runs = 0;
    const check = async () => {
      runs += 1;
      await fail();
    };
    await Promise.allSettled(Array.from({ length: 100 }, () => countFailures(counts(subject), check, isWrong)));
    expect(runs).toBe(10);
  });

  test("that one limit refuses do not count against the limits before it", async () => {
    const subject = randomUUID();
    for (let i = 0; i < 15; i += 1) await countFailures(counts(subject), fail, isWrong).catch(() => undefined);
    expect(await countedTries("signIn", subject)).toBe(10);
  });

  test("of a limit that only counts refuse nobody", async () => {
    const [subject, other] = [randomUUID(), randomUUID()];
    const loose: Count[] = [
      { limit: "passwordByNetwork", subject, isOnlyCounted: true },
      { limit: "passwordByDevice", subject: other },
    ];
    for (let i = 0; i < 12; i += 1) await countTry("passwordByNetwork", subject).catch(() => undefined);
    await countFailures(loose, async () => undefined, isWrong);
    expect(await countedTries("passwordByDevice", other)).toBe(0);
    expect(await countedTries("passwordByNetwork", subject)).toBeGreaterThan(10);
  });
});
