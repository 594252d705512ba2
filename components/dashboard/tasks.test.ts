import { describe, expect, test } from "vitest";
import { toTasks } from "./tasks";

type Facts = Parameters<typeof toTasks>[0];

const QUIET: Facts = {
  notices: [],
  connections: [],
  mismatches: [],
  mandates: { waiting: 0, olderThanWeek: 0, usable: 0, proposals: 0 },
  invoices: { untoldCount: 0, hasAny: true },
  conditions: [{ isChosen: false }],
  openReturns: 0,
  books: "LEXOFFICE",
};
const GROUP = { count: 1, sumCents: 11_900, since: "2026-12-14T23:01:00.000Z", invoiceId: "inv_1" };
const textsOf = (changes: Partial<Facts>) => toTasks({ ...QUIET, ...changes }).map((task) => task.text);

describe("invoices of which none means direct debit", () => {
  test("are a task, in the words of the books, that leads to the choice", () => {
    expect(toTasks(QUIET)).toMatchObject([{ text: "no_condition_chosen", href: "/app#conditions" }]);
    expect(textsOf({ conditions: [] })).toEqual(["no_condition_chosen"]);
    expect(textsOf({ books: "SEVDESK" })).toEqual(["no_method_chosen"]);
  });

  test.each<[string, Partial<Facts>]>([
    ["one is chosen", { conditions: [{ isChosen: false }, { isChosen: true }] }],
    ["there is no invoice yet", { invoices: { untoldCount: 0, hasAny: false } }],
    ["the books go by file", { books: "DATEV" }],
    ["no books are connected", { books: undefined }],
  ])("are none when %s", (_, changes) => {
    expect(textsOf(changes)).toEqual([]);
  });
});

describe("returned debits that nobody has dealt with", () => {
  const noticeOf = (kind: string) => ({ ...GROUP, kind });

  test("are a task although their notices were dismissed, because the navigation still counts them", () => {
    const facts = { ...QUIET, conditions: [{ isChosen: true }], openReturns: 2 };
    expect(toTasks(facts)).toMatchObject([{ text: "open_returns", count: 2, href: "/app/returns" }]);
    expect(toTasks({ ...facts, openReturns: 0 })).toEqual([]);
  });

  test.each(["collection_failed", "collection_returned"])("are told once, where a notice tells them (%s)", (kind) => {
    expect(textsOf({ conditions: [{ isChosen: true }], openReturns: 2, notices: [noticeOf(kind)] })).toEqual([kind]);
  });
});
