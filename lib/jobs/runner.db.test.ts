import { afterAll, beforeEach, expect, test } from "vitest";
import type { CustomerId } from "@/lib/auth/scope";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { clearJobs } from "@/test/jobs";
import { jobs } from "./catalogue";
import { enqueueNow } from "./queue";
import { startRunner, work } from "./runner";

/** Called when a supplier's job has begun. Each job is then held. */
const begun = new Map<CustomerId, () => void>();
let release = () => {};
const held = new Promise<void>((resolve) => {
  release = resolve;
});
const suppliers = [await seedSupplier(), await seedSupplier(), await seedSupplier()];
const runner = await startRunner([
  work(jobs.setUpConnection, async ({ customerId }) => {
    begun.get(customerId as CustomerId)?.();
    await held;
  }),
]);

beforeEach(clearJobs);
afterAll(async () => {
  release();
  await runner.stop(10_000);
});

test("setting up one supplier's connection does not wait for another supplier's set-up", async () => {
  for (const { customerId } of suppliers) {
    const hasBegun = new Promise<void>((resolve) => begun.set(customerId, resolve));
    await enqueueNow(jobs.setUpConnection, { customerId, type: "LEXOFFICE" });
    // The jobs before it are held. If it waited for one, it would never begin.
    await hasBegun;
  }
  expect(begun.size).toBe(suppliers.length);
});
