import { trustedCustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { log } from "@/lib/core/telemetry/log";
import { now } from "@/lib/core/time/clock";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueueNow } from "@/lib/jobs/queue";
import { work } from "@/lib/jobs/runner";
import { remindDue } from "./mutations";
import { isMailTime } from "./rules";

/**
 * Enqueues the reminders of each supplier, Monday to Saturday in the morning. A run that starts only at night does
 * nothing: the next day's run does the work.
 */
export const daily = work(jobs.daily, async () => {
  if (isMailTime(now())) await remindAll();
});

/** Enqueues the reminders of each supplier who wants them, at any hour. */
export async function remindAll(): Promise<void> {
  const rows = await db.customer.findMany({ where: { remindsMandates: true, closedAt: null }, select: { id: true } });
  for (const { id } of rows) await enqueueNow(jobs.remindSigners, { customerId: trustedCustomerId.parse(id) });
}

export const remindSigners = work(jobs.remindSigners, async ({ customerId }) => {
  const count = await remindDue(customerId);
  if (count > 0) log.info({ count }, "reminders enqueued");
});
