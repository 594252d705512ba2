import { beforeEach, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueueNow, queue } from "@/lib/jobs/queue";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { connectedSupplier } from "@/test/supplier-data";
import { listDeadLetters, replayDeadLetters } from "./dead-letters";

const [one, other] = [await connectedSupplier(), await connectedSupplier()];

const fail = (message: string) =>
  db.$executeRaw`UPDATE pgboss.job SET state = 'failed', retry_count = retry_limit, completed_on = now(),
    output = ${JSON.stringify({ message })}::jsonb WHERE state = 'created'`;

beforeEach(clearJobs);

test("dead letters are listed with their reason and are enqueued again on request", async () => {
  await enqueueNow(jobs.bookPayouts, { customerId: one.customerId });
  await enqueueNow(jobs.syncInvoices, { customerId: other.customerId });
  await fail("the accounting system was down for hours");
  expect(await listDeadLetters(jobs.bookPayouts.name)).toMatchObject([
    { queue: jobs.bookPayouts.name, key: one.customerId, message: "the accounting system was down for hours" },
  ]);
  expect(await listDeadLetters()).toHaveLength(2);
  expect(await replayDeadLetters(jobs.bookPayouts.name)).toBe(1);
  expect(await waitingJobs(jobs.bookPayouts)).toEqual([{ customerId: one.customerId }]);
  expect((await listDeadLetters()).map(({ queue }) => queue)).toEqual([jobs.syncInvoices.name]);
});

test("several dead letters of one key become one job, and none is left", async () => {
  for (let times = 0; times < 3; times += 1) {
    await enqueueNow(jobs.bookPayouts, { customerId: one.customerId });
    await fail("again");
  }
  expect(await replayDeadLetters()).toBe(3);
  expect(await waitingJobs(jobs.bookPayouts)).toHaveLength(1);
  expect(await listDeadLetters()).toEqual([]);
});

const { name } = jobs.bookPayouts;

async function failOnce(): Promise<void> {
  const boss = await queue();
  await enqueueNow(jobs.bookPayouts, { customerId: one.customerId });
  const [running] = await boss.fetch(name);
  await boss.fail(name, running?.id ?? "", { message: "one bad minute" });
}

const states = async () =>
  (await db.$queryRaw<{ state: string }[]>`SELECT state::text FROM pgboss.job ORDER BY created_on`).map(
    ({ state }) => state,
  );

test("a failed job is no dead letter while an earlier job of its key waits for its retry", async () => {
  await failOnce();
  await failOnce();
  // The queue has no room for a second retry of one key.
  expect(await states()).toEqual(["retry", "failed"]);
  expect(await listDeadLetters()).toEqual([]);
  // Once its retries are used up, that earlier job is a dead letter.
  await db.$executeRaw`
    UPDATE pgboss.job SET state = 'failed', retry_count = retry_limit, completed_on = now() WHERE state = 'retry'`;
  expect(await listDeadLetters()).toHaveLength(1);
  expect(await replayDeadLetters()).toBe(1);
  expect(await waitingJobs(jobs.bookPayouts)).toEqual([{ customerId: one.customerId }]);
});

test("a job is no dead letter while its successor waits or runs, or once that has completed", async () => {
  await enqueueNow(jobs.bookPayouts, { customerId: one.customerId });
  await fail("the accounting system was down for hours");
  await enqueueNow(jobs.bookPayouts, { customerId: other.customerId });
  expect(await listDeadLetters()).toHaveLength(1);
  await enqueueNow(jobs.bookPayouts, { customerId: one.customerId });
  expect(await listDeadLetters()).toEqual([]);
  for (const state of ["active", "retry", "completed"]) {
    await db.$executeRaw`
      UPDATE pgboss.job SET state = ${state}::pgboss.job_state, completed_on = now()
      WHERE singleton_key = ${one.customerId} AND state <> 'failed'`;
    expect(await listDeadLetters(), state).toEqual([]);
  }
  // A job that completed before the failure is no successor.
  await db.$executeRaw`UPDATE pgboss.job SET completed_on = now() - interval '1 hour' WHERE state = 'completed'`;
  expect(await listDeadLetters()).toHaveLength(1);
});
