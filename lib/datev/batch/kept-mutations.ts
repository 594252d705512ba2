import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import type { DatevBatch } from "@/lib/core/prisma/client";
import { now } from "@/lib/core/time/clock";
import { writeBatches } from "@/lib/providers/accounting/datev/extf/batches";
import type { DatevSettings } from "@/lib/providers/accounting/datev/settings";
import { readDatevPayouts } from "./data";

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** A file as it is handed over. */
export interface ArchivedFile {
  position: number;
  name: string;
  content: Uint8Array;
}

/** Returns a file compressed for storage, to about a tenth, because most columns of a batch are empty. */
export async function toKept(content: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return Uint8Array.from(await pack(content));
}

/**
 * Returns the files of a batch byte by byte as they were made, whatever numbers, names and debtors have changed since.
 */
export async function readArchivedFiles(customerId: CustomerId, batch: DatevBatch): Promise<ArchivedFile[]> {
  const where = { customerId, batchId: batch.id };
  if ((await db.datevBatchFile.count({ where: { ...where, content: null } })) > 0) await keepFiles(customerId, batch);
  const rows = await db.datevBatchFile.findMany({
    where: { ...where, content: { not: null } },
    select: { position: true, name: true, content: true },
    orderBy: { position: "asc" },
  });
  return await Promise.all(
    rows.map(async ({ position, name, content }) => ({ position, name, content: await unpack(content ?? "") })),
  );
}

/** Returns the files for a download and stores its time, so that nobody imports a batch twice by mistake. */
export async function takeFiles(customerId: CustomerId, batch: DatevBatch): Promise<ArchivedFile[]> {
  const files = await readArchivedFiles(customerId, batch);
  if (files.length > 0)
    await db.datevBatch.updateMany({ where: { customerId, id: batch.id }, data: { downloadedAt: now() } });
  return files;
}

/** Writes the files of an old batch, from before files were stored, once more. They stay the same from then on. */
async function keepFiles(customerId: CustomerId, batch: DatevBatch): Promise<void> {
  const { payouts } = await readDatevPayouts(db, customerId, { datevBatchId: batch.id });
  const { files } = writeBatches(payouts, batch.settings as unknown as DatevSettings, batch.createdAt);
  for (const { name, content } of files)
    await db.datevBatchFile.updateMany({
      where: { customerId, batchId: batch.id, name, content: null },
      data: { content: await toKept(content) },
    });
}
