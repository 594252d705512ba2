import type { Day } from "@/lib/core/dates";
import type { DocumentEntry, FileCapabilities } from "../port";
import { writeBatches } from "./batches";
import { debtors, type ImportedDebtor } from "./debtors";
import type { FileFormat } from "./import-file";
import { openItems } from "./open-items";
import type { ColumnMapping } from "./open-items/columns";
import { DATEV } from "./system";
import { type DatevAccess, datevUploads, type FileUploads } from "./uploads";

export interface FileAccounting {
  capabilities: FileCapabilities;
  openItems(mapping: ColumnMapping | null, readAt: Date): FileFormat<DocumentEntry>;
  debtors(today: Day): FileFormat<ImportedDebtor>;
  writeBatches: typeof writeBatches;
  /** Hands files over online; null where they can only be downloaded and passed on. */
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
    capabilities: DATEV.capabilities,
    openItems,
    debtors,
    writeBatches,
    uploads: access ? datevUploads(access) : null,
  };
}
