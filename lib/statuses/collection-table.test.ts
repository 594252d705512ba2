import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CollectionStatus } from "@/lib/core/prisma/enums";
import { deliveries, lives } from "@/test/collection-lives";
import { derivedStateOf, STEPS, type StatusEvent, UNSENT_ORIGIN } from "./collection-rules";

const statusOf = (events: StatusEvent[]) => derivedStateOf(events).status;

/** Every state with every event, spelled out by hand: a dot means that nothing changes. */
const COLUMNS = [
  "created",
  "customer_approval_granted",
  "customer_approval_denied",
  "submitted",
  "confirmed",
  "paid_out",
  "failed",
  "resubmission_requested",
  "cancelled/payment_cancelled",
  "cancelled/mandate_expired",
  "charged_back",
  "chargeback_cancelled",
  "chargeback_settled",
  "late_failure_settled",
  "transferred",
  "surcharge_fee_debited",
  "something_new",
];
const NOTHING = ". . . . . . . . . . . . . . . . .";
const REVIVED_ONLY = ". . . . . . . created . . . . . . . . .";
const TABLE: [via: string, state: string, row: string][] = [
  [
    "",
    "pending",
    "created created failed submitted confirmed paid_out failed . cancelled mandate_expired . . . . . . .",
  ],
  ["created", "created", ". . failed submitted confirmed paid_out failed . cancelled mandate_expired . . . . . . ."],
  ["submitted", "submitted", ". . . . confirmed paid_out failed . . . charged_back . . . . . ."],
  ["confirmed", "confirmed", ". . . . . paid_out late_failure . . . charged_back . . . . . ."],
  ["paid_out", "paid_out", ". . . . . . late_failure . . . charged_back . . . . . ."],
  ["failed", "failed", ". . . . . . . created . . . . . . . . ."],
  ["paid_out failed", "late_failure", ". . . . . . . created . . . . . chargeback_settled . . ."],
  ["confirmed charged_back", "charged_back", ". . . . . . . . . . . confirmed chargeback_settled . . . ."],
  ["paid_out charged_back", "charged_back", ". . . . . . . . . . . paid_out chargeback_settled . . . ."],
  ["paid_out charged_back chargeback_settled", "chargeback_settled", ". . . . . . . created . . . paid_out . . . . ."],
  ["paid_out failed late_failure_settled", "chargeback_settled", REVIVED_ONLY],
  ["paid_out charged_back chargeback_cancelled failed late_failure_settled", "chargeback_settled", REVIVED_ONLY],
  ["created cancelled", "cancelled", NOTHING],
  ["created cancelled/mandate_expired", "mandate_expired", NOTHING],
];

/**
 * After an end that we recorded because nothing seemed to have been sent: the provider's events count as if it did not
 * exist.
 */
const UNSENT_ROW =
  "created created failed submitted confirmed paid_out failed pending cancelled mandate_expired pending pending pending pending . pending pending";
const AFTER_UNSENT: typeof TABLE = [
  ["cancelled/contract_inactive@einzug_unsent", "cancelled", UNSENT_ROW],
  ["failed/refused@einzug_unsent", "failed", UNSENT_ROW],
];

/** Events of our own, recorded before the provider's event for the same action, or because nothing was sent. */
const OWN_COLUMNS = [
  "planned",
  "created@einzug",
  "submitted@einzug",
  "cancelled/payer_excluded@einzug",
  "cancelled/contract_inactive@einzug_unsent",
  "failed/refused@einzug_unsent",
];
const NO_OWN_STEP = ". . . . . .";
const OWN_TABLE: typeof TABLE = [
  ["", "pending", ". created submitted cancelled cancelled failed"],
  ["created", "created", ". . submitted cancelled . ."],
  // The provider has made the payment after all, and our own call has its answer: neither end counts any more.
  ["cancelled/contract_inactive@einzug_unsent", "cancelled", ". created submitted . . ."],
  ["failed/refused@einzug_unsent", "failed", ". created submitted cancelled . ."],
  ...TABLE.filter(([via]) => via !== "" && via !== "created").map(([via, state]): [string, string, string] => [
    via,
    state,
    NO_OWN_STEP,
  ]),
];
/** A label of the history only: no collection is ever in this state. */
const WORDS_ONLY: CollectionStatus[] = ["mandate_transferred"];

/** Returns the event of `action/cause@origin`, at an hour of the day. */
function eventAt(text: string, hour: number): StatusEvent {
  const [step = "", origin = null] = text.split("@");
  const [action = "", cause = null] = step.split("/");
  return { id: `EV${hour}`, action, cause, origin, occurredAt: new Date(Date.UTC(2026, 8, 1, 0, hour * 60)) };
}

const told = (words: string[]) => words.filter(Boolean).map(eventAt);

describe("every state of a collection with every event", () => {
  test("is tested with every action of the transition table", () => {
    const asked = COLUMNS.map((column) => column.split("/")[0]);
    expect(Object.keys(STEPS).filter((action) => !asked.includes(action))).toEqual([]);
  });

  test("is in the table, each pair once for each way in which it can differ", () => {
    const states = new Set(TABLE.map(([, state]) => state));
    expect([...states].sort()).toEqual(
      Object.values(CollectionStatus)
        .filter((status) => !WORDS_ONLY.includes(status))
        .sort(),
    );
    for (const [via, , row] of TABLE) expect(row.split(" "), via).toHaveLength(COLUMNS.length);
    expect(TABLE.length * COLUMNS.length).toBe(238);
    for (const [via, , row] of AFTER_UNSENT) expect(row.split(" "), via).toHaveLength(COLUMNS.length);
    for (const [via, , row] of OWN_TABLE) expect(row.split(" "), via).toHaveLength(OWN_COLUMNS.length);
    expect(OWN_TABLE).toHaveLength(TABLE.length + AFTER_UNSENT.length);
  });

  test.each([...TABLE, ...AFTER_UNSENT])("after %j it is %s, and continues as the table says", (via, state, row) => {
    walk(via, state, row, COLUMNS);
  });

  test.each(OWN_TABLE)("after %j it is %s, and our own events do what the table says", (via, state, row) => {
    walk(via, state, row, OWN_COLUMNS);
  });

  function walk(via: string, state: string, row: string, columns: string[]): void {
    const before = told(via.split(" "));
    expect(statusOf(before)).toBe(state);
    for (const [i, cell] of row.split(" ").entries()) {
      const event = eventAt(columns[i] as string, 20);
      const to = cell === "." ? state : cell;
      const after = derivedStateOf([...before, event]);
      expect(after.status, `${state} + ${columns[i]}`).toBe(to);
      // The label in the history matches the state; a void end is not in the history.
      const last = after.history.at(-1);
      if (last?.event !== event) expect(event.origin, `${state} + ${columns[i]}`).toBe(UNSENT_ORIGIN);
      else
        expect(last.statusAfter, `${columns[i]} in words`).toBe(
          event.action === "transferred" ? "mandate_transferred" : to,
        );
      // Delivered twice, and before the earlier events: the same result.
      expect(statusOf([event, ...before, event]), `${columns[i]} + ${state}`).toBe(to);
    }
  }
});

describe("every delivery of every sequence of up to six events", () => {
  const MOST = 6;
  const all = lives(MOST);

  test("includes sequences with every kind of end", () => {
    expect(all.length).toBe(53);
    expect(new Set(all.map((life) => life.end)).size).toBe(10);
  });

  test("ends in the state of its sequence, whatever the order and the repetition", () => {
    let delivered = 0;
    for (const { actions, end } of all) {
      const events = told(actions);
      for (let length = actions.length; length <= MOST; length += 1)
        for (const word of deliveries(actions.length, length)) {
          delivered += 1;
          const order = word.map((i) => events[i] as StatusEvent);
          if (statusOf(order) !== end) expect(statusOf(order), JSON.stringify([actions, word])).toBe(end);
        }
    }
    // All 6! orders of each sequence of six, and so on: none was skipped.
    expect(delivered).toBe(all.reduce((sum, { actions }) => sum + countOf(actions.length, MOST), 0));
    expect(delivered).toBeGreaterThan(50_000);
  });

  test("ends in that state although we recorded an end because nothing seemed to have been sent", () => {
    for (const { actions, end } of all)
      for (let hour = -1; hour <= MOST; hour += 1) {
        const unsent = { ...eventAt("cancelled", hour), id: "EVown", origin: UNSENT_ORIGIN };
        const events = told(actions);
        for (const order of [
          [unsent, ...events],
          [...events, unsent],
          [...events.toReversed(), unsent, unsent],
        ])
          expect(statusOf(order), `${actions} beside an end noted at ${hour}`).toBe(end);
      }
  });

  test("ends in that state with our own events for the same actions, before or after the provider's", () => {
    let noted = 0;
    for (const { actions, end } of all) {
      const events = told(actions);
      const own = actions
        .map((text, hour) => ({ ...eventAt(`${text.split("/")[0]}@einzug`, hour + 0.5), id: `EVown${hour}` }))
        .filter(({ action }) => ["created", "submitted", "cancelled"].includes(action));
      noted += own.length;
      for (const some of [own, ...own.map((one) => [one])])
        for (const order of [[...some, ...events], [...events, ...some], [...events, ...some].toReversed()])
          expect(statusOf(order), `${actions} beside ${some.map(({ id }) => id)}`).toBe(end);
    }
    expect(noted).toBeGreaterThan(100);
  });

  test("gives the same state in any order, for any events at any times", () => {
    const event = fc.record({
      text: fc.constantFrom(...COLUMNS, ...OWN_COLUMNS),
      hour: fc.integer({ min: 0, max: 3 }),
    });
    const anything = fc
      .array(event, { minLength: 1, maxLength: 6 })
      .chain((list) =>
        fc.tuple(
          fc.constant(list.map(({ text, hour }, i) => ({ ...eventAt(text, hour), id: `EV${i}` }))),
          fc.array(fc.nat({ max: list.length - 1 }), { maxLength: 6 }),
          fc.infiniteStream(fc.nat()),
        ),
      );
    fc.assert(
      fc.property(anything, ([events, again, luck]) => {
        const more = [...events, ...again.map((i) => events[i] as StatusEvent)];
        const shuffled = more
          .map((one) => ({ one, at: luck.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ one }) => one);
        expect(statusOf(shuffled)).toBe(statusOf(events));
      }),
      { seed: 6, numRuns: 2_000 },
    );
  });
});

/**
 * Returns the number of deliveries of `count` events in up to `most` steps, with none missing: surjections, counted by
 * inclusion and exclusion.
 */
function countOf(count: number, most: number): number {
  let sum = 0;
  for (let length = count; length <= most; length += 1)
    for (let left = 0; left <= count; left += 1)
      sum += (left % 2 === 0 ? 1 : -1) * choose(count, left) * (count - left) ** length;
  return sum;
}

function choose(n: number, k: number): number {
  return k === 0 ? 1 : (choose(n, k - 1) * (n - k + 1)) / k;
}
