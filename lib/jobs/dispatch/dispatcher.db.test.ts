import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueueNow } from "@/lib/jobs/queue";
import { startRunner, work } from "@/lib/jobs/runner";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { clearJobs } from "@/test/jobs";

const { customerId } = await seedSupplier();

/** The bulk job of a test, which decides when and how it ends. */
let runBulk: () => Promise<void> = async () => {};
let isAtOnce = 0;
let most = 0;
let release = () => {};
const runner = await startRunner([
  work(jobs.runBulk, () => runBulk()),
  work(jobs.carryOutCollection, async () => {
    isAtOnce += 1;
    most = Math.max(most, isAtOnce);
    await new Promise<void>((resolve) => {
      const before = release;
      release = () => {
        before();
        resolve();
      };
    });
    isAtOnce -= 1;
  }),
]);

beforeEach(clearJobs);
afterAll(async () => await runner.stop(10_000));

interface Row {
  state: string;
  retries: number;
  output: { message?: string } | null;
  isAlive: boolean;
}

async function jobsOf(name: string): Promise<Row[]> {
  return await db.$queryRaw<Row[]>`
    SELECT state::text, retry_count AS retries, output, heartbeat_on > started_on AS "isAlive"
    FROM pgboss.job WHERE name = ${name} ORDER BY created_on`;
}

test("a job that was enqueued while one of its key ran starts after that one, without another notification", async () => {
  const begun: (() => void)[] = [];
  const first = new Promise<void>((resolve) => begun.push(resolve));
  const second = new Promise<void>((resolve) => begun.push(resolve));
  let end = () => {};
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  runBulk = async () => {
    begun.shift()?.();
    await held;
  };
  await enqueueNow(jobs.runBulk, { customerId });
  await first;
  await enqueueNow(jobs.runBulk, { customerId });
  end();
  await second;
  await vi.waitFor(async () =>
    expect((await jobsOf(jobs.runBulk.name)).map((row) => row.state)).toEqual(["completed", "completed"]),
  );
});

test("a job that throws is stored with its error, and waits for its retry", async () => {
  runBulk = async () => {
    throw new Error("not today");
  };
  await enqueueNow(jobs.runBulk, { customerId });
  await vi.waitFor(async () =>
    expect(await jobsOf(jobs.runBulk.name)).toMatchObject([{ state: "retry", output: { message: "not today" } }]),
  );
});

test("a job that runs for more than a second sends heartbeats", async () => {
  let end = () => {};
  runBulk = () =>
    new Promise<void>((resolve) => {
      end = resolve;
    });
  await enqueueNow(jobs.runBulk, { customerId });
  await vi.waitFor(async () => expect(await jobsOf(jobs.runBulk.name)).toMatchObject([{ isAlive: true }]), {
    timeout: 10_000,
  });
  end();
});

test("as many jobs of a queue run side by side as its declaration says, and the others follow", async () => {
  const { concurrency, name } = jobs.carryOutCollection;
  for (let i = 0; i < concurrency + 3; i += 1)
    await enqueueNow(jobs.carryOutCollection, { customerId: customerId as CustomerId, collectionId: `col_${i}` });
  await vi.waitFor(() => expect(isAtOnce).toBe(concurrency));
  await vi.waitFor(
    async () => {
      release();
      expect((await jobsOf(name)).every((row) => row.state === "completed")).toBe(true);
    },
    { timeout: 10_000 },
  );
  expect(most).toBe(concurrency);
});
