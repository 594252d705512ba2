import { afterAll, expect, test } from "vitest";
import { ScopedPool } from "@/lib/core/tenants/scoped-pool";
import { db, isDatabaseDown } from "../db";
import { connectionSettings } from "./settings";
import { currentTimeline, databaseEpoch } from "./timeline";

const readOnly = new ScopedPool({ ...connectionSettings(), options: "-c default_transaction_read_only=on" });
afterAll(() => readOnly.end());

test("a server that accepts no writes is refused like one that cannot be reached", async () => {
  const error = await readOnly.query("SELECT 1").catch((cause: unknown) => cause);
  expect(error).toMatchObject({ name: "Error", message: expect.stringContaining("read-only") });
  expect(isDatabaseDown(error)).toBe(true);
});

test("each connection reads the timeline, and another connection to the same server begins no epoch", async () => {
  await db.$queryRaw`SELECT 1`;
  expect(currentTimeline()).toBe(1);
  await db.$disconnect();
  await db.$queryRaw`SELECT 1`;
  expect(databaseEpoch()).toEqual({ number: 0 });
});
