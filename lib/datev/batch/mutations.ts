import { zipSync } from "fflate";
import type { CustomerId } from "@/lib/auth/scope";
import { db, type Prisma, type Tx } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { now } from "@/lib/core/time/clock";
import { toDate } from "@/lib/core/time/dates";
import { AppError } from "@/lib/core/web/errors";
import { readSettings } from "@/lib/datev/data";
import type { Download } from "@/lib/http/body/download";
import { lockPayouts } from "@/lib/payouts/record/mutations";
import { writeBatches } from "@/lib/providers/accounting/datev/extf/batches";
import { accountingInUse } from "@/lib/vendors/rules";
import { readDatevPayouts } from "./data";
import { takeFiles, toKept } from "./kept-mutations";
import { daysOf, handsOverByFile, toHandOver } from "./rules";

/**
 * Puts the payouts of a month that are in no batch yet into a new one.
 * A payout is in one batch at most. So another batch of the same month holds what was added since, and never the same
 * money twice.
 *
 * @returns the batch's id
 * @throws AppError `connection_missing` unless a system that hands payouts over by file is in use, `nothing_to_hand_over`
 */
export async function makeBatch(customerId: CustomerId, month: string, actor: Actor): Promise<string> {
  return await db.$transaction(
    async (tx) => {
      await lockPayouts(tx, customerId);
      return await collectBatch(tx, customerId, month, actor);
    },
    { timeout: 60_000 },
  );
}

async function collectBatch(tx: Tx, customerId: CustomerId, month: string, actor: Actor): Promise<string> {
  // A person who connects another system meanwhile waits here, because that system would book these payouts.
  await tx.$executeRaw`SELECT 1 FROM customers WHERE id = ${customerId} FOR SHARE`;
  const connection = accountingInUse(await tx.connection.findMany({ where: { customerId } }));
  const settings = await readSettings(customerId, tx);
  if (!connection || !handsOverByFile(connection) || !settings) throw new AppError("connection_missing");
  const { from, to } = daysOf(month);
  const inMonth = { gte: toDate(from), lte: toDate(to) };
  const where = { ...toHandOver(settings.accounts.bank), arrivalDate: inMonth };
  const { payouts, ids } = await readDatevPayouts(tx, customerId, where);
  if (payouts.length === 0) throw new AppError("nothing_to_hand_over");
  const id = newId("datevBatch");
  const createdAt = now();
  const { files, notes } = writeBatches(payouts, settings, createdAt);
  const amountCents = payouts.reduce((sum, payout) => sum + payout.amountCents, 0);
  await tx.datevBatch.create({
    data: {
      ...{ customerId, id, month, createdAt, amountCents, payoutCount: payouts.length, userName: actor.userName },
      settings: settings as unknown as Prisma.InputJsonObject,
      notes: notes as unknown as Prisma.InputJsonArray,
      files: {
        create: await Promise.all(
          files.map(async ({ name, postings, content }, position) => ({
            ...{ position, name, postingCount: postings.length, reference: `einzug-${id}-${position + 1}` },
            content: await toKept(content),
          })),
        ),
      },
    },
  });
  await tx.payout.updateMany({
    where: { customerId, id: { in: ids } },
    data: { datevBatchId: id, bookingStatus: "handed_over", bookedAt: createdAt },
  });
  const detail = { month, payouts: payouts.length, amountCents };
  await writeAudit(tx, customerId, actor, { action: "datev.batch", subject: id, detail });
  return id;
}

/**
 * Returns a batch as a download: one file, or a ZIP archive of several.
 *
 * @throws AppError `not_found`
 */
export async function takeBatch(customerId: CustomerId, id: string): Promise<Download> {
  const batch = await db.datevBatch.findUnique({ where: { customerId_id: { customerId, id } } });
  if (!batch) throw new AppError("not_found");
  const files = await takeFiles(customerId, batch);
  const [first] = files;
  if (!first) throw new AppError("not_found");
  if (files.length === 1) return { name: first.name, type: "application/octet-stream", body: streamOf(first.content) };
  const name = first.name.replace(/_1\.csv$/, ".zip");
  return {
    name,
    type: "application/zip",
    body: streamOf(
      zipSync(Object.fromEntries(files.map((file) => [file.name, file.content])), { mtime: batch.createdAt }),
    ),
  };
}

function streamOf(content: Uint8Array): ReadableStream {
  return new Blob([Uint8Array.from(content)]).stream();
}
