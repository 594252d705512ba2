import { describe, expect, test } from "vitest";
import { SERVICE_CODES } from "@/lib/providers/accounting/datev/errors";
import { FILE_CODES, LINE_CODES, WARNING_CODES } from "@/lib/providers/accounting/datev/import/file-problems";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import type { DatevNote } from "./postings";

/** Complete by its type: a new kind of note does not compile until it is listed here. */
const NOTES: Record<DatevNote["kind"], true> = {
  ...{ number_changed: true, number_ambiguous: true, debtor_collective: true, debtor_unusable: true, unassigned: true },
  booked_before: true,
};

describe.each([
  ["de", de.datev],
  ["en", en.datev],
])("the DATEV texts in %s", (_locale, texts) => {
  test("have one entry for each problem of a file, and no other", () => {
    expect(Object.keys(texts.problem).sort()).toEqual([...FILE_CODES, ...LINE_CODES, ...WARNING_CODES].sort());
  });

  test("have one entry for each objection of DATEV, for an unknown one and for an accepted file", () => {
    expect(Object.keys(texts.upload).sort()).toEqual([...Object.values(SERVICE_CODES), "unknown", "arrived"].sort());
  });

  test("have one entry for each kind of note on a batch", () => {
    expect(Object.keys(texts.note).sort()).toEqual(Object.keys(NOTES).sort());
  });
});
