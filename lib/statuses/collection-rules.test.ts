import { describe, expect, test } from "vitest";
import { CollectionStatus } from "@/lib/core/prisma/enums";
import { agrees, derivedStateOf, holdsInvoice, isReturned, type StatusEvent, UNSENT_ORIGIN } from "./collection-rules";

const statusOf = (events: StatusEvent[]) => derivedStateOf(events).status;

/** Events with actions as GoCardless names them, an hour apart; `action/cause` gives a cause. */
function history(...actions: string[]): StatusEvent[] {
  return actions.map((text, i) => {
    const [action = "", cause = null] = text.split("/");
    return { id: `EV${i}`, action, cause, occurredAt: new Date(Date.UTC(2026, 8, 1, i)) };
  });
}

const TO_PAID_OUT = ["created", "submitted", "confirmed", "paid_out"];

describe("the product status map (reference gocardless.md 9.1)", () => {
  test.each<[CollectionStatus, string[]]>([
    ["pending", []],
    ["created", ["created"]],
    ["created", ["customer_approval_granted"]],
    ["submitted", ["created", "submitted"]],
    ["confirmed", ["created", "submitted", "confirmed"]],
    ["paid_out", TO_PAID_OUT],
    ["failed", ["created", "submitted", "failed"]],
    ["created", ["created", "submitted", "failed", "resubmission_requested"]],
    ["confirmed", ["created", "submitted", "failed", "resubmission_requested", "submitted", "confirmed"]],
    ["created", [...TO_PAID_OUT, "failed", "resubmission_requested"]],
    ["submitted", [...TO_PAID_OUT, "failed", "late_failure_settled", "resubmission_requested", "submitted"]],
    ["late_failure", ["created", "submitted", "confirmed", "failed"]],
    ["late_failure", [...TO_PAID_OUT, "failed"]],
    ["chargeback_settled", [...TO_PAID_OUT, "failed", "late_failure_settled"]],
    ["charged_back", ["created", "submitted", "confirmed", "charged_back"]],
    ["charged_back", [...TO_PAID_OUT, "charged_back"]],
    ["paid_out", [...TO_PAID_OUT, "charged_back", "chargeback_cancelled"]],
    ["confirmed", ["created", "submitted", "confirmed", "charged_back", "chargeback_cancelled"]],
    ["chargeback_settled", [...TO_PAID_OUT, "charged_back", "chargeback_settled"]],
    ["paid_out", [...TO_PAID_OUT, "charged_back", "chargeback_settled", "chargeback_cancelled"]],
    ["cancelled", ["created", "cancelled/payment_cancelled"]],
    ["cancelled", ["created", "cancelled/mandate_cancelled"]],
    ["mandate_expired", ["created", "cancelled/mandate_expired"]],
    ["created", ["created", "transferred"]],
    ["failed", ["created", "customer_approval_denied"]],
    ["paid_out", [...TO_PAID_OUT, "surcharge_fee_debited"]],
    ["paid_out", [...TO_PAID_OUT, "something_new"]],
  ])("gives %s after %j", (expected, actions) => {
    expect(statusOf(history(...actions))).toBe(expected);
  });

  test.each<[CollectionStatus, string[]]>([
    // Missing events are covered by the later ones.
    ["confirmed", ["confirmed"]],
    ["paid_out", ["created", "paid_out"]],
    ["failed", ["failed"]],
    // An event that cannot follow is stale and changes nothing.
    ["submitted", ["created", "submitted", "cancelled"]],
    ["cancelled", ["created", "cancelled", "submitted", "confirmed"]],
    ["failed", ["created", "submitted", "failed", "confirmed"]],
    ["paid_out", [...TO_PAID_OUT, "submitted", "created"]],
    ["charged_back", [...TO_PAID_OUT, "charged_back", "failed"]],
    ["paid_out", [...TO_PAID_OUT, "chargeback_cancelled"]],
    ["failed", ["created", "submitted", "failed", "chargeback_settled"]],
  ])("gives %s although events are missing or stale: %j", (expected, actions) => {
    expect(statusOf(history(...actions))).toBe(expected);
  });
});

describe("order and repetition of delivery do not matter", () => {
  const LIVES = [
    [...TO_PAID_OUT, "charged_back", "chargeback_settled"],
    [...TO_PAID_OUT, "charged_back", "chargeback_cancelled"],
    [...TO_PAID_OUT, "failed", "late_failure_settled"],
    ["created", "submitted", "failed", "resubmission_requested", "submitted", "confirmed"],
    ["created", "submitted", "confirmed", "failed"],
    ["created", "cancelled/mandate_expired"],
  ];

  test.each(LIVES.map((actions) => [actions]))("for the events %j", (actions) => {
    const events = history(...actions);
    const expected = statusOf(events);
    let orders = 0;
    for (const order of permutations(events)) {
      orders += 1;
      expect(statusOf(order)).toBe(expected);
      // Each event once more, at the end and at the beginning.
      for (const again of events) {
        expect(statusOf([...order, again])).toBe(expected);
        expect(statusOf([again, ...order])).toBe(expected);
      }
      // One delivery after the other, as they arrive: the last one settles it.
      const inbox = new Map<string, StatusEvent>();
      let status: CollectionStatus = "pending";
      for (const event of [...order, ...order]) status = statusOf([...inbox.set(event.id, event).values()]);
      expect(status).toBe(expected);
    }
    expect(orders).toBe(factorial(events.length));
  });

  test("for events of one instant, which are applied in the order in which they can happen", () => {
    const at = new Date("2026-09-01T10:00:00Z");
    const events = history(...TO_PAID_OUT).map((event) => ({ ...event, occurredAt: at }));
    for (const order of permutations(events)) expect(statusOf(order)).toBe("paid_out");
    const late = history("submitted", "confirmed", "failed").map((event) => ({ ...event, occurredAt: at }));
    for (const order of permutations(late)) expect(statusOf(order)).toBe("late_failure");
  });

  test("for an end without a call, which is void as soon as the provider knows the payment", () => {
    const unsent: StatusEvent = { ...history("cancelled")[0], id: "EV9", origin: UNSENT_ORIGIN } as StatusEvent;
    expect(derivedStateOf([unsent]).status).toBe("cancelled");
    for (const at of [-1, 5].map((hour) => new Date(Date.UTC(2026, 8, 1, hour)))) {
      const before = { ...unsent, occurredAt: at };
      expect(statusOf([before, ...history("created")])).toBe("created");
      expect(statusOf([...history(...TO_PAID_OUT), before])).toBe("paid_out");
      expect(statusOf([before, ...history("created", "cancelled")])).toBe("cancelled");
    }
    // An action that is not the provider's proves nothing.
    expect(statusOf([...history("planned"), unsent])).toBe("cancelled");
  });

  test("and the list that was passed in stays unchanged", () => {
    const events = history("confirmed", "created").reverse();
    const before = [...events];
    statusOf(events);
    expect(events).toEqual(before);
  });
});

describe("a status", () => {
  test("holds the invoice while money is under way or received, and otherwise releases it", () => {
    const holding = Object.values(CollectionStatus).filter(holdsInvoice);
    expect(holding.sort()).toEqual(["confirmed", "created", "paid_out", "pending", "submitted"]);
    expect(Object.values(CollectionStatus).filter(isReturned).sort()).toEqual([
      "chargeback_settled",
      "charged_back",
      "failed",
      "late_failure",
    ]);
    expect(Object.values(CollectionStatus).filter((status) => holdsInvoice(status) && isReturned(status))).toEqual([]);
  });

  test("is shown next to an event according to the events before it", () => {
    const words = (...actions: string[]) =>
      derivedStateOf(history(...actions)).history.map(({ statusAfter }) => statusAfter);
    expect(words("submitted", "failed")).toEqual(["submitted", "failed"]);
    expect(words("confirmed", "transferred", "failed")).toEqual(["confirmed", "mandate_transferred", "late_failure"]);
    expect(words("created", "cancelled/mandate_expired")).toEqual(["created", "mandate_expired"]);
    expect(words("submitted", "cancelled/mandate_expired", "something_new")).toEqual(Array(3).fill("submitted"));
    expect(words("confirmed", "charged_back", "chargeback_cancelled")).toEqual([
      "confirmed",
      "charged_back",
      "confirmed",
    ]);
  });

  test("goes by the newest failure, which is closed when money is received afterwards", () => {
    const course = (...actions: string[]) => {
      const { failure, isReturnOpen } = derivedStateOf(history(...actions));
      return [failure?.id, isReturnOpen];
    };
    expect(course("created", "submitted")).toEqual([undefined, false]);
    expect(course("submitted", "failed/insufficient_funds")).toEqual(["EV1", true]);
    expect(course("submitted", "failed", "resubmission_requested", "submitted", "failed")).toEqual(["EV4", true]);
    expect(course("submitted", "failed", "resubmission_requested", "submitted")).toEqual(["EV1", true]);
    expect(course("submitted", "failed", "resubmission_requested", "confirmed")).toEqual(["EV1", false]);
    // An event that cannot follow is no failure, and a settlement is not another one.
    expect(course("confirmed", "charged_back", "failed", "chargeback_settled")).toEqual(["EV1", true]);
    expect(course("confirmed", "charged_back", "chargeback_cancelled")).toEqual(["EV1", false]);
  });

  test.each<[CollectionStatus, Parameters<typeof agrees>[1], boolean]>([
    ["created", "pending_submission", true],
    ["created", "pending_customer_approval", true],
    ["created", "submitted", false],
    ["pending", "pending_submission", false],
    ["confirmed", "paid_out", false],
    ["paid_out", "paid_out", true],
    ["late_failure", "failed", true],
    ["chargeback_settled", "failed", true],
    ["chargeback_settled", "charged_back", true],
    ["paid_out", "charged_back", false],
    ["mandate_expired", "cancelled", true],
    ["failed", "customer_approval_denied", true],
  ])("of %s here agrees with %s at GoCardless: %s", (status, payment, expected) => {
    expect(agrees(status, payment)).toBe(expected);
  });

  test("agrees with no unknown status of GoCardless, so that the events are read again", () => {
    expect(agrees("confirmed", "brand_new" as never)).toBe(false);
  });
});

function* permutations<T>(items: T[]): Generator<T[]> {
  if (items.length <= 1) yield [...items];
  else
    for (const [i, first] of items.entries())
      for (const rest of permutations([...items.slice(0, i), ...items.slice(i + 1)])) yield [first, ...rest];
}

function factorial(n: number): number {
  return n <= 1 ? 1 : n * factorial(n - 1);
}
