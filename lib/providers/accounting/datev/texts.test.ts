import { describe, expect, test } from "vitest";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import { SERVICE_CODES } from "./errors";
import { FILE_CODES, LINE_CODES, WARNING_CODES } from "./file-problems";
import type { DatevNote } from "./postings";

/** Complete by its type: a kind of note without a line here does not compile. */
const NOTES: Record<DatevNote["kind"], true> = {
  ...{ number_changed: true, number_ambiguous: true, debtor_collective: true, debtor_unusable: true, unassigned: true },
  booked_before: true,
};

describe.each([
  ["de", de.datev],
  ["en", en.datev],
])("the words in %s", (_locale, texts) => {
  test("every problem of a file has its own, and none is left over", () => {
    expect(Object.keys(texts.problem).sort()).toEqual([...FILE_CODES, ...LINE_CODES, ...WARNING_CODES].sort());
  });

  test("everything DATEV may object to, and what is no objection", () => {
    expect(Object.keys(texts.upload).sort()).toEqual([...Object.values(SERVICE_CODES), "unknown", "arrived"].sort());
  });

  test("every note on a batch of bookings has its own", () => {
    expect(Object.keys(texts.note).sort()).toEqual(Object.keys(NOTES).sort());
  });
});
