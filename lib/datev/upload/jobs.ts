import type { CustomerId } from "@/lib/auth/scope";
import { db, type Prisma } from "@/lib/core/database/db";
import type { DatevBatchFile as StoredFile } from "@/lib/core/prisma/client";
import { now } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";
import { ProviderError } from "@/lib/core/web/provider-error";
import { readArchivedFiles } from "@/lib/datev/batch/kept-mutations";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { work } from "@/lib/jobs/runner";
import { leaseSeconds } from "@/lib/payouts/booking/lease-mutations";
import type { ServiceProblem } from "@/lib/providers/accounting/datev/errors";
import type { DatevSettings } from "@/lib/providers/accounting/datev/settings";
import type { UploadState } from "@/lib/providers/accounting/datev/upload/uploads";
import { withUploads } from "./access";
import { MOST_ASKED } from "./rules";

type DatevBatchFile = Omit<StoredFile, "content">;

const SHORTEST_WAIT_SECONDS = 5;

/**
 * Sends the requested files to DATEV, and asks for the results of those that have arrived.
 * The job stores that a call begins before it makes the call. If no answer came or the process died, it looks for the
 * file at DATEV before it sends the file again.
 */
export const uploadDatevFiles = work(jobs.uploadDatevFiles, async ({ customerId }) => {
  const files = await db.datevBatchFile.findMany({
    where: { customerId, upload: { in: ["wanted", "pending"] } },
    orderBy: [{ batchId: "asc" }, { position: "asc" }],
    omit: { content: true },
  });
  let waitSeconds = 0;
  try {
    for (const file of files) waitSeconds = Math.max(waitSeconds, await bringOn(customerId, file));
  } catch (error) {
    // Nobody is signed in there any more. The next sign-in enqueues this job again.
    if (isSignedOut(error)) return;
    throw error;
  }
  if (waitSeconds > 0) await enqueue(db, jobs.uploadDatevFiles, { customerId }, { startAfterSeconds: waitSeconds });
});

/** Does one step for one file. Returns after how many seconds the next one is due; 0 if there is none. */
async function bringOn(customerId: CustomerId, file: DatevBatchFile): Promise<number> {
  const batch = await db.datevBatch.findUniqueOrThrow({
    where: { customerId_id: { customerId, id: file.batchId } },
  });
  const { consultant, client } = batch.settings as unknown as DatevSettings;
  const target = { consultant, client };
  if (file.upload === "pending" && file.asked >= MOST_ASKED) return 0;
  try {
    if (file.upload === "pending" && file.jobId) {
      const { jobId } = file;
      const state = await withUploads(customerId, (uploads) => uploads.readJob(target, jobId));
      return await store(file, state ?? "gone");
    }
    const files = await readArchivedFiles(customerId, batch);
    const content = files.find(({ position }) => position === file.position)?.content;
    if (!content) throw new Error(`batch ${batch.id} no longer has the file ${file.name}`);
    // A call without an answer may still be arriving. A look now would not find the file, and it would be sent twice.
    const secondsLeft = secondsLeftOf(file.calledAt);
    if (secondsLeft > 0) return secondsLeft;
    const earlier = file.calledAt ? "unknown" : "none";
    const called = await db.datevBatchFile.updateMany({
      where: { ...sameUpload(file), upload: file.upload, calledAt: file.calledAt },
      data: { calledAt: now() },
    });
    // Somebody has cancelled the upload just now.
    if (called.count === 0) return 0;
    const upload = { name: file.name, content };
    const state = await withUploads(customerId, (uploads) =>
      uploads.deliver(target, upload, file.reference, earlier),
    ).catch(async (error: unknown) => {
      // A refused sign-in has sent nothing, so the upload can still be cancelled.
      if (isSignedOut(error))
        await db.datevBatchFile.updateMany({ where: sameUpload(file), data: { calledAt: file.calledAt } });
      throw error;
    });
    return await store(file, state);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.isRetryable) throw error;
    await storeRefusal(file, { code: "unknown", details: [error.message], ...codeOf(error) });
    return 0;
  }
}

/** Returns the seconds until the call of that time has arrived or timed out. */
function secondsLeftOf(calledAt: Date | null): number {
  return calledAt ? Math.ceil(leaseSeconds() - (now().getTime() - calledAt.getTime()) / 1_000) : 0;
}

/** Includes the reference: a file that is sent again is another upload, which this one's result does not concern. */
function sameUpload({ customerId, batchId, position, reference }: DatevBatchFile) {
  return { customerId, batchId, position, reference };
}

function isSignedOut(error: unknown): boolean {
  return error instanceof AppError && error.code === "upload_not_possible";
}

function codeOf(error: ProviderError): Partial<ServiceProblem> {
  return error.code ? { code: error.code as ServiceProblem["code"] } : {};
}

async function store(file: DatevBatchFile, state: UploadState | "gone"): Promise<number> {
  const { asked } = file;
  if (state === "gone") {
    await storeRefusal(file, { code: "unknown", details: [] });
    return 0;
  }
  const { jobId, result, problem, retryAfterMs } = state;
  await db.datevBatchFile.updateMany({
    where: sameUpload(file),
    data: {
      ...{ jobId, upload: result, asked: asked + 1 },
      problem: problem ? (problem as unknown as Prisma.InputJsonObject) : undefined,
      uploadedAt: file.uploadedAt ?? now(),
    },
  });
  // Each question waits longer than the one before.
  return result === "pending" ? Math.max(SHORTEST_WAIT_SECONDS, retryAfterMs / 1_000) * (asked + 1) : 0;
}

async function storeRefusal(file: DatevBatchFile, problem: ServiceProblem): Promise<void> {
  await db.datevBatchFile.updateMany({
    where: sameUpload(file),
    data: { upload: "failed", problem: problem as unknown as Prisma.InputJsonObject },
  });
}
