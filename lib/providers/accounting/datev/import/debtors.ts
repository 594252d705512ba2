import { isIban } from "@/lib/core/formats/iban";
import { readMailAddresses } from "@/lib/core/formats/mail-address";
import { sanitiseLine } from "@/lib/core/text/sanitise";
import type { Day } from "@/lib/core/time/dates";
import type { AccountingContact } from "@/lib/providers/accounting/port";
import type { FileFormat } from "./file";
import { type ProblemCode, type Problems, problemOf, UnreadableFile } from "./file-problems";
import type { TableRow } from "./table";
import { isFormula, isFormulaForName, readDay } from "./table-values";

/** The reason in a debtor's file for not debiting that debtor. */
export type DebitBlock = "collective" | "insolvent" | "blocked_until" | "no_debit";

export interface ImportedDebtor {
  contact: AccountingContact;
  customerNumber: string;
  iban: string | null;
  bic: string;
  accountHolder: string;
  /** Only the reference. The file has no signature date and no scheme, so it is not enough to migrate a mandate. */
  mandateReference: string | null;
  block: DebitBlock | null;
  blockedUntil: Day | null;
}

/** Columns by position, counted from 1: titles repeat, so they do not identify a column (reference 1.4). */
const COLUMN = {
  ...{ account: 1, company: 2, lastName: 4, firstName: 5, plainName: 6, kind: 7, addressKind: 15, street: 16 },
  ...{ postBox: 17, zip: 18, city: 19, country: 20, email: 33, customerNumber: 99, isCollective: 105, debit: 133 },
  ...{ isInsolvent: 221, firstMandate: 222, blockedUntil: 234 },
} as const;
/** Columns whose text may begin with a sign such as `@` or `+`. In all others that counts as a formula. */
const NAMES = new Set<number>([
  ...[COLUMN.company, COLUMN.lastName, COLUMN.firstName, COLUMN.plainName, COLUMN.street, COLUMN.postBox, COLUMN.city],
]);
const WIDTH = 254;
const HEADER_WIDTH = 31;
const BANKS = 10;
const BANK_WIDTH = 11;
/** Offsets of the columns that we read, from the first column of a bank. */
const BANK = { iban: 4, bic: 6, holder: 7, isMain: 8, from: 9, until: 10 } as const;
const NO_DEBIT = "9";

/** Returns the first column of a bank. Banks 1 to 5 are consecutive; banks 6 to 10 follow further to the right. */
function bankStart(bank: number): number {
  return bank <= 5 ? 41 + (bank - 1) * BANK_WIDTH : 165 + (bank - 6) * BANK_WIDTH;
}

/** The format of a file "EXTF Debitoren/Kreditoren" (category 16, version 5) as DATEV's programs export it. */
export function debtors(today: Day): FileFormat<ImportedDebtor> {
  return {
    separator: ";",
    headLines: 2,
    begin: ([header, titles]) => {
      const [mark = "", version, category, , format] = header?.cells ?? [];
      if (!["EXTF", "DTVF"].includes(mark) || category !== "16")
        throw new UnreadableFile(problemOf(header?.line ?? 1, "not_debtors"));
      if (version !== "700" || format !== "5" || header?.cells.length !== HEADER_WIDTH)
        throw new UnreadableFile(problemOf(header?.line ?? 1, "format_version"));
      if (titles?.cells.length !== WIDTH || titles.cells[0] !== "Konto")
        throw new UnreadableFile(problemOf(titles?.line ?? 2, "titles_differ"));
      const length = Number(header.cells[13]) + 1;
      return {
        keyOf: (debtor) => debtor.contact.externalId,
        read: (row, problems) => readDebtor(row, { problems, today, length, titles: titles.cells }),
      };
    },
  };
}

interface Reading {
  problems: Problems;
  today: Day;
  length: number;
  titles: string[];
}

/** True for bank data: a problem with them shows the line but not the value. */
function isSecret(code: ProblemCode, column: number): boolean {
  const isOfBank = (first: number) => column >= bankStart(first) && column < bankStart(first) + 5 * BANK_WIDTH;
  return code === "iban_wrong" || (code === "formula" && (isOfBank(1) || isOfBank(6)));
}

function readDebtor(row: TableRow, reading: Reading): ImportedDebtor | undefined {
  const cell = (column: number): string => row.cells[column - 1] ?? "";
  const tell = (code: ProblemCode, column: number) =>
    problemOf(row.line, code, reading.titles[column - 1], isSecret(code, column) ? "" : cell(column));
  const fail = (code: ProblemCode, column: number) => reading.problems.error(tell(code, column)) as undefined;
  const warn = (code: ProblemCode, column: number) => reading.problems.warning(tell(code, column));
  const account = cell(COLUMN.account);
  if (/^[7-9]/.test(account) && account.length === reading.length) return undefined;
  if (!/^[1-6]\d*$/.test(account) || account.length !== reading.length) return fail("debtor_form", COLUMN.account);
  const formula = formulaIn(cell);
  if (formula) return fail("formula", formula);
  const contact = contactOf(account, cell, () => warn("email_wrong", COLUMN.email));
  if (!contact.companyName && !contact.lastName) return fail("name_missing", COLUMN.company);
  const bank = chooseBank(cell, reading.today, warn);
  return {
    contact,
    customerNumber: cell(COLUMN.customerNumber) || account,
    iban: bank ? ibanOf(cell, bank) : null,
    bic: bank ? cell(bankStart(bank) + BANK.bic) : "",
    accountHolder: bank ? sanitiseLine(cell(bankStart(bank) + BANK.holder), 70) : "",
    mandateReference: (bank && cell(COLUMN.firstMandate + bank - 1)) || null,
    ...blockOf(cell, reading.today),
  };
}

/** Returns the first column with a formula, among those we read. Ignores banks without an IBAN. */
function formulaIn(cell: (column: number) => string): number | undefined {
  const isComputed = (column: number) => (NAMES.has(column) ? isFormulaForName : isFormula)(cell(column));
  const found = Object.values(COLUMN).find(isComputed);
  if (found) return found;
  for (let bank = 1; bank <= BANKS; bank += 1) {
    const start = bankStart(bank);
    if (cell(start + BANK.iban) === "") continue;
    const { holder, ...others } = BANK;
    const columns = [...Object.values(others).map((offset) => start + offset), COLUMN.firstMandate + bank - 1];
    const at = columns.find(isComputed) ?? (isFormulaForName(cell(start + holder)) ? start + holder : undefined);
    if (at) return at;
  }
  return undefined;
}

/**
 * Builds the contact. An address type of "1" ("Adressattyp") means a person; all others are companies, named by the
 * company or plain name.
 */
function contactOf(account: string, cell: (column: number) => string, warn: () => void): AccountingContact {
  const name = (column: number): string | null => sanitiseLine(cell(column), 200) || null;
  const isPerson = cell(COLUMN.kind) === "1";
  const { addresses, isWhole } = readMailAddresses(cell(COLUMN.email));
  if (!isWhole) warn();
  return {
    externalId: account,
    companyName: isPerson ? null : (name(COLUMN.company) ?? name(COLUMN.plainName)),
    firstName: name(COLUMN.firstName),
    lastName: name(COLUMN.lastName) ?? (isPerson ? (name(COLUMN.plainName) ?? name(COLUMN.company)) : null),
    emails: addresses,
    street: (cell(COLUMN.addressKind) === "PF" ? name(COLUMN.postBox) : name(COLUMN.street)) ?? "",
    zip: name(COLUMN.zip) ?? "",
    city: name(COLUMN.city) ?? "",
    countryCode: cell(COLUMN.country).toUpperCase() || "DE",
    isArchived: false,
  };
}

/**
 * Returns the number of the main bank, or else of the first usable one; undefined if none is usable. A bank is not
 * usable with an invalid IBAN, or with dates that are invalid or do not include today.
 */
function chooseBank(
  cell: (column: number) => string,
  today: Day,
  warn: (code: ProblemCode, column: number) => void,
): number | undefined {
  const usable: number[] = [];
  for (let bank = 1; bank <= BANKS; bank += 1) {
    const start = bankStart(bank);
    const iban = ibanOf(cell, bank);
    if (iban === "") continue;
    const [from, until] = [cell(start + BANK.from), cell(start + BANK.until)].map((text) =>
      text === "" ? null : readDay(text),
    );
    if (from === undefined || until === undefined)
      warn("bank_dates", start + (from === undefined ? BANK.from : BANK.until));
    else if (!isIban(iban)) warn("iban_wrong", start + BANK.iban);
    else if ((!from || from <= today) && (!until || until >= today)) usable.push(bank);
  }
  return usable.find((bank) => cell(bankStart(bank) + BANK.isMain) === "1") ?? usable[0];
}

function ibanOf(cell: (column: number) => string, bank: number): string {
  return cell(bankStart(bank) + BANK.iban)
    .replace(/\s/g, "")
    .toUpperCase();
}

function blockOf(cell: (column: number) => string, today: Day): Pick<ImportedDebtor, "block" | "blockedUntil"> {
  const until = readDay(cell(COLUMN.blockedUntil)) ?? null;
  if (cell(COLUMN.isCollective) === "1") return { block: "collective", blockedUntil: null };
  if (cell(COLUMN.isInsolvent) === "1") return { block: "insolvent", blockedUntil: null };
  if (until && until >= today) return { block: "blocked_until", blockedUntil: until };
  return { block: cell(COLUMN.debit) === NO_DEBIT ? "no_debit" : null, blockedUntil: null };
}
