import { expect, test } from "vitest";
import { BookStatus, CollectionStatus } from "@/lib/core/prisma/enums";
import { holdsInvoice } from "@/lib/statuses/collection-rules";
import { decisionInput, liveCollection } from "@/test/decision-input";
import { decide } from "./rules";

/**
 * Every status that the accounting system may report, whatever it reported before, with every state of the collection.
 */
const NO_DEBIT = "no debit";
const HOLDING = Object.values(CollectionStatus).filter(holdsInvoice);
const COLUMNS = [NO_DEBIT, ...HOLDING];

/**
 * Cells of a status that stops collections: cancelled while the bank does not have it, then too late. After a payout
 * nothing has to change.
 */
const end = (reason: string) =>
  `skip:${reason} cancel:${reason} cancel:${reason} keep:too_late_to_change keep:too_late_to_change keep:collected`;
const TABLE: Record<BookStatus, string> = {
  draft: end("draft"),
  open: "collect:collect keep:collection_running keep:collection_running keep:collection_running keep:collection_running keep:collected",
  paid: end("paid"),
  voided: end("voided"),
  in_banking: end("in_banking"),
  deleted: end("deleted"),
};

test("the columns are the states in which a collection holds its invoice", () => {
  expect(COLUMNS).toEqual([NO_DEBIT, "pending", "created", "submitted", "confirmed", "paid_out"]);
});

test.each(Object.values(BookStatus))("decides a document that is %s in every state of its collection", (bookStatus) => {
  const decisions = COLUMNS.map((column) => {
    const live = HOLDING.find((status) => status === column);
    const openCents = bookStatus === "paid" ? 0 : 11_900;
    const input = decisionInput({
      invoice: { bookStatus, openCents },
      live: live ? liveCollection({ status: live }) : null,
    });
    const { outcome, reason } = decide(input);
    return `${outcome}:${reason}`;
  });
  expect(decisions).toEqual(TABLE[bookStatus].split(" "));
});
