import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { currentTimeline, noteTimeline } from "@/lib/core/database/connection/timeline";
import { db } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import { jobs } from "@/lib/jobs/catalogue";
import { recoverAll, recoverCustomer } from "@/lib/schedule/failover/jobs";
import { recordTimeline } from "@/lib/schedule/failover/mutations";
import { waitingJobs } from "../../test/jobs";
import { alive, type Drill, layDrillGround } from "./drill";

/**
 * A standby that lacks the last transactions is promoted, and no process of the product is restarted. A copy of the
 * database plays the standby, and another timeline its promotion.
 */
const ground = await layDrillGround();
let drill: Drill;
beforeEach(async () => {
  // The failover of the test before is long ago.
  waitForCallsToEnd();
  drill = await ground.begin();
  vi.useRealTimers();
});
afterEach(() => vi.useRealTimers());
afterAll(() => ground.stop());

/** The standby takes over: the next connection of this process sees a timeline that it does not know. */
async function failOver(): Promise<void> {
  await drill.restorePicture();
  noteTimeline((currentTimeline() ?? 0) + 1);
}

/** Business time follows the twins' calendar and stays. */
function waitForCallsToEnd(): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + env().PROVIDER_TIMEOUT_MS });
}

/** An invoice of 200.00 is debited, lowered to 150.00, and debited again, all of it unknown to the standby. */
async function loweredSinceStandby() {
  await drill.signed();
  await drill.takePicture();
  const written = await drill.write(20_000);
  await drill.stage.settle();
  await drill.desk(`/lexware/invoices/${written.id}/part-pay`, { amountCents: 5_000 });
  await drill.stage.settle();
  expect(alive(await drill.paymentsFor(written))).toMatchObject([{ amountCents: 15_000 }]);
  await failOver();
  return written;
}

test("collects once after a failover that lost the first debit, its cancellation and the second debit", async () => {
  const written = await loweredSinceStandby();
  await drill.desk(`/lexware/invoices/${written.id}/part-pay`, { amountCents: 2_000 });
  await expect(drill.debitBeforeAnythingIsHeard(1), "calls from before may still run").rejects.toThrow("under way");
  expect(alive(await drill.paymentsFor(written))).toMatchObject([{ amountCents: 15_000 }]);

  waitForCallsToEnd();
  await drill.stage.settle();
  expect(alive(await drill.paymentsFor(written))).toMatchObject([{ amountCents: 13_000 }]);
  await drill.expectOnce(written, 13_000);
}, 120_000);

test("imports what was lost, tells the supplier, and is enqueued once however many processes notice it", async () => {
  await recordTimeline();
  const written = await loweredSinceStandby();
  const { customerId } = drill.stage.supplier.seeded;
  await db.databaseTimeline.updateMany({ data: { number: 7 } });
  const found = await Promise.all([recordTimeline(), recordTimeline()]);
  expect(found.filter((before) => before !== undefined)).toEqual([7]);
  expect(await waitingJobs(jobs.recoverAll)).toHaveLength(1);

  await recoverAll.run({});
  const [early, final] = [{ customerId, attempt: "early" } as const, { customerId, attempt: "final" } as const];
  const waiting = await waitingJobs(jobs.recoverCustomer);
  expect(waiting).toHaveLength(2);
  expect(waiting).toEqual(expect.arrayContaining([early, final]));
  const notices = () => db.notice.count({ where: { customerId, kind: "records_lost", resolvedAt: null } });
  await recoverCustomer.run(early);
  expect(await notices(), "the supplier is told before calls from before have ended").toBe(1);
  waitForCallsToEnd();
  await recoverCustomer.run(final);
  expect(await notices()).toBe(1);
  await drill.stage.settle();
  await drill.expectOnce(written, 15_000);
}, 120_000);
