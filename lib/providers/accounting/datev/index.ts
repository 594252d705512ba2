import type { Day } from "@/lib/core/dates";
import type { DocumentEntry } from "../port";
import { writeBatches } from "./batches";
import { debtors, type ImportedDebtor } from "./debtors";
import type { FileFormat } from "./import-file";
import { type ColumnMapping, openItems } from "./open-items";
import { type DatevAccess, datevUploads, type FileUploads } from "./uploads";

/** What books that are kept by file can do, as data: screens follow it, never the system's name. */
export interface FileCapabilities {
  /** Documents and contacts come by file, when the supplier has one made: there is nothing to ask in between. */
  readsBy: "file";
  booksBy: "file";
  /** Files can be handed over online; else they are downloaded and passed on. */
  canUpload: boolean;
  /** Whether it is ever told that something was booked: a file that has arrived is not booked yet. */
  isConfirmingBookings: boolean;
}

export interface FileAccounting {
  capabilities: FileCapabilities;
  openItems(mapping: ColumnMapping | null, readAt: Date): FileFormat<DocumentEntry>;
  debtors(today: Day): FileFormat<ImportedDebtor>;
  writeBatches: typeof writeBatches;
  uploads: FileUploads | null;
}

/**
 * DATEV by file. What surprised us: a batch is locked for good unless it says that it is not; a date has no year; the
 * cloud cannot be asked for open items; a list of them has no fixed columns; an upload checks the header alone.
 *
 * @param access null as long as DATEV has not let our program in
 */
export function datevAccounting(access: DatevAccess | null): FileAccounting {
  return {
    capabilities: { readsBy: "file", booksBy: "file", canUpload: access !== null, isConfirmingBookings: false },
    openItems,
    debtors,
    writeBatches,
    uploads: access ? datevUploads(access) : null,
  };
}
