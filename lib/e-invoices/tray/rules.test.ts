import { expect, test } from "vitest";
import type { EInvoiceFileStatus } from "@/lib/core/prisma/enums";
import { answersOf, originalName } from "./rules";
import type { Answer } from "./types";

/** The answers that a file in each state offers, for a reason without answers of its own. */
const ANSWERS: Record<EInvoiceFileStatus, Answer[]> = {
  waiting: [],
  done: [],
  held: ["again", "ignore"],
  refused: ["again"],
};

test.each(Object.entries(ANSWERS) as [EInvoiceFileStatus, Answer[]][])(
  "a file that is %s offers its answers, and none once its bytes are deleted",
  (status, answers) => {
    expect(answersOf({ status, reason: "due_date_missing", hasOriginal: true })).toEqual(answers);
    expect(answersOf({ status, reason: "due_date_missing", hasOriginal: false })).toEqual([]);
  },
);

test.each([
  ["rechnung", "<Invoice/>", "rechnung.xml"],
  ["rechnung.xml", "<!-- from %PDF-1.7 --><Invoice/>", "rechnung.xml"],
  ["rechnung.xml", "%PDF-1.7", "rechnung.xml.pdf"],
  ["Rechnung.PDF", "Received: by mail\r\n\r\n%PDF-1.7", "Rechnung.PDF"],
  ["rechnung.exe", "MZ", "rechnung.exe.bin"],
])("the download of %s that begins with %j is named %s", (name, text, download) => {
  expect(originalName(name, Buffer.from(text))).toBe(download);
});
