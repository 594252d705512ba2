import { readItems } from "@/lib/providers/accounting/datev/import/file";
import { Problems } from "@/lib/providers/accounting/datev/import/file-problems";
import { openItems } from "@/lib/providers/accounting/datev/open-items";
import type { ColumnMapping } from "@/lib/providers/accounting/datev/open-items/columns/columns";

/**
 * Reads a list. Returns claims as `line number cents` and refused lines as `line code`, or the columns that a person is
 * asked about.
 */
export async function readList(lines: string[], mapping: ColumnMapping | null = null): Promise<string[]> {
  const open = async function* () {
    yield Buffer.from(`${lines.join("\r\n")}\r\n`);
  };
  const format = openItems(mapping, new Date("2026-11-29T08:00:00Z"));
  const asked = await format.prepare(open);
  if (asked.length > 0) return asked.map(({ code, column }) => `${code} ${column}`);
  const problems = new Problems();
  const found: { line: number; text: string }[] = [];
  for await (const { item, line } of readItems(open, format, problems))
    if (item?.status === "open") found.push({ line, text: `${line} ${item.number} ${item.openCents}` });
  found.push(...problems.errors.map(({ line, code }) => ({ line, text: `${line} ${code}` })));
  return found.sort((a, b) => a.line - b.line).map(({ text }) => text);
}

export const BASE = "Konto;Rechnungsnummer;Datum;Fälligkeit";
export const SIDES = `${BASE};Sollbetrag;Habenbetrag`;
/** Returns one row; the amounts are in the order of the tested titles. */
export const row = (number: string, amounts: string, due = "15.12.2026", debtor = "10042") =>
  `${debtor};${number};01.11.2026;${due};${amounts}`;
