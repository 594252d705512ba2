import { expect, test } from "vitest";
import { type DebitSum, mailKeysOf, payerFigures, samePayer } from "./rules";

const named = (id: string) => ({ id, companyName: id, firstName: null, lastName: null });
const contact = (id: string, sharers: string[] = []) => ({
  ...named(id),
  mandates: [{ chosenBy: sharers.map(named) }],
});
const ids = (found: { id: string }[]) => found.map(({ id }) => id);

test("the contact that gave the mandate and all that use it are one payer, seen from any of them", () => {
  expect(ids(samePayer(contact("a", ["b", "c"]), null))).toEqual(["a", "b", "c"]);
  expect(ids(samePayer(contact("b"), contact("a", ["b", "c"])))).toEqual(["b", "a", "c"]);
  expect(ids(samePayer(contact("d", ["d"]), null))).toEqual(["d"]);
});

const sum = (changes: Partial<DebitSum>): DebitSum => ({
  ...{ year: 2026, status: "paid_out", holdsInvoice: true, wasReturned: false, count: 1, cents: 100 },
  ...changes,
});

test("money counts as collected once it is confirmed, as on its way before, and as returned after a return", () => {
  const { collected, onItsWay, returned, years } = payerFigures([
    sum({ cents: 1 }),
    sum({ year: 2025, status: "confirmed", cents: 10 }),
    sum({ status: "submitted", cents: 100 }),
    sum({ status: "pending", cents: 1_000 }),
    sum({ year: 2024, status: "charged_back", holdsInvoice: false, wasReturned: true, cents: 10_000 }),
    // Cancelled before the bank had it: nothing came, and nothing was returned.
    sum({ year: 2023, status: "cancelled", holdsInvoice: false, cents: 100_000 }),
  ]);
  expect([collected.cents, onItsWay.cents, returned.cents]).toEqual([11, 1_100, 10_000]);
  expect(years.map((one) => [one.year, one.collected.cents, one.returned.cents])).toEqual([
    [2026, 1, 0],
    [2025, 10, 0],
    [2024, 0, 10_000],
  ]);
});

test("a debit that was retried at GoCardless and paid counts as returned and as collected", () => {
  const { collected, returned } = payerFigures([sum({ wasReturned: true })]);
  expect([collected.count, returned.count]).toEqual([1, 1]);
});

test("the mails of a request are its first mail, those sent again and the reminders", () => {
  expect(mailKeysOf([{ id: "mrq_1", mailCount: 1, reminderCount: 1 }])).toEqual([
    "mandate:mrq_1:0",
    "mandate:mrq_1:1",
    "remind:mrq_1:0",
    "remind:mrq_1:1",
  ]);
});
