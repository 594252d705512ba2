import type { CustomerId } from "@/lib/auth/scope";
import { db, type Tx } from "@/lib/core/database/db";
import type { DatevImport } from "@/lib/core/prisma/client";
import { writeAudit } from "@/lib/core/telemetry/audit";
import { now, today } from "@/lib/core/time/clock";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { work } from "@/lib/jobs/runner";
import { debtors } from "@/lib/providers/accounting/datev/import/debtors";
import { importFile } from "@/lib/providers/accounting/datev/import/file";
import { UnreadableFile } from "@/lib/providers/accounting/datev/import/file-problems";
import { openItems } from "@/lib/providers/accounting/datev/open-items";
import type { ColumnMapping } from "@/lib/providers/accounting/datev/open-items/columns/columns";
import { type Applied, applyDebtors, applyOpenItems, SettlesMore } from "./apply-mutations";
import { openStored } from "./file-data";
import { chooseColumns } from "./mutations";
import { titlesOf } from "./rules";
import { type Findings, NO_FINDINGS, type OpenSum } from "./types";

/** Time limit of an import. Half a million rows take about two minutes. */
const LONGEST_IMPORT_MS = 600_000;

/**
 * Imports the confirmed files, oldest first.
 * Each file is imported in one transaction, together with its new status. So an interrupted run leaves nothing behind
 * and starts again.
 */
export const importDatevFiles = work(jobs.importDatevFiles, async ({ customerId }) => {
  const waiting = await db.datevImport.findMany({
    where: { customerId, status: "applying" },
    orderBy: { createdAt: "asc" },
  });
  for (const row of waiting) await importOne(customerId, row);
});

async function importOne(customerId: CustomerId, row: DatevImport): Promise<void> {
  const open = openStored(customerId, row.id);
  const inOne = async (run: (tx: Tx) => Promise<Applied>): Promise<void> =>
    await db.$transaction(async (tx) => close(tx, customerId, row, await run(tx)), {
      timeout: LONGEST_IMPORT_MS,
      maxWait: 20_000,
    });
  const readAt = row.createdAt;
  try {
    const { isImported } =
      row.kind === "debtors"
        ? await importFile(open, debtors(today()), (rows) => inOne((tx) => applyDebtors(tx, customerId, rows)))
        : await importFile(open, openItems(row.mapping as ColumnMapping | null, readAt), (rows) =>
            inOne((tx) =>
              applyOpenItems(tx, customerId, rows, { readAt, settles: row.isComplete ? shownSettles(row) : null }),
            ),
          );
    if (!isImported) await refuse(customerId, row.id);
  } catch (error) {
    if (error instanceof SettlesMore) return await showAgain(customerId, row);
    if (!(error instanceof UnreadableFile)) throw error;
    await refuse(customerId, row.id);
  }
}

function shownSettles(row: DatevImport): OpenSum {
  return (row.findings as Partial<Findings> | null)?.settles ?? NO_FINDINGS.settles;
}

/**
 * Inspects the file again. It would settle more than the supplier agreed to, who sees the new figures before any
 * import.
 */
async function showAgain(customerId: CustomerId, row: DatevImport): Promise<void> {
  await refuse(customerId, row.id);
  await chooseColumns(customerId, row.id, row.mapping as ColumnMapping);
}

/** Refuses a file that was correct at its inspection and is wrong now. The supplier looks at it again. */
async function refuse(customerId: CustomerId, id: string): Promise<void> {
  await db.datevImport.updateMany({ where: { customerId, id, status: "applying" }, data: { status: "refused" } });
}

async function close(tx: Tx, customerId: CustomerId, row: DatevImport, applied: Applied): Promise<void> {
  const { id, kind, fileName, rowCount, userId, userName, ip } = row;
  const closed = await tx.datevImport.updateMany({
    where: { customerId, id, status: "applying" },
    data: { status: "applied", appliedAt: now(), ...applied },
  });
  if (closed.count === 0) throw new Error("the import was already applied or refused");
  await tx.datevImportChunk.deleteMany({ where: { customerId, importId: id } });
  if (kind === "open_items") {
    const openItemTitles = titlesOf((row.mapping ?? {}) as ColumnMapping, row.titles);
    await tx.datevSettings.updateMany({ where: { customerId }, data: { openItemTitles } });
    await tx.connection.updateMany({ where: { customerId, type: "DATEV" }, data: { lastSyncedAt: row.createdAt } });
  }
  await writeAudit(
    tx,
    customerId,
    { userId, userName, ip },
    { action: "datev.imported", subject: id, detail: { kind, fileName, rowCount, ...applied } },
  );
  await enqueue(tx, jobs.decideInvoices, { customerId });
}
