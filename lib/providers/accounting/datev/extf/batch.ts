import type { Cents } from "@/lib/core/money/money";
import type { Day } from "@/lib/core/time/dates";
import { encodeWindows1252, toWindows1252 } from "@/lib/providers/accounting/datev/import/windows1252";
import type { DatevSettings } from "@/lib/providers/accounting/datev/settings";
import { BATCH_FIELDS } from "./batch-fields";
import type { Posting } from "./postings";

/** The days whose bookings a batch may hold, and the fiscal year that gives those days their year. */
export interface BatchPeriod {
  fiscalYearStart: Day;
  from: Day;
  to: Day;
}

export interface BatchHead extends BatchPeriod {
  /** At most 30 characters: letters, digits, `_`, `.`, `-`, `/` and spaces. */
  label: string;
  createdAt: Date;
}

/**
 * Maximum rows per batch. The service accepts 99,999 rows and 50 MB (reference 1, 3.4); our rows have at most 600
 * bytes.
 */
export const MOST_POSTINGS = 80_000;

const HEADER_VERSION = 700;
const CATEGORY = 21;
const FORMAT_VERSION = 13;
const EMPTY_ROW: string[] = BATCH_FIELDS.map(({ isText }) => (isText ? '""' : ""));
const COLUMN = new Map(BATCH_FIELDS.map(({ title }, i) => [title, i]));

/**
 * Returns a file "EXTF Buchungsstapel" as DATEV's programs import it: header, titles, rows; Windows-1252, CRLF.
 *
 * @throws Error if a row has no amount or is outside the period, or if there are too many rows; the caller's grouping
 * prevents that
 */
export function writeBatch(head: BatchHead, postings: Posting[], settings: DatevSettings): Uint8Array {
  if (postings.length > MOST_POSTINGS) throw new Error("more postings than a batch may hold");
  const titles = BATCH_FIELDS.map(({ title }) => title).join(";");
  const rows = postings.map((posting) => rowOf(posting, head, settings));
  return encodeWindows1252([headerOf(head, settings), titles, ...rows, ""].join("\r\n"));
}

/** Returns the 31 fields of the first line (reference 1.1). */
function headerOf(head: BatchHead, settings: DatevSettings): string {
  const fields: (string | number)[] = [
    ...[text("EXTF"), HEADER_VERSION, CATEGORY, text("Buchungsstapel"), FORMAT_VERSION, instant(head.createdAt)],
    // Date of import; origin, which the import replaces; exporting program; importing program.
    ...["", text("RE"), text("Einzug"), text("")],
    ...[settings.consultant, settings.client, compact(head.fiscalYearStart), settings.accountLength],
    ...[compact(head.from), compact(head.to), text(head.label), text("")],
    // Booking type 1 (financial accounting), purpose 0 (none), lock, currency. An empty lock would mean 1.
    ...[1, 0, lock(settings), text("EUR")],
    ...["", text(""), "", "", text(settings.chart.slice(-2)), "", "", text(""), text("")],
  ];
  return fields.join(";");
}

function rowOf(posting: Posting, head: BatchHead, settings: DatevSettings): string {
  if (posting.cents <= 0) throw new Error("a posting without an amount");
  if (posting.day < head.from || posting.day > head.to) throw new Error("a posting outside the period of its batch");
  const cells = [...EMPTY_ROW];
  const put = (title: string, value: string): void => {
    const column = COLUMN.get(title);
    if (column === undefined) throw new Error(`no column ${title}`);
    cells[column] = BATCH_FIELDS[column]?.isText ? text(value) : value;
  };
  put("Umsatz (ohne Soll/Haben-Kz)", decimalComma(posting.cents));
  put("Soll/Haben-Kennzeichen", "S");
  put("WKZ Umsatz", "EUR");
  put("Konto", posting.account);
  put("Gegenkonto (ohne BU-Schlüssel)", posting.contra);
  put("BU-Schlüssel", posting.taxKey);
  put("Belegdatum", `${posting.day.slice(8)}${posting.day.slice(5, 7)}`);
  put("Belegfeld 1", posting.documentNumber);
  put("Buchungstext", posting.text);
  put("Auftragsnummer", posting.orderNumber);
  put("Festschreibung", String(lock(settings)));
  put("Abrechnungsreferenz", posting.settlement);
  return cells.join(";");
}

function lock(settings: DatevSettings): number {
  return settings.isLocked ? 1 : 0;
}

function text(value: string): string {
  return `"${toWindows1252(value).replaceAll('"', '""')}"`;
}

function decimalComma(cents: Cents): string {
  return `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, "0")}`;
}

function compact(day: Day): string {
  return day.replaceAll("-", "");
}

const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin", dateStyle: "short", timeStyle: "medium" });

/** Formats `20260911081530123`: German wall-clock time with milliseconds. */
function instant(at: Date): string {
  return `${clock.format(at).replace(/\D/g, "")}${String(at.getMilliseconds()).padStart(3, "0")}`;
}
