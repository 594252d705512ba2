import { addDays, type Day } from "@/lib/core/time/dates";
import type { DatevSettings } from "@/lib/providers/accounting/datev/settings";
import { type BatchPeriod, MOST_POSTINGS, writeBatch } from "./batch";
import { type DatevNote, type DatevPayout, type Posting, toPostings } from "./postings";

/** One file for the tax adviser. */
export interface BatchFile {
  name: string;
  content: Uint8Array;
  period: BatchPeriod;
  postings: Posting[];
}

/**
 * Returns the files of these payouts, one per month, as DATEV recommends. Dates have no year, so a file that crosses a
 * fiscal year would book into the wrong one. A month above the row limit is split between payouts.
 */
export function writeBatches(
  payouts: DatevPayout[],
  settings: DatevSettings,
  createdAt: Date,
): { files: BatchFile[]; notes: DatevNote[] } {
  const notes: DatevNote[] = [];
  const months = new Map<string, Posting[][]>();
  for (const payout of [...payouts].sort(byDay)) {
    const made = toPostings(payout, settings);
    notes.push(...made.notes);
    const month = payout.bookedOn.slice(0, 7);
    if (made.postings.length > 0) months.set(month, [...(months.get(month) ?? []), made.postings]);
  }
  const files = [...months].flatMap(([month, groups]) =>
    inParts(groups).map((postings, part, parts) => {
      const period = periodOf(month, settings.fiscalYearStartMonth);
      const tail = parts.length > 1 ? `_${part + 1}` : "";
      const head = { ...period, createdAt, label: `GoCardless ${month}${tail}` };
      const name = `EXTF_Buchungsstapel_${settings.consultant}-${settings.client}_${month}${tail}.csv`;
      return { name, period, postings, content: writeBatch(head, postings, settings) };
    }),
  );
  return { files, notes: [...withoutRepeats(notes), ...ambiguous(notes, payouts)] };
}

function byDay(a: DatevPayout, b: DatevPayout): number {
  if (a.bookedOn !== b.bookedOn) return a.bookedOn < b.bookedOn ? -1 : 1;
  return a.providerId < b.providerId ? -1 : 1;
}

/**
 * Splits groups of rows, one per payout, into parts of at most `most` rows. Cuts a payout only if it is larger than a
 * part, so that each file alone explains the clearing account.
 */
export function inParts(groups: Posting[][], most = MOST_POSTINGS): Posting[][] {
  const parts: Posting[][] = [];
  for (const group of groups) {
    const last = parts.at(-1);
    if (last && last.length + group.length <= most) for (const posting of group) last.push(posting);
    else for (let i = 0; i < group.length; i += most) parts.push(group.slice(i, i + most));
  }
  return parts;
}

/**
 * Returns the first and last day of a month, and the start of its fiscal year. Fiscal years start with a month, so a
 * month belongs to exactly one.
 */
function periodOf(month: string, startMonth: number): BatchPeriod {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const from: Day = `${month}-01`;
  const startYear = number >= startMonth ? year : year - 1;
  const next = number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, "0")}-01`;
  return { fiscalYearStart: `${startYear}-${String(startMonth).padStart(2, "0")}-01`, from, to: addDays(next, -1) };
}

function withoutRepeats(notes: DatevNote[]): DatevNote[] {
  return [...new Map(notes.map((note) => [JSON.stringify(note), note])).values()];
}

/**
 * Returns a note for each invoice number that is written like another one: such invoices would clear each other's open
 * item.
 */
function ambiguous(notes: DatevNote[], payouts: DatevPayout[]): DatevNote[] {
  const numbers = new Set(payouts.flatMap(({ lines }) => lines.map((line) => line.invoice?.number)));
  const changed = new Map<string, Set<string>>();
  for (const note of notes) {
    if (note.kind !== "number_changed") continue;
    const known = changed.get(note.writtenAs) ?? new Set(numbers.has(note.writtenAs) ? [note.writtenAs] : []);
    changed.set(note.writtenAs, known.add(note.number));
  }
  return [...changed]
    .filter(([, group]) => group.size > 1)
    .flatMap(([writtenAs, group]) =>
      [...group].map((number): DatevNote => ({ kind: "number_ambiguous", number, writtenAs })),
    );
}
