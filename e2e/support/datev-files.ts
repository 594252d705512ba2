import type { Page } from "@playwright/test";
import { addDays, type Day } from "../../sandbox/kit/calendar";
import type { Texts } from "./texts";

/** The supplier chooses a file, and sees what is in it. */
export async function handIn(app: Page, t: Texts, kind: "open_items" | "debtors", content: Buffer): Promise<void> {
  await app.goto("/app/datev");
  const input = app.getByLabel(t(`datev.import.choose.${kind}`)).and(app.locator("input"));
  await input.setInputFiles({ name: `${kind}.csv`, mimeType: "text/csv", buffer: content });
  await app.waitForURL(/\/app\/datev\/import\//);
}

/**
 * A list of open items as an office exports it: Windows-1252, a creditor among the debtors.
 *
 * @param item its amount in cents, or as it is to stand in the file
 */
export function openItemList(
  item: { debtor: string; number: string; amountCents: number | string; dueDate: Day },
  today: Day,
): Buffer {
  const german = (day: Day) => day.split("-").reverse().join(".");
  const { debtor, number, amountCents: cents, dueDate } = item;
  const amount =
    typeof cents === "string" ? cents : (cents / 100).toLocaleString("de-DE", { minimumFractionDigits: 2 });
  const row = [debtor, number, german(addDays(today, -10)), german(dueDate), amount].join(";");
  const creditor = `70001;KR-1;${german(today)};${german(today)};50,00`;
  return Buffer.from(`Konto;Belegfeld 1;Datum;Fälligkeit;Saldo\r\n${creditor}\r\n${row}\r\n`, "latin1");
}

/** A file "Debitoren/Kreditoren" with one debtor. */
export function debtorFile(account: string, name: string, email: string): Buffer {
  const cells = Array.from({ length: 254 }, () => "");
  for (const [column, value] of [
    [1, account],
    [2, `"${name}"`],
    [16, '"Ahornweg 4"'],
    [18, '"01099"'],
    [19, '"Dresden"'],
    [33, `"${email}"`],
  ] as const)
    cells[column - 1] = value;
  const head = Array.from({ length: 31 }, () => "");
  for (const [field, value] of [
    [1, '"DTVF"'],
    [2, "700"],
    [3, "16"],
    [5, "5"],
    [14, "4"],
  ] as const)
    head[field - 1] = value;
  const titles = ["Konto", ...Array.from({ length: 253 }, (_, i) => `Spalte ${i + 2}`)];
  return Buffer.from([head, titles, cells, []].map((row) => row.join(";")).join("\r\n"), "latin1");
}
