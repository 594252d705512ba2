import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { AppError } from "@/lib/core/web/errors";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { resolveNotice } from "@/lib/notices/mutations";
import { datevOauth } from "@/lib/providers/accounting/datev/door";
import { signInLost } from "@/lib/vendors/rules";
import { MOST_ASKED } from "./rules";

/**
 * Cancels the upload of files that wait for a sign-in, because a person who passes them on by hand would have them at
 * DATEV twice.
 * A file whose call has begun is not cancelled, since it may have arrived.
 *
 * @throws AppError `not_found`
 */
export async function dropUpload(customerId: CustomerId, batchId: string, actor: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    const batch = await tx.datevBatch.findUnique({ where: { customerId_id: { customerId, id: batchId } } });
    if (!batch) throw new AppError("not_found");
    const dropped = await tx.datevBatchFile.updateMany({
      where: { customerId, batchId, upload: "wanted", calledAt: null },
      data: { upload: "none" },
    });
    if (dropped.count === 0) return;
    await writeAudit(tx, customerId, actor, { action: "datev.upload_dropped", subject: batchId });
    const waiting = await tx.datevBatchFile.count({
      where: { customerId, upload: { in: ["wanted", "pending"] }, asked: { lt: MOST_ASKED } },
    });
    if (waiting === 0) await resolveNotice(tx, customerId, signInLost("DATEV"));
  });
}

/**
 * Enqueues the upload of a batch's files.
 * Files that are at DATEV, or on their way, are not sent again. About a file that DATEV never gave a result for, the
 * job only asks again.
 *
 * @throws AppError `upload_not_possible` if nobody is signed in there, `not_found`
 */
export async function wantUpload(customerId: CustomerId, batchId: string, actor: Actor): Promise<void> {
  const row = await db.connection.findUnique({ where: { customerId_type: { customerId, type: "DATEV" } } });
  if (!datevOauth() || !row?.refreshToken) throw new AppError("upload_not_possible");
  await db.$transaction(async (tx) => {
    const batch = await tx.datevBatch.findUnique({ where: { customerId_id: { customerId, id: batchId } } });
    if (!batch) throw new AppError("not_found");
    const files = await tx.datevBatchFile.findMany({
      where: {
        ...{ customerId, batchId },
        OR: [{ upload: { in: ["none", "failed"] } }, { upload: "pending", asked: { gte: MOST_ASKED } }],
      },
      omit: { content: true },
    });
    for (const { position, upload, reference } of files)
      await tx.datevBatchFile.updateMany({
        // Only in the state that was read: another person's request may have been executed since.
        where: { customerId, batchId, position, upload, reference },
        // A refused file becomes another upload with its own reference, so that the old job cannot answer for it.
        data:
          upload === "pending"
            ? { asked: 0 }
            : {
                ...{ upload: "wanted", jobId: null, asked: 0, calledAt: null, uploadedAt: null },
                ...(upload === "failed" ? { reference: `einzug-${newId("datevBatch")}-${position + 1}` } : {}),
              },
      });
    await writeAudit(tx, customerId, actor, { action: "datev.upload", subject: batchId });
    await enqueue(tx, jobs.uploadDatevFiles, { customerId });
  });
}
