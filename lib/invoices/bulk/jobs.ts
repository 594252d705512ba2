import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import type { BulkItem, BulkRun } from "@/lib/core/prisma/client";
import { now } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";
import { isUnreadable, ProviderError } from "@/lib/core/web/provider-error";
import { jobs } from "@/lib/jobs/catalogue";
import { work } from "@/lib/jobs/runner";
import { settleItem } from "./mutations";
import { executeItem } from "./provider";

const PIECE = 50;

/**
 * Executes a supplier's bulk runs, the oldest first. Items with an outcome are done, so a run that was cut off resumes.
 */
export const runBulk = work(jobs.runBulk, async ({ customerId }) => {
  for (;;) {
    const run = await db.bulkRun.findFirst({ where: { customerId, status: "running" }, orderBy: { id: "asc" } });
    if (!run) return;
    await workOff(customerId, run);
  }
});

async function workOff(customerId: CustomerId, run: BulkRun): Promise<void> {
  const where = { customerId, runId: run.id, outcome: null };
  for (;;) {
    const items = await db.bulkItem.findMany({ where, orderBy: { position: "asc" }, take: PIECE });
    if (items.length === 0) break;
    for (const item of items) await doOne(customerId, run, item);
  }
  await db.bulkRun.updateMany({
    where: { customerId, id: run.id, status: "running" },
    data: { status: "done", endedAt: now() },
  });
}

/**
 * Executes an item; a refusal is stored as its result. Faults of ours or of the database are thrown, and so is a rate
 * limit: the job then retries the run from this item.
 */
async function doOne(customerId: CustomerId, run: BulkRun, item: BulkItem): Promise<void> {
  try {
    await executeItem(customerId, run, item);
  } catch (error) {
    if (!(error instanceof AppError) && !(error instanceof ProviderError)) throw error;
    if (error instanceof ProviderError && error.kind === "rate_limited") throw error;
    await db.$transaction((tx) => settleItem(tx, customerId, run.id, item.position, reasonOf(error)));
  }
}

function reasonOf(error: AppError | ProviderError): string {
  if (error instanceof AppError) return error.fields.find((one) => one.field === "reason")?.message ?? error.code;
  return error.isRetryable || isUnreadable(error) ? "provider_unavailable" : "provider_refused";
}
