import { describe, expect, test } from "vitest";
import { toTasks } from "./tasks";

type Facts = Parameters<typeof toTasks>[0];

const QUIET: Facts = {
  notices: [],
  connections: [],
  mismatches: [],
  mandates: { waiting: 0, olderThanWeek: 0, unconfirmed: 0, usable: 0, proposals: 0 },
  heldFiles: 0,
  invoices: { untoldCount: 0, hasAny: true },
  conditions: [{ isChosen: false }],
  books: "LEXOFFICE",
};
const textsOf = (changes: Partial<Facts>) => toTasks({ ...QUIET, ...changes }).map((task) => task.text);

describe("read invoices without a chosen payment condition", () => {
  test("make a task that uses the accounting system's own term and links to the choice", () => {
    expect(toTasks(QUIET)).toMatchObject([{ text: "no_condition_chosen", href: "/app#conditions" }]);
    expect(textsOf({ conditions: [] })).toEqual(["no_condition_chosen"]);
    expect(textsOf({ books: "SEVDESK" })).toEqual(["no_method_chosen"]);
  });

  test.each<[string, Partial<Facts>]>([
    ["one is chosen", { conditions: [{ isChosen: false }, { isChosen: true }] }],
    ["there is no invoice yet", { invoices: { untoldCount: 0, hasAny: false } }],
    ["the accounting system works by file", { books: "DATEV" }],
    ["no accounting system is connected", { books: undefined }],
  ])("make no task when %s", (_, changes) => {
    expect(textsOf(changes)).toEqual([]);
  });
});

test("e-invoices that wait for an answer make a task while they are the accounting system in use", () => {
  const facts = { heldFiles: 7, books: "EINVOICE" };
  expect(toTasks({ ...QUIET, ...facts })).toMatchObject([
    { text: "e_invoices_held", count: 7, href: "/app/e-invoices?filter=held" },
  ]);
  expect(textsOf({ ...facts, heldFiles: 0 })).toEqual([]);
  expect(textsOf({ heldFiles: 7, books: "DATEV" })).toEqual([]);
});

test.each<[string, Partial<Facts>, string]>([
  ["unsigned", { mandates: { ...QUIET.mandates, waiting: 2, olderThanWeek: 1 } }, "/app/mandates?filter=open"],
  ["invoices", { invoices: { untoldCount: 3, hasAny: true } }, "/app/invoices?filter=to-decide"],
])("what waits for the supplier (%s) makes a task that links to the place where it is settled", (text, facts, href) => {
  const [task, ...more] = toTasks({ ...QUIET, conditions: [{ isChosen: true }], ...facts });
  expect(task).toMatchObject({ text, href });
  expect(more).toEqual([]);
});
