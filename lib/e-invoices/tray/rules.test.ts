import { expect, test } from "vitest";
import type { EInvoiceFileStatus } from "@/lib/core/prisma/enums";
import { answersOf } from "./rules";
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
