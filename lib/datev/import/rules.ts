import { contactName } from "@/lib/contacts/rules";
import type { ImportedDebtor } from "@/lib/providers/accounting/datev/import/debtors";
import {
  type ColumnMapping,
  missingColumns,
  OPEN_ITEM_COLUMN_NAMES,
  type OpenItemColumn,
} from "@/lib/providers/accounting/datev/open-items/columns/columns";
import type { DocumentEntry } from "@/lib/providers/accounting/port";
import type { DebtorRow, OpenItemRow } from "./types";

export { OPEN_ITEM_COLUMN_NAMES };

/** Returns the columns that a person still has to choose before the list can be read. */
export function leftToChoose(chosen: ColumnMapping): OpenItemColumn[] {
  return missingColumns(chosen);
}

/**
 * Returns the columns by the titles that the supplier chose before; undefined if one title is missing.
 *
 * @param stored title by column, as stored
 */
export function knownMapping(stored: unknown, titles: string[]): ColumnMapping | undefined {
  if (typeof stored !== "object" || stored === null) return undefined;
  const { ignored = [] } = stored as { ignored?: unknown[] };
  const mapping: ColumnMapping = { ignored: ignored.map((title) => titles.indexOf(String(title))) };
  if (mapping.ignored?.includes(-1)) return undefined;
  for (const column of OPEN_ITEM_COLUMN_NAMES) {
    const title = (stored as Partial<Record<OpenItemColumn, unknown>>)[column];
    if (title === undefined) continue;
    const at = titles.indexOf(String(title));
    if (at < 0) return undefined;
    mapping[column] = at;
  }
  return mapping;
}

/** Returns the titles of the chosen and the ignored columns, to be stored for the next list. */
export function titlesOf(mapping: ColumnMapping, titles: string[]): Record<string, string | string[]> {
  const { ignored = [], ...columns } = mapping;
  const chosen = Object.entries(columns).flatMap(([column, at]) => (titles[at] ? [[column, titles[at]]] : []));
  return { ...Object.fromEntries(chosen), ignored: ignored.flatMap((at) => titles[at] || []) };
}

export function toOpenItemRow(entry: DocumentEntry): OpenItemRow {
  const { contactExternalId, contactName: name, number, voucherDate: date, dueDate, openCents } = entry;
  return { debtor: contactExternalId ?? "", name, number, date, dueDate, openCents };
}

export function toDebtorRow({ contact, block }: ImportedDebtor): DebtorRow {
  const { externalId: account, emails, city } = contact;
  return { account, name: contactName(contact), email: emails[0] ?? "", city, block };
}
