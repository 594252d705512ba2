import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import type { DatevImport, Prisma } from "@/lib/core/prisma/client";
import type { DatevImportKind, DatevImportStatus } from "@/lib/core/prisma/enums";
import type { Actor } from "@/lib/core/telemetry/audit";
import { sanitiseLine } from "@/lib/core/text/sanitise";
import { now, today } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { debtors, type ImportedDebtor } from "@/lib/providers/accounting/datev/import/debtors";
import {
  type FileFormat,
  type Inspection,
  inspectFile,
  type OpenFile,
  readItems,
} from "@/lib/providers/accounting/datev/import/file";
import { Problems, problemOf } from "@/lib/providers/accounting/datev/import/file-problems";
import { type ListedItem, openItems } from "@/lib/providers/accounting/datev/open-items";
import type { ColumnMapping } from "@/lib/providers/accounting/datev/open-items/columns/columns";
import type { DocumentEntry } from "@/lib/providers/accounting/port";
import { openStored, storeFile } from "./file-data";
import { sumReportedPaid, sumUnlisted } from "./listed-data";
import { knownMapping, toDebtorRow, toOpenItemRow } from "./rules";
import { type Findings, NO_FINDINGS } from "./types";

/** States in which nothing of the file is imported yet. */
const WAITING: DatevImportStatus[] = ["refused", "inspected"];

/**
 * Stores a file and inspects it; nothing is imported yet. A waiting file of the same kind is replaced.
 *
 * @returns the import's id
 * @throws AppError `connection_missing` unless DATEV is in use, `file_too_large`, `file_not_ready` if another file
 *   replaced this one meanwhile
 */
export async function receiveFile(
  caller: { customerId: CustomerId; actor: Actor },
  file: { kind: DatevImportKind; name: string; body: AsyncIterable<Uint8Array> },
): Promise<string> {
  const { customerId, actor } = caller;
  await requireDatev(customerId);
  await db.datevImport.deleteMany({ where: { customerId, kind: file.kind, status: { in: WAITING } } });
  const id = newId("datevImport");
  const fileName = sanitiseLine(file.name, 120) || "?";
  // In business time, in which the age of a list is counted.
  const createdAt = now();
  const { userId, userName, ip } = actor;
  const by = { userId, userName, ip };
  await db.datevImport.create({
    data: { customerId, id, kind: file.kind, status: "refused", fileName, byteCount: 0, createdAt, ...by },
  });
  try {
    const byteCount = await storeFile(customerId, id, file.body);
    await inspectStored(customerId, await db.datevImport.update({ where: keyOf(customerId, id), data: { byteCount } }));
  } catch (error) {
    // An interrupted upload leaves nothing to inspect.
    const { count } = await db.datevImport.deleteMany({ where: { customerId, id } });
    // If the row is gone, a newer file has replaced this one while it was received.
    throw count > 0 ? error : new AppError("file_not_ready");
  }
  return id;
}

async function requireDatev(customerId: CustomerId): Promise<void> {
  const row = await db.connection.findUnique({ where: { customerId_type: { customerId, type: "DATEV" } } });
  if (row?.status !== "connected") throw new AppError("connection_missing");
}

/**
 * Stores the columns as the supplier has chosen them, and inspects the file again.
 *
 * @throws AppError `not_found`, `file_not_ready` if it is imported, or about to be
 */
export async function chooseColumns(customerId: CustomerId, id: string, mapping: ColumnMapping): Promise<void> {
  const row = await db.datevImport.findUnique({ where: keyOf(customerId, id) });
  if (row?.kind !== "open_items") throw new AppError("not_found");
  // The size is stored once the file is complete. A process that died has left only the beginning of a file.
  if (!WAITING.includes(row.status) || row.byteCount === 0) throw new AppError("file_not_ready");
  await inspectStored(customerId, { ...row, mapping });
}

/**
 * Enqueues the import of a file without errors.
 *
 * @param isComplete for open items: a document that is missing in the list counts as settled
 * @throws AppError `file_not_ready` if the file has errors, is imported already, or is unknown
 */
export async function wantImport(customerId: CustomerId, id: string, isComplete: boolean, actor: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    const { userId, userName, ip } = actor;
    const data = { status: "applying" as const, isComplete, userId, userName, ip };
    const begun = await tx.datevImport.updateMany({ where: { customerId, id, status: "inspected" }, data });
    if (begun.count === 0) throw new AppError("file_not_ready");
    await enqueue(tx, jobs.importDatevFiles, { customerId });
  });
}

/** Deletes a file that was not imported. @throws AppError `file_not_ready` */
export async function dropFile(customerId: CustomerId, id: string): Promise<void> {
  const dropped = await db.datevImport.deleteMany({ where: { customerId, id, status: { in: WAITING } } });
  if (dropped.count === 0) throw new AppError("file_not_ready");
}

async function inspectStored(
  customerId: CustomerId,
  row: DatevImport | (Omit<DatevImport, "mapping"> & { mapping: ColumnMapping }),
) {
  const open = openStored(customerId, row.id);
  if (row.kind === "debtors") {
    const found = await inspectFile(open, debtors(today()));
    await storeFound(row, found, { debtors: found.preview.map(toDebtorRow) }, {});
    return;
  }
  const settings = await db.datevSettings.findUnique({ where: { customerId } });
  const known = (titles: string[]) => knownMapping(settings?.openItemTitles, titles);
  const format = openItems((row.mapping as ColumnMapping | null) ?? known, now());
  const sum = { cents: 0 };
  const found = await inspectFile(open, summed(format, sum));
  const { settles, paid } = await compareKnown(customerId, open, format, found);
  const rows = { openItems: found.preview.map(toOpenItemRow), totalCents: sum.cents };
  await storeFound(
    row,
    found,
    { ...rows, settles, paid, asked: format.asked },
    { titles: format.titles.slice(0, 200), mapping: format.mapping },
  );
}

/** Compares the list with the known documents. A credit that may reduce a known invoice becomes an error of `found`. */
async function compareKnown(
  customerId: CustomerId,
  open: OpenFile,
  format: FileFormat<ListedItem>,
  found: Inspection<ListedItem>,
): Promise<Pick<Findings, "settles" | "paid">> {
  const { settles, paid } = NO_FINDINGS;
  if (found.errorCount > 0) return { settles, paid };
  const { uncovered, ...told } = await sumReportedPaid(customerId, itemsOf(open, format));
  const problems = new Problems();
  for (const { line, number } of uncovered) problems.error(problemOf(line, "credit_unassigned", "", number));
  Object.assign(found, { errors: problems.errors, errorCount: problems.errorCount });
  if (found.errorCount > 0) return { settles, paid };
  return { settles: await sumUnlisted(customerId, itemsOf(open, format)), paid: told };
}

async function* itemsOf(open: OpenFile, format: FileFormat<ListedItem>): AsyncGenerator<ListedItem & { line: number }> {
  for await (const { item, line } of readItems(open, format, new Problems())) if (item) yield { ...item, line };
}

/**
 * Returns the format with a sum of the open amounts. A file is read more than once; each reading starts the sum at
 * zero.
 */
function summed(format: FileFormat<ListedItem>, sum: { cents: number }): FileFormat<ListedItem> {
  return {
    ...format,
    begin: (head) => {
      sum.cents = 0;
      const reader = format.begin(head);
      return {
        ...reader,
        read: (row, problems) => {
          const entry = reader.read(row, problems);
          sum.cents += entry?.openCents ?? 0;
          return entry;
        },
      };
    },
  };
}

async function storeFound(
  { customerId, id }: Pick<DatevImport, "customerId" | "id">,
  found: Inspection<DocumentEntry | ImportedDebtor>,
  rows: Partial<Findings>,
  more: { titles?: string[]; mapping?: ColumnMapping },
): Promise<void> {
  const { rowCount, skippedCount, errors, errorCount, warnings, warningCount, digest } = found;
  const findings: Findings = { ...NO_FINDINGS, ...rows, errors, warnings };
  const stored = await db.datevImport.updateMany({
    where: { customerId, id, status: { in: WAITING } },
    data: {
      ...{ rowCount, skippedCount, errorCount, warningCount, digest, ...more },
      findings: findings as unknown as Prisma.InputJsonObject,
      status: errorCount > 0 || rowCount + findings.paid.count === 0 ? "refused" : "inspected",
    },
  });
  // An inspection takes a while: somebody has had the file imported meanwhile, or a newer file has replaced it.
  if (stored.count === 0) throw new AppError("file_not_ready");
}

function keyOf(customerId: CustomerId, id: string) {
  return { customerId_id: { customerId, id } };
}
