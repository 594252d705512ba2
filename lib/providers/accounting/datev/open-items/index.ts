import type { Cents } from "@/lib/core/money/money";
import {
  type FileFormat,
  MOST_ROWS,
  type OpenFile,
  type RowReader,
} from "@/lib/providers/accounting/datev/import/file";
import {
  type Problem,
  type Problems,
  problemOf,
  UnreadableFile,
} from "@/lib/providers/accounting/datev/import/file-problems";
import type { TableRow } from "@/lib/providers/accounting/datev/import/table";
import {
  type ColumnMapping,
  foreignCurrencyIn,
  mayRun,
  missingColumns,
} from "@/lib/providers/accounting/datev/open-items/columns/columns";
import {
  columnsToAsk,
  guessMapping,
  hasDirection,
  isSideOfCredits,
  nameOf,
} from "@/lib/providers/accounting/datev/open-items/columns/guess";
import {
  LEAST_COLUMNS,
  readList,
  type Survey,
  surveyList,
} from "@/lib/providers/accounting/datev/open-items/columns/survey";
import type { DocumentEntry } from "../../port";
import { type AmountRules, amountRules } from "./amounts";
import { Claims } from "./claims";
import { faultOfWidth, type Movement, readRow } from "./movement";

/**
 * One number of the list. Apart from open numbers these are paid ones, and credits whose debit is not in the list. Such
 * a credit settles a known invoice of this number if it covers the open amount. A credit without a number has an empty
 * one.
 */
export interface ListedItem extends DocumentEntry {
  status: "open" | "paid";
  creditCents?: Cents;
  /** The credit beyond the debits of the list. It may be a payment for any invoice of the debtor. */
  spareCents?: Cents;
}

/** The format of a list of open items, with what `prepare` finds out about its columns. */
export interface OpenItemsFormat extends FileFormat<ListedItem> {
  prepare(open: OpenFile): Promise<Problem[]>;
  /** The column titles, available as soon as they have been read. */
  titles: string[];
  mapping: ColumnMapping;
  /** Positions of the columns that a person must identify. */
  asked: number[];
}

/**
 * Reads a list of open items as documents of the port, one for each debtor and number. The open amount is the sum of
 * the debits minus that of the credits. A number whose sum is zero or less is not a claim, but a paid item. If a row
 * may reduce a claim by an unknown amount, the claim is an error of its line.
 *
 * @param chosen the column mapping, or a function that picks it by the titles; guessed if there is none
 * @param readAt when the list was made: its amounts are as of then
 */
export function openItems(
  chosen: ColumnMapping | ((titles: string[]) => ColumnMapping | undefined) | null,
  readAt: Date,
): OpenItemsFormat {
  let rules: AmountRules | undefined;
  let claims: Claims | undefined;
  const format: OpenItemsFormat = {
    headLines: 1,
    leastColumns: LEAST_COLUMNS,
    titles: [],
    mapping: {},
    asked: [],
    prepare: async (open) => {
      let picked: ColumnMapping | undefined;
      const survey = await surveyList(open, readAt.getUTCFullYear(), (titles) => {
        picked = (typeof chosen === "function" ? chosen(titles) : chosen) ?? undefined;
        Object.assign(format, { titles, mapping: picked ?? {} });
      });
      if (survey.titles.length === 0) throw new UnreadableFile(problemOf(0, "empty"));
      if (survey.rowCount > MOST_ROWS) throw new UnreadableFile(problemOf(0, "too_many_rows"));
      format.mapping = picked ?? guessMapping(survey);
      format.asked = columnsToAsk(survey, format.mapping);
      const problems = problemsOfColumns(survey, format);
      if (problems.length > 0) return problems;
      rules = amountRules(survey, format.mapping, readAt.getUTCFullYear());
      claims = await addUp(open, survey, rules);
      return [];
    },
    begin: () => {
      if (!rules || !claims) throw new Error("the list was not prepared");
      return readerOf(rules, claims, readAt);
    },
  };
  return format;
}

function problemsOfColumns({ titles, line }: Survey, { mapping, asked }: OpenItemsFormat): Problem[] {
  const beyond = Object.values(mapping)
    .flat()
    .find((at) => at >= titles.length);
  if (beyond !== undefined) return [problemOf(line, "column_missing", `#${beyond + 1}`)];
  const foreign = (["debit", "credit", "amount", "balance"] as const).flatMap((column) => {
    const code = foreignCurrencyIn(titles[mapping[column] ?? -1] ?? "");
    return code ? [problemOf(line, "currency", nameOf(column), code)] : [];
  });
  return [
    ...foreign,
    ...missingColumns(mapping).map((column) => problemOf(line, "column_missing", nameOf(column))),
    ...asked.map((at) => problemOf(line, "column_unknown", titles[at] || `#${at + 1}`)),
  ];
}

async function addUp(open: OpenFile, survey: Survey, rules: AmountRules): Promise<Claims> {
  const { mapping, hasSigns } = rules;
  const { balance, debit, credit, amount, kind } = mapping;
  const isMarked = hasSigns || kind !== undefined || hasDirection(mapping, survey.columns);
  const isBalanceAlone = amount === undefined && debit === undefined && credit === undefined;
  const isOpenAmount =
    balance !== undefined && (!mayRun(survey.titles[balance] ?? "") || (debit !== undefined && credit === undefined));
  const claims = new Claims(survey.rowCount, {
    hasDirection: isMarked || credit !== undefined,
    hasSureDebits: isMarked || isSideOfCredits(survey.titles[credit ?? -1] ?? ""),
    ...{ isBalanceAlone, isOpenAmount, hasOpenAmount: isOpenAmount && !isBalanceAlone },
  });
  let isHead = true;
  for await (const row of readList(open)) {
    if (!isHead) addRow(claims, row, survey.titles.length, rules);
    isHead = false;
  }
  claims.close();
  return claims;
}

function addRow(claims: Claims, row: TableRow, width: number, rules: AmountRules): void {
  const read =
    row.cells.length === width ? readRow(row, rules.mapping, rules) : { fault: faultOfWidth(row, rules.mapping) };
  if (!read) return;
  if ("fault" in read) claims.addFault(row.line, read.fault);
  else claims.add(row.line, read.movement);
}

function readerOf(rules: AmountRules, claims: Claims, readAt: Date): RowReader<ListedItem> {
  return {
    isCounted: ({ status }) => status === "open",
    read: (row: TableRow, problems: Problems) => {
      const read = readRow(row, rules.mapping, rules);
      if (!read) return undefined;
      if ("fault" in read) return problems.error(read.fault.problem) as undefined;
      const verdict = claims.verdict(row.line, read.movement);
      if (!verdict) return undefined;
      if ("code" in verdict)
        return problems.error(problemOf(row.line, verdict.code, nameOf("balance"), verdict.value)) as undefined;
      if ("openCents" in verdict) return documentOf(read.movement, verdict.openCents, readAt);
      const paid = { ...documentOf(read.movement, 0, readAt), status: "paid" as const };
      return { ...paid, spareCents: "creditCents" in verdict ? verdict.creditCents : undefined, ...verdict };
    },
  };
}

function documentOf(movement: Movement, openCents: Cents, readAt: Date): ListedItem {
  const { debtor, number, name, debitCents, date = "", dueDate = date } = movement;
  return {
    externalId: `${debtor}/${number}`,
    externalType: "open_item",
    kind: "invoice",
    status: "open",
    number,
    contactExternalId: debtor,
    contactName: name,
    ...{ voucherDate: date, dueDate, totalCents: Math.max(debitCents, openCents), openCents, currency: "EUR" },
    isArchived: false,
    updatedAt: readAt,
  };
}
