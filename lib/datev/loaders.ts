import { cache } from "react";
import { pageAccount, pageSession } from "@/lib/auth/sessions/page-session";
import type { DatevImport } from "@/lib/core/prisma/client";
import type { DatevImportKind, DatevImportStatus } from "@/lib/core/prisma/enums";
import { today } from "@/lib/core/time/clock";
import { handsOverByFile } from "@/lib/datev/batch/rules";
import { readImport, readSameImport } from "@/lib/datev/import/data";
import { type Findings, NO_FINDINGS } from "@/lib/datev/import/types";
import { blankForm, toForm } from "@/lib/datev/settings/rules";
import type { SettingsForm } from "@/lib/datev/settings/schema";
import { datevOauth } from "@/lib/providers/accounting/datev/door";
import type { ColumnMapping } from "@/lib/providers/accounting/datev/open-items/columns/columns";
import { isOutdated } from "@/lib/vendors/rules";
import { readDatevRows, settingsOf } from "./data";

export interface DatevView {
  isInUse: boolean;
  /** True if payouts leave as files: DATEV is in use, or another system that has no files of its own. */
  isByFile: boolean;
  /** True if the numbers for these files are known. */
  isHandingOver: boolean;
  settings: SettingsForm;
  /** Whether files can be sent online, and whether somebody has signed in for that. */
  upload: "impossible" | "signed_out" | "signed_in";
  openItemsReadAt?: string;
  /** True if the list is too old to start new collections. */
  isOutdated: boolean;
}

/** Loads the contents of the page, once a request. */
export const loadRows = cache(async () => await readDatevRows((await pageSession()).customerId));

export const loadDatev = cache(async (): Promise<DatevView> => {
  const { connections } = (await pageAccount()).account;
  const { datevSettings } = await loadRows();
  const connection = connections.find(({ type }) => type === "DATEV");
  const isInUse = connection?.status === "connected";
  const isByFile = connections.some(handsOverByFile);
  const readAt = connection?.lastSyncedAt ?? null;
  const settings = datevSettings ? settingsOf(datevSettings) : undefined;
  return {
    isInUse,
    isByFile,
    isHandingOver: isByFile && settings !== undefined,
    settings: settings ? toForm(settings) : blankForm(),
    upload: isInUse && datevOauth() ? (connection?.refreshToken ? "signed_in" : "signed_out") : "impossible",
    openItemsReadAt: readAt?.toISOString(),
    isOutdated: readAt !== null && isOutdated({ type: "DATEV", lastSyncedAt: readAt }, today()),
  };
});

export interface ImportRow {
  id: string;
  kind: DatevImportKind;
  status: DatevImportStatus;
  fileName: string;
  rowCount: number;
  errorCount: number;
  newCount: number;
  settledCount: number;
  userName: string;
  createdAt: string;
}

export interface ImportView extends ImportRow {
  skippedCount: number;
  warningCount: number;
  titles: string[];
  mapping: ColumnMapping;
  findings: Findings;
  /** True if payers without a mandate are asked for one. */
  requestsMandates: boolean;
  /** When the same file was imported before. */
  sameAs?: string;
}

export async function loadImports(): Promise<ImportRow[]> {
  return (await loadRows()).datevImports.map(rowOf);
}

/** Returns a file and what is in it; undefined for an unknown id and for a file of another supplier. */
export const loadImport = cache(async (id: string): Promise<ImportView | undefined> => {
  const { session, account } = await pageAccount();
  const { customerId } = session;
  const row = await readImport(customerId, id);
  if (!row) return undefined;
  const { skippedCount, warningCount, titles } = row;
  const importedAt = await readSameImport(customerId, row);
  return {
    ...rowOf(row),
    ...{ skippedCount, warningCount, titles, requestsMandates: account.requestsMandates },
    mapping: (row.mapping ?? {}) as ColumnMapping,
    findings: { ...NO_FINDINGS, ...(row.findings as Partial<Findings> | null) },
    sameAs: importedAt?.toISOString(),
  };
});

function rowOf(row: DatevImport): ImportRow {
  const { id, kind, status, fileName, rowCount, errorCount, newCount, settledCount, userName, createdAt } = row;
  return {
    ...{ id, kind, status, fileName, rowCount, errorCount, newCount, settledCount, userName },
    createdAt: createdAt.toISOString(),
  };
}
