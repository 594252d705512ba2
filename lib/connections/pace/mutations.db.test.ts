import { describe, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { awaitPace, pausePace } from "./mutations";

/** Timers may fire a millisecond early, by a clock that is not the database's. */
const EARLY_MS = 5;

/** Makes calls at once and returns how many milliseconds each had to wait, shortest first. */
async function waitsOf(key: string, count: number, pace: { intervalMs: number; burst: number }): Promise<number[]> {
  const startedAt = performance.now();
  const turns = Array.from({ length: count }, async () => {
    await awaitPace(key, pace);
    return performance.now() - startedAt;
  });
  return (await Promise.all(turns)).sort((a, b) => a - b);
}

async function millisecondsAhead(key: string): Promise<number> {
  const rows = await db.$queryRaw<{ ahead: number }[]>`
    SELECT EXTRACT(EPOCH FROM arrives_at - clock_timestamp())::float8 * 1000 AS ahead FROM rate_paces WHERE key = ${key}`;
  return rows[0]?.ahead ?? 0;
}

describe("the pace of calls", () => {
  test("spaces concurrent calls of all who share the key", async () => {
    // The first call may take a while to open the database.
    await awaitPace("warm-up", { intervalMs: 1, burst: 1 });
    const waits = await waitsOf("spaced", 6, { intervalMs: 100, burst: 1 });
    for (const [i, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual(i * 100 - EARLY_MS);
    // No call waited longer than necessary: at the end the next one is at most an interval away.
    expect(await millisecondsAhead("spaced")).toBeLessThanOrEqual(100 + EARLY_MS);
  });

  test("lets a burst through at once and spaces what follows", async () => {
    const waits = await waitsOf("burst", 7, { intervalMs: 150, burst: 5 });
    // Of seven calls the last two wait for one and for two intervals. The burst of five is then used up.
    expect(waits[5]).toBeGreaterThanOrEqual(150 - EARLY_MS);
    expect(waits[6]).toBeGreaterThanOrEqual(300 - EARLY_MS);
    expect(await millisecondsAhead("burst")).toBeLessThanOrEqual(5 * 150 + EARLY_MS);
  });

  test("is separate for each key", async () => {
    const startedAt = performance.now();
    await awaitPace("one", { intervalMs: 60_000, burst: 1 });
    await awaitPace("another", { intervalMs: 60_000, burst: 1 });
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  test("does not save up calls that nobody made", async () => {
    const key = "idle";
    await awaitPace(key, { intervalMs: 100, burst: 1 });
    await db.$executeRaw`UPDATE rate_paces SET arrives_at = clock_timestamp() - interval '1 hour' WHERE key = ${key}`;
    const waits = await waitsOf(key, 3, { intervalMs: 100, burst: 1 });
    expect(waits[2]).toBeGreaterThanOrEqual(200 - EARLY_MS);
  });

  test("stops all callers after a 429, and a second 429 does not add up", async () => {
    await awaitPace("paused", { intervalMs: 10, burst: 1 });
    await pausePace("paused", 60_000);
    await pausePace("paused", 60_000);
    const ahead = await millisecondsAhead("paused");
    expect(ahead).toBeGreaterThan(30_000);
    expect(ahead).toBeLessThanOrEqual(60_000);
  });

  test("lets the next call through only after the pause", async () => {
    await awaitPace("resumed", { intervalMs: 10, burst: 1 });
    const startedAt = performance.now();
    await pausePace("resumed", 400);
    await awaitPace("resumed", { intervalMs: 10, burst: 1 });
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(400 - EARLY_MS);
  });
});
