import { describe, expect, test } from "vitest";
import { BookStatus, CollectionStatus } from "@/lib/core/prisma/enums";
import { blockRefusal, releaseRefusal } from "./rules";

describe("blocking or releasing an invoice", () => {
  test.each(Object.values(BookStatus))("without a collection is refused for a final status: %s", (bookStatus) => {
    const isOver = bookStatus === "paid" || bookStatus === "voided" || bookStatus === "deleted";
    expect(blockRefusal({ bookStatus, live: null })).toBe(isOver ? bookStatus : undefined);
    expect(releaseRefusal({ bookStatus, live: null })).toBe(isOver ? bookStatus : undefined);
  });

  test.each(Object.values(CollectionStatus))("with a collection is refused once it has no effect: %s", (live) => {
    const isStoppable = live === "pending" || live === "created";
    const late = isStoppable ? undefined : "too_late_to_change";
    expect(blockRefusal({ bookStatus: "open", live })).toBe(live === "paid_out" ? "collected" : late);
    expect(releaseRefusal({ bookStatus: "open", live })).toBe(live === "paid_out" ? "collected" : undefined);
  });
});
