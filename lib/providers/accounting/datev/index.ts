import type { Day } from "@/lib/core/time/dates";
import { writeBatches } from "@/lib/providers/accounting/datev/extf/batches";
import { debtors, type ImportedDebtor } from "@/lib/providers/accounting/datev/import/debtors";
import type { FileFormat } from "@/lib/providers/accounting/datev/import/file";
import type { ColumnMapping } from "@/lib/providers/accounting/datev/open-items/columns/columns";
import { type DatevAccess, datevUploads, type FileUploads } from "@/lib/providers/accounting/datev/upload/uploads";
import type { DocumentEntry, FileCapabilities } from "../port";
import { openItems } from "./open-items";
import { DATEV } from "./system";

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
