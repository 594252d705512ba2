import { describe, expect, test } from "vitest";
import { BookStatus, CollectionStatus } from "@/lib/core/prisma/enums";
import { BEGINNING_ACTIONS, LIST_ACTIONS, STEADY_ACTIONS, steadyRefusal } from "./bulk-rules";

describe("keeping an invoice back", () => {
  test.each(Object.values(BookStatus))("that is %s in the books, with no debit", (bookStatus) => {
    const isOver = bookStatus === "paid" || bookStatus === "voided" || bookStatus === "deleted";
    expect(steadyRefusal({ bookStatus, live: null })).toBe(isOver ? bookStatus : undefined);
  });

  test.each(Object.values(CollectionStatus))("whose debit is %s", (live) => {
    const isStoppable = live === "pending" || live === "created";
    const expected = live === "paid_out" ? "collected" : isStoppable ? undefined : "too_late_to_change";
    expect(steadyRefusal({ bookStatus: "open", live })).toBe(expected);
  });
});

test("every action of the list either only keeps back or begins something", () => {
  expect([...STEADY_ACTIONS, ...BEGINNING_ACTIONS].sort()).toEqual([...LIST_ACTIONS].sort());
});
