import { expect, test } from "vitest";
import type { Day } from "../../sandbox/kit/calendar";
import { at, FAILED, payment, world } from "./oracle-world";
import { payerIn } from "./story";

const OFF: [string, Day] = ["cancelled", "2026-09-22"];

/** PM1 came back, was taken up again at the provider for a late day, and called off; PM2 followed on it. */
function begunAnew(chargeDate: Day) {
  const revived: [string, Day] = ["pending_submission", "2026-09-18"];
  const all = world([
    payment("PM1", [...FAILED, revived, OFF]),
    payment("PM2", [["pending_submission", "2026-09-23"]], { chargeDate }),
  ]);
  all.story.takenUp.push({ payment: "PM1", at: at("2026-09-18", 11), day: "2026-10-28" });
  return all;
}

test("what was taken up again at the provider for a day is not begun anew for an earlier one", () => {
  expect(begunAnew("2026-09-29").kinds()).toEqual(["wrong"]);
  expect(begunAnew("2026-10-28").kinds()).toEqual([]);
});

test("also on another mandate that was chosen, or shared, meanwhile", () => {
  const all = begunAnew("2026-09-29");
  payerIn(all.story, "a@x.example").choices.push({ at: at("2026-09-19"), value: "MD1" });
  expect(all.kinds()).toContain("wrong");
});

test.each<[string, (all: ReturnType<typeof begunAnew>) => unknown]>([
  ["approved here since, without a day", ({ invoice }) => invoice.approvals.push(at("2026-09-20"))],
  ["approved here in the last moment", ({ invoice }) => invoice.approvals.push(at("2026-09-22", 14))],
  [
    "left out meanwhile",
    ({ invoice }) =>
      invoice.exclusions.push({ at: at("2026-09-19"), value: true }, { at: at("2026-09-20"), value: false }),
  ],
  ["not to be tried again since", ({ invoice }) => invoice.stops.push(at("2026-09-20"))],
  ["called off there", ({ story }) => story.calledOff.add("PM1")],
  [
    "taken up there for no day in particular since",
    ({ story }) => story.takenUp.push({ payment: "PM1", at: at("2026-09-20") }),
  ],
])("unless it was %s", (_what, happens) => {
  const all = begunAnew("2026-09-29");
  happens(all);
  expect(all.kinds()).not.toContain("wrong");
});

/** PM1 came back; on the 18th a day is agreed for another debit of it, and PM2 made for it. */
function agreed(day: Day, chargeDate: Day = day) {
  const all = world([
    payment("PM1", FAILED),
    payment(
      "PM2",
      [
        ["pending_submission", "2026-09-23"],
        ["submitted", "2026-10-05"],
      ],
      { chargeDate },
    ),
  ]);
  all.invoice.approvals.push(at("2026-09-18"));
  all.invoice.agreed.push({ at: at("2026-09-18"), day });
  return all;
}

test("a debit is for the day that was agreed here, neither earlier nor called late for that", () => {
  expect(agreed("2026-10-07").kinds()).toEqual([]);
  // When it was made, and when it was sent.
  expect(agreed("2026-10-08", "2026-10-07").kinds()).toEqual(["wrong", "wrong"]);
  // It was said too late to move what goes to the bank.
  const late = agreed("2026-10-07");
  late.invoice.approvals.push(at("2026-10-04", 14));
  late.invoice.agreed.push({ at: at("2026-10-04", 14), day: "2026-10-20" });
  expect(late.kinds()).toEqual([]);
});

test("a debit that is taken up again at the provider goes to the bank no earlier than a day that was agreed here", () => {
  const revived: [string, Day][] = [
    ["pending_submission", "2026-09-21"],
    ["submitted", "2026-09-30"],
  ];
  const goesOut = (day: Day) => {
    const first = payment("PM1", [...FAILED, ...revived]);
    const history = first.history.map((one, index) =>
      index < FAILED.length ? one : { ...one, chargeDate: "2026-10-02" },
    );
    const all = world([{ ...first, history, chargeDate: "2026-10-02" }]);
    all.invoice.approvals.push(at("2026-09-18"));
    all.invoice.agreed.push({ at: at("2026-09-18"), day });
    all.story.takenUp.push({ payment: "PM1", at: at("2026-09-21", 11) });
    return all.kinds();
  };
  expect(goesOut("2026-10-02")).toEqual([]);
  expect(goesOut("2026-10-12")).toEqual(["wrong"]);
});

// Life 440256 found what this is about.
test.each<Day>(["2026-10-07", "2026-10-28"])(
  "a debit is not called late that waited for %s until somebody said 'not again', too late for it",
  (day) => {
    const all = agreed(day);
    all.invoice.stops.push(at("2026-10-04", 14));
    expect(all.kinds()).toEqual([]);
  },
);

test("what was agreed for a debit that came back again counts no more", () => {
  const all = agreed("2026-10-20", "2026-10-20");
  all.ledger.gocardless.payments.push(
    payment("PM3", [["pending_submission", "2026-10-08"]], { chargeDate: "2026-10-14" }),
  );
  all.ledger.gocardless.payments[1]?.history.push({ status: "failed", at: at("2026-10-07"), chargeDate: "2026-10-20" });
  all.invoice.approvals.push(at("2026-10-07", 14));
  expect(all.kinds()).not.toContain("wrong");
});

test("a day that was agreed here holds at once, and also before the invoice is due if that was known", () => {
  const made = world([
    payment("PM1", FAILED),
    payment("PM2", [["pending_submission", "2026-09-18"]], { chargeDate: "2026-09-24" }),
  ]);
  made.invoice.approvals.push(at("2026-09-18", 11));
  made.invoice.agreed.push({ at: at("2026-09-18", 11), day: "2026-10-07" });
  expect(made.kinds()).toEqual(["wrong"]);

  const dueLater = (changed: Day) => {
    const all = agreed("2026-10-07");
    all.invoice.dueDates.push({ at: at(changed, 11), value: "2026-10-20" });
    return all.kinds();
  };
  const dueEarlier = agreed("2026-10-07");
  dueEarlier.invoice.dueDates.push(
    { at: at("2026-09-16", 11), value: "2026-10-30" },
    { at: at("2026-09-20", 11), value: "2026-10-20" },
  );
  expect(dueEarlier.kinds()).toEqual([]);
  expect(dueLater("2026-09-16")).toEqual([]);
  expect(dueLater("2026-09-20")).toContain("wrong");
});

// Life 441413 found what this is about.
test("whoever leaves an invoice out gives it back to the plan, which has days of its own", () => {
  const all = agreed("2026-10-01");
  all.invoice.agreed.pop();
  all.story.returns.push({ payment: "PM1", at: at("2026-09-17"), code: "AM04", willRetry: false });
  all.story.settings.push({ at: "", value: { daysEarlier: 0, retriesReturns: true } });
  expect(all.kinds()).toContain("wrong");
  all.invoice.exclusions.push({ at: at("2026-09-19"), value: true }, { at: at("2026-09-20"), value: false });
  expect(all.kinds()).toEqual([]);
});
