import type { Cents } from "@/lib/core/money";
import type { DebitBlock } from "@/lib/providers/accounting/datev/debtors";
import type { Problem } from "@/lib/providers/accounting/datev/file-problems";
import type { ColumnMapping, OpenItemColumn } from "@/lib/providers/accounting/datev/open-items/columns";

export type { Problem } from "@/lib/providers/accounting/datev/file-problems";
/** What a column of a list can hold, and where each of them stands, counted from 0. */
export type Column = OpenItemColumn;
export type Columns = ColumnMapping;

/** The first rows of a file, as the screen shows them. Bank data is not among it. */
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

/** Open documents and their sum. */
export interface OpenSum {
  count: number;
  cents: Cents;
}

/** What was found in a file, as it is stored with it. */
export interface Findings {
  errors: Problem[];
  warnings: Problem[];
  openItems: OpenItemRow[];
  debtors: DebtorRow[];
  /** Of all open items. */
  totalCents: Cents;
  /** Known as open and not in the list: with a complete list these count as settled. */
  settles: OpenSum;
  /** Known as open, and paid according to the list, complete or not. */
  paid: OpenSum;
  /** Positions of columns of which the supplier has to say what they are. */
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

/** Largest file that is taken: half a million open items have about 40 MB. */
export const LARGEST_FILE_BYTES = 64_000_000;
