import { afterAll, beforeEach, expect, test } from "vitest";
import type { CustomerId } from "@/lib/auth/scope";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { clearJobs } from "@/test/jobs";
import { jobs } from "./catalogue";
import { enqueueNow } from "./queue";
import { startRunner, work } from "./runner";

/** Told when a supplier's job has begun; each is held from then on. */
const begun = new Map<CustomerId, () => void>();
let letGo = () => {};
const held = new Promise<void>((resolve) => {
  letGo = resolve;
});
const suppliers = [await seedSupplier(), await seedSupplier(), await seedSupplier()];
const boss = await startRunner([
  work(jobs.setUpConnection, async ({ customerId }) => {
    begun.get(customerId as CustomerId)?.();
    await held;
  }),
]);

beforeEach(clearJobs);
afterAll(async () => {
  letGo();
  await boss.stop({ graceful: true });
});

test("setting up a connection takes seconds of calls, and nobody's waits for another's", async () => {
  for (const { customerId } of suppliers) {
    const hasBegun = new Promise<void>((resolve) => begun.set(customerId, resolve));
    await enqueueNow(jobs.setUpConnection, { customerId, type: "LEXOFFICE" });
    // The ones before it are held; were it behind one of them, it would never begin.
    await hasBegun;
  }
  expect(begun.size).toBe(suppliers.length);
});
