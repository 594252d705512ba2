import { sanitiseLine } from "@/lib/core/text/sanitise";

/** Problems of the whole file: it is refused at once. */
export const FILE_CODES = [
  "empty",
  "workbook",
  "encoding_unknown",
  "encoding_mixed",
  "encoding_twice",
  "half_line",
  "line_too_long",
  "quotes_wrong",
  "too_many_rows",
  "column_missing",
  "column_unknown",
  "not_a_list",
  "other_datev_file",
  "not_debtors",
  "titles_differ",
  "format_version",
  "changed_meanwhile",
] as const;

/** Problems of one line. The other lines are still checked, but nothing is imported. */
export const LINE_CODES = [
  "cells_missing",
  "cells_too_many",
  "formula",
  "debtor_form",
  "number_missing",
  "number_too_long",
  "name_missing",
  "amount_form",
  "amount_missing",
  "amounts_differ",
  "date_form",
  "currency",
  "twice",
  "side_form",
  "side_differs",
  "kind_unknown",
  "reads_as_credit",
  "says_settled",
  "direction_unknown",
  "reversal_unclear",
  "due_dates_differ",
  "credit_unassigned",
  "number_unclear",
  "debtor_unclear",
  "list_unclear",
] as const;

/** Problems of one value, which is skipped; the row is still imported. */
export const WARNING_CODES = ["iban_wrong", "email_wrong", "bank_dates"] as const;

export type ProblemCode = (typeof FILE_CODES)[number] | (typeof LINE_CODES)[number] | (typeof WARNING_CODES)[number];

export interface Problem {
  /** Counted from 1, as in an editor; 0 if the problem concerns no line. */
  line: number;
  code: ProblemCode;
  /** The column's title. */
  column: string;
  /** The cell's value, cut short; never bank data. */
  value: string;
}

const LONGEST_VALUE = 40;

export function problemOf(line: number, code: ProblemCode, column = "", value = ""): Problem {
  return { line, code, column: sanitiseLine(column, LONGEST_VALUE), value: sanitiseLine(value, LONGEST_VALUE) };
}

/** Thrown for a file that cannot be read at all, or not beyond the problem's line. */
export class UnreadableFile extends Error {
  constructor(readonly problem: Problem) {
    super(`unreadable file: ${problem.code} at line ${problem.line}`);
    this.name = "UnreadableFile";
  }
}

/** Collects errors and warnings. Keeps the first `mostKept` of each, and counts all. */
export class Problems {
  readonly errors: Problem[] = [];
  readonly warnings: Problem[] = [];
  errorCount = 0;
  warningCount = 0;

  constructor(private readonly mostKept = 100) {}

  error(problem: Problem): void {
    this.errorCount += 1;
    if (this.errors.length < this.mostKept) this.errors.push(problem);
  }

  warning(problem: Problem): void {
    this.warningCount += 1;
    if (this.warnings.length < this.mostKept) this.warnings.push(problem);
  }
}
