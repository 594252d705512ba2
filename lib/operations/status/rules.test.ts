import { describe, expect, test } from "vitest";
import type { DiagnosisFacts } from "@/lib/operations/types";
import { ageIn, diagnosisOf, levelOf, queueLevel } from "./rules";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 2, 8, minute));

const collected: DiagnosisFacts = {
  hasBooks: true,
  hasPayments: true,
  staleSince: null,
  needsDecision: false,
  changedAt: at(1),
  outcome: "keep",
  reason: "collection_running",
  decidedAt: at(2),
};
const debit = { holdsInvoice: true, calledAt: null, cancelRequestedAt: null, createdAt: at(3), newsAt: at(4) };
const payout = { archivedAt: at(6), bookingStatus: "booked", bookedAt: at(7), createdAt: at(5) };

describe("the diagnosis of an invoice", () => {
  test.each<[Partial<DiagnosisFacts>, string, string, number]>([
    [{ staleSince: at(0) }, "read", "awaits_reading", 0],
    [{ staleSince: at(0), hasBooks: false }, "read", "books_disconnected", 0],
    [{ needsDecision: true }, "decide", "awaits_decision", 1],
    [{ reason: "mandate_requested" }, "mandate", "mandate_unsigned", 2],
    [{ reason: "condition_mismatch" }, "decide", "decided", 2],
    [{ debit: { ...debit, status: "failed", holdsInvoice: false } }, "decide", "decided", 2],
    [{ debit: { ...debit, status: "pending" } }, "debit", "call_due", 3],
    [{ debit: { ...debit, status: "pending", calledAt: at(9) } }, "debit", "outcome_unknown", 9],
    [{ debit: { ...debit, status: "pending" }, hasPayments: false }, "debit", "payments_disconnected", 4],
    [{ debit: { ...debit, status: "created", cancelRequestedAt: at(8) } }, "debit", "cancel_due", 8],
    [{ debit: { ...debit, status: "created" } }, "debit", "before_charge", 4],
    [{ debit: { ...debit, status: "submitted", newsAt: null } }, "debit", "at_bank", 3],
    [{ debit: { ...debit, status: "confirmed" } }, "payout", "awaits_payout", 4],
    [{ debit: { ...debit, status: "paid_out" } }, "payout", "payout_unheard", 4],
    [
      { debit: { ...debit, status: "paid_out" }, payout: { ...payout, archivedAt: null } },
      "payout",
      "payout_unproven",
      5,
    ],
    [
      { debit: { ...debit, status: "paid_out" }, payout: { ...payout, bookingStatus: "pending" } },
      "booking",
      "awaits_booking",
      6,
    ],
    [
      { debit: { ...debit, status: "paid_out" }, payout: { ...payout, bookingStatus: "needs_attention" } },
      "booking",
      "booking_refused",
      6,
    ],
    [{ debit: { ...debit, status: "paid_out" }, payout }, "done", "settled", 7],
    [{ debit: { ...debit, status: "paid_out" }, payout: { ...payout, bookedAt: null } }, "done", "settled", 6],
  ])("with %j it is at the station %s because of %s", (facts, station, why, minute) => {
    expect(diagnosisOf({ ...collected, ...facts })).toEqual({ station, why, since: at(minute) });
  });
});

test("feeds are rated by the age of their readings, inboxes by how long events wait", () => {
  expect([3_600, 6_000, 10_800].map((age) => levelOf("books", age, null))).toEqual(["good", "wait", "bad"]);
  expect([119, 120, 900].map((wait) => levelOf("webhooks", 999_999, wait))).toEqual(["good", "wait", "bad"]);
  expect([24, 30, 54].map((hours) => levelOf("payments", hours * 3_600, null))).toEqual(["good", "wait", "bad"]);
  expect(levelOf("contracts", null, null)).toBe("good");
  expect(levelOf("worker", null, null)).toBe("wait");
});

test("a queue is good while nothing waits long, is retried or has failed", () => {
  expect(queueLevel(null, 0, 0)).toBe("good");
  expect(queueLevel(1, 1, 0)).toBe("wait");
  expect(queueLevel(1, 0, 1)).toBe("bad");
  expect(queueLevel(900, 0, 0)).toBe("bad");
});

test("an age has the largest unit of which there are at least two", () => {
  const ages = [0.4, 119, 120, 7_199, 7_200, 172_799, 172_800].map(ageIn);
  expect(ages.map(({ value, unit }) => `${value} ${unit}`)).toEqual([
    "0 seconds",
    "119 seconds",
    "2 minutes",
    "120 minutes",
    "2 hours",
    "48 hours",
    "2 days",
  ]);
});
