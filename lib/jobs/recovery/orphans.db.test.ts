import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueueNow, queue } from "@/lib/jobs/queue";
import { requeueOrphans } from "@/lib/jobs/tables";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { clearJobs } from "@/test/jobs";

const { customerId } = await seedSupplier();
const { name } = jobs.decideInvoices;

async function fetchOne(): Promise<string | undefined> {
  const boss = await queue();
  const [job] = await boss.fetch(name);
  return job?.id;
}

async function fallSilent(id: string | undefined, seconds: number): Promise<void> {
  await db.$executeRaw`
    UPDATE pgboss.job SET heartbeat_on = now() - make_interval(secs => ${seconds}) WHERE id = ${id}::uuid`;
}

beforeEach(clearJobs);

describe("a job whose worker is gone", () => {
  test("starts again at once, as one more attempt", async () => {
    await enqueueNow(jobs.decideInvoices, { customerId });
    const boss = await queue();
    const [before] = await boss.fetch(name, { includeMetadata: true });
    await fallSilent(before?.id, 9);
    expect(await requeueOrphans()).toEqual([name]);
    const [after] = await boss.fetch(name, { includeMetadata: true });
    expect(after).toMatchObject({ id: before?.id, retryCount: (before?.retryCount ?? 0) + 1 });
  });

  test("stays with a worker whose heartbeat came a moment ago", async () => {
    await enqueueNow(jobs.decideInvoices, { customerId });
    await fallSilent(await fetchOne(), 6);
    expect(await requeueOrphans()).toEqual([]);
  });

  test("is dropped if another job of its key waits for a retry, which then starts at once", async () => {
    await enqueueNow(jobs.decideInvoices, { customerId });
    const failed = await fetchOne();
    const boss = await queue();
    await boss.fail(name, failed ?? "");
    await enqueueNow(jobs.decideInvoices, { customerId });
    const orphan = await fetchOne();
    expect(orphan).not.toBe(failed);
    await fallSilent(orphan, 9);
    expect(await requeueOrphans()).toEqual([name]);
    expect(await fetchOne()).toBe(failed);
  });

  test("is left to pg-boss after its last attempt, because it may be what kills workers", async () => {
    await enqueueNow(jobs.decideInvoices, { customerId });
    const id = await fetchOne();
    await fallSilent(id, 9);
    await db.$executeRaw`UPDATE pgboss.job SET retry_count = retry_limit WHERE id = ${id}::uuid`;
    expect(await requeueOrphans()).toEqual([]);
  });
});
