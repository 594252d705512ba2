import type { Cents } from "@/lib/core/money/money";
import type { DebitBlock } from "@/lib/providers/accounting/datev/import/debtors";
import type { Problem } from "@/lib/providers/accounting/datev/import/file-problems";
import type { ColumnMapping, OpenItemColumn } from "@/lib/providers/accounting/datev/open-items/columns/columns";

export type { Problem } from "@/lib/providers/accounting/datev/import/file-problems";
/** The possible contents of a column; `Columns` has the position of each, counted from 0. */
export type Column = OpenItemColumn;
export type Columns = ColumnMapping;

/** The first rows of a file for the screen, without bank data. */
export interface OpenItemRow {
  debtor: string;
  name: string;
  number: string;
  date: string;
  dueDate: string;
  openCents: Cents;
}

export interface DebtorRow {
  account: string;
  name: string;
  email: string;
  city: string;
  block: DebitBlock | null;
}

/** Number and sum of open documents. */
export interface OpenSum {
  count: number;
  cents: Cents;
}

/** The result of an inspection, as it is stored with the file. */
export interface Findings {
  errors: Problem[];
  warnings: Problem[];
  openItems: OpenItemRow[];
  debtors: DebtorRow[];
  /** Sum of all open items. */
  totalCents: Cents;
  /** Known open documents that are not in the list. A complete list settles them. */
  settles: OpenSum;
  /** Known open documents that are paid according to the list, complete or not. */
  paid: OpenSum;
  /** Positions of the columns whose meaning the supplier has to choose. */
  asked: number[];
}

export const NO_FINDINGS: Findings = {
  errors: [],
  warnings: [],
  openItems: [],
  debtors: [],
  totalCents: 0,
  settles: { count: 0, cents: 0 },
  paid: { count: 0, cents: 0 },
  asked: [],
};

/** Size limit of a file: half a million open items have about 40 MB. */
export const LARGEST_FILE_BYTES = 64_000_000;
