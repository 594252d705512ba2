import { expect, test } from "vitest";
import { BookStatus, CollectionStatus } from "@/lib/core/prisma/enums";
import { decisionInput, liveCollection } from "@/test/decision-input";
import { decide } from "./rules";
import { holdsInvoice } from "./status-rules";

/** What the books may say of an invoice, whatever they said before, with every state of its debit. */
const NO_DEBIT = "no debit";
const HOLDING = Object.values(CollectionStatus).filter(holdsInvoice);
const COLUMNS = [NO_DEBIT, ...HOLDING];

/** Called off while the bank does not have it; then it is too late, and what is paid out is what was wanted. */
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

test("the columns are those debits because of which no other may begin", () => {
  expect(COLUMNS).toEqual([NO_DEBIT, "pending", "created", "submitted", "confirmed", "paid_out"]);
});

test.each(Object.values(BookStatus))("%s", (bookStatus) => {
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
