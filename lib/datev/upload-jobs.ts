import type { CustomerId } from "@/lib/auth/scope";
import { now } from "@/lib/core/clock";
import { db, type Prisma } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import type { DatevBatchFile as StoredFile } from "@/lib/core/prisma/client";
import { ProviderError } from "@/lib/core/provider-error";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { work } from "@/lib/jobs/runner";
import { turnSeconds } from "@/lib/payouts/turn-mutations";
import type { ServiceProblem } from "@/lib/providers/accounting/datev/errors";
import type { DatevSettings } from "@/lib/providers/accounting/datev/settings";
import type { UploadState } from "@/lib/providers/accounting/datev/uploads";
import { readKeptFiles } from "./kept-mutations";
import { withUploads } from "./upload-access";
import { MOST_ASKED } from "./upload-rules";

type DatevBatchFile = Omit<StoredFile, "content">;

const SHORTEST_WAIT_SECONDS = 5;

/**
 * Hands over the files that are wanted and asks how those are doing that have arrived. That a call is about to happen is
 * stored first: where it ended without an answer, or the process with it, the file is looked for there before it is sent
 * again.
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
    // Nobody is signed in there any more: signing in again takes the files up.
    if (isSignedOut(error)) return;
    throw error;
  }
  if (waitSeconds > 0) await enqueue(db, jobs.uploadDatevFiles, { customerId }, { startAfterSeconds: waitSeconds });
});

/** One step of one file; returns in how many seconds the next one is worth while, 0 if there is none. */
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
    const files = await readKeptFiles(customerId, batch);
    const content = files.find(({ position }) => position === file.position)?.content;
    if (!content) throw new Error(`batch ${batch.id} no longer has the file ${file.name}`);
    // A call without an answer may still be arriving: whoever looked now would not find it, and would send it twice.
    const secondsLeft = secondsLeftOf(file.calledAt);
    if (secondsLeft > 0) return secondsLeft;
    const earlier = file.calledAt ? "unknown" : "none";
    const called = await db.datevBatchFile.updateMany({
      where: { ...sameUpload(file), upload: file.upload, calledAt: file.calledAt },
      data: { calledAt: now() },
    });
    // Somebody has taken it back just now.
    if (called.count === 0) return 0;
    const upload = { name: file.name, content };
    const state = await withUploads(customerId, (uploads) =>
      uploads.deliver(target, upload, file.reference, earlier),
    ).catch(async (error: unknown) => {
      // Who is not let in has not sent anything: the file may still be taken back.
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

/** Until whatever was called then has arrived or been given up. */
function secondsLeftOf(calledAt: Date | null): number {
  return calledAt ? Math.ceil(turnSeconds() - (now().getTime() - calledAt.getTime()) / 1_000) : 0;
}

/** With its reference: a file that is sent anew is another upload, and what became of this one is not about it. */
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
  // Each look is further from the one before.
  return result === "pending" ? Math.max(SHORTEST_WAIT_SECONDS, retryAfterMs / 1_000) * (asked + 1) : 0;
}

async function storeRefusal(file: DatevBatchFile, problem: ServiceProblem): Promise<void> {
  await db.datevBatchFile.updateMany({
    where: sameUpload(file),
    data: { upload: "failed", problem: problem as unknown as Prisma.InputJsonObject },
  });
}
