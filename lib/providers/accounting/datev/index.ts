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
  /** Uploads files online; null where the supplier can only download and forward them. */
  uploads: FileUploads | null;
}

/**
 * DATEV as a file-based accounting system. Its surprises: a batch is locked permanently unless its header says
 * otherwise, and dates have no year. The cloud offers no open items, lists of open items have no fixed columns, and an
 * upload checks only the header.
 *
 * @param access null while DATEV has not registered our program
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
