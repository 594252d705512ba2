import { beforeEach, expect, test } from "vitest";
import { db } from "@/lib/core/db";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { connectedSupplier } from "@/test/supplier-data";
import { jobs } from "./catalogue";
import { listDeadLetters, replayDeadLetters } from "./dead-letters";
import { enqueueNow } from "./queue";

const [one, other] = [await connectedSupplier(), await connectedSupplier()];

const fail = (message: string) =>
  db.$executeRaw`UPDATE pgboss.job SET state = 'failed', completed_on = now(), output = ${JSON.stringify({ message })}::jsonb
    WHERE state = 'created'`;

beforeEach(clearJobs);

test("what failed for good is listed with its reason, and taken up again when somebody says so", async () => {
  await enqueueNow(jobs.bookPayouts, { customerId: one.customerId });
  await enqueueNow(jobs.syncInvoices, { customerId: other.customerId });
  await fail("the books were down for hours");
  expect(await listDeadLetters(jobs.bookPayouts.name)).toMatchObject([
    { queue: jobs.bookPayouts.name, key: one.customerId, message: "the books were down for hours" },
  ]);
  expect(await listDeadLetters()).toHaveLength(2);
  expect(await replayDeadLetters(jobs.bookPayouts.name)).toBe(1);
  expect(await waitingJobs(jobs.bookPayouts)).toEqual([{ customerId: one.customerId }]);
  expect((await listDeadLetters()).map(({ queue }) => queue)).toEqual([jobs.syncInvoices.name]);
});

test("several of one key become one job, and nothing is left", async () => {
  for (let times = 0; times < 3; times += 1) {
    await enqueueNow(jobs.bookPayouts, { customerId: one.customerId });
    await fail("again");
  }
  expect(await replayDeadLetters()).toBe(3);
  expect(await waitingJobs(jobs.bookPayouts)).toHaveLength(1);
  expect(await listDeadLetters()).toEqual([]);
});
