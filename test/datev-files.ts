import { addDays, type Day } from "../sandbox/kit/calendar";

export interface OpenItem {
  debtor: string;
  number: string;
  /** In cents, or as a text to be written unchanged. */
  amountCents: number | string;
  dueDate: Day;
}

export interface Debtor {
  account: string;
  name: string;
  email: string;
}

/** Returns a list of open items as an office exports it: Windows-1252, with a creditor among the debtors. */
export function openItemList(items: OpenItem[], today: Day): Buffer {
  const rows = items.map(({ debtor, number, amountCents: cents, dueDate }) => {
    const amount =
      typeof cents === "string" ? cents : (cents / 100).toLocaleString("de-DE", { minimumFractionDigits: 2 });
    return [debtor, number, german(addDays(today, -10)), german(dueDate), amount].join(";");
  });
  const creditor = `70001;KR-1;${german(today)};${german(today)};50,00`;
  return inLines("Konto;Belegfeld 1;Datum;Fälligkeit;Saldo", creditor, ...rows);
}

/** Returns a file "Debitoren/Kreditoren" as DATEV's programs export it. */
export function debtorFile(debtors: Debtor[]): Buffer {
  const head = cells(31, { 1: '"DTVF"', 2: "700", 3: "16", 5: "5", 14: "4" });
  const titles = ["Konto", ...Array.from({ length: 253 }, (_, i) => `Spalte ${i + 2}`)].join(";");
  const rows = debtors.map(({ account, name, email }) => {
    const address = { 16: '"Ahornweg 4"', 18: '"01099"', 19: '"Dresden"' };
    return cells(254, { 1: account, 2: `"${name}"`, ...address, 33: `"${email}"` });
  });
  return inLines(head, titles, ...rows);
}

/** @param filled values by column, counted from 1 */
function cells(width: number, filled: Record<number, string>): string {
  return Array.from({ length: width }, (_, i) => filled[i + 1] ?? "").join(";");
}

function german(day: Day): string {
  return day.split("-").reverse().join(".");
}

function inLines(...lines: string[]): Buffer {
  return Buffer.from(`${lines.join("\r\n")}\r\n`, "latin1");
}
