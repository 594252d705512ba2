import { expect, test } from "vitest";
import type { Day } from "../../sandbox/kit/calendar";
import { at, FAILED, payment, world } from "./oracle-world";
import { payerIn } from "./story";

const OFF: [string, Day] = ["cancelled", "2026-09-22"];

/** PM1 was returned, resubmitted at the provider for a late day, and cancelled; PM2 followed. */
function replacedFor(chargeDate: Day) {
  const revived: [string, Day] = ["pending_submission", "2026-09-18"];
  const all = world([
    payment("PM1", [...FAILED, revived, OFF]),
    payment("PM2", [["pending_submission", "2026-09-23"]], { chargeDate }),
  ]);
  all.story.resubmissions.push({ payment: "PM1", at: at("2026-09-18", 11), day: "2026-10-28" });
  return all;
}

test("finds a new payment for an earlier day than the one for which it was resubmitted at the provider", () => {
  expect(replacedFor("2026-09-29").kinds()).toEqual(["wrong"]);
  expect(replacedFor("2026-10-28").kinds()).toEqual([]);
});

test("finds it also on another mandate that was chosen or shared meanwhile", () => {
  const all = replacedFor("2026-09-29");
  payerIn(all.story, "a@x.example").choices.push({ at: at("2026-09-19"), value: "MD1" });
  expect(all.kinds()).toContain("wrong");
});

test.each<[string, (all: ReturnType<typeof replacedFor>) => unknown]>([
  ["approved here since, without a day", ({ invoice }) => invoice.approvals.push(at("2026-09-20"))],
  ["approved here in the last moment", ({ invoice }) => invoice.approvals.push(at("2026-09-22", 14))],
  [
    "excluded meanwhile",
    ({ invoice }) =>
      invoice.exclusions.push({ at: at("2026-09-19"), value: true }, { at: at("2026-09-20"), value: false }),
  ],
  ["not to be tried again since", ({ invoice }) => invoice.stops.push(at("2026-09-20"))],
  ["cancelled there", ({ story }) => story.externalCancels.add("PM1")],
  [
    "resubmitted there since, without a day",
    ({ story }) => story.resubmissions.push({ payment: "PM1", at: at("2026-09-20") }),
  ],
])("allows the earlier day if the invoice was %s", (_what, happens) => {
  const all = replacedFor("2026-09-29");
  happens(all);
  expect(all.kinds()).not.toContain("wrong");
});

/** PM1 was returned; on the 18th a day is agreed for another payment, and PM2 is created for it. */
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

test("expects a payment on the agreed day, neither earlier nor reported as late", () => {
  expect(agreed("2026-10-07").kinds()).toEqual([]);
  // One finding at creation, one at submission.
  expect(agreed("2026-10-08", "2026-10-07").kinds()).toEqual(["wrong", "wrong"]);
  // The new day was agreed too late to move a payment that is about to be submitted.
  const late = agreed("2026-10-07");
  late.invoice.approvals.push(at("2026-10-04", 14));
  late.invoice.agreed.push({ at: at("2026-10-04", 14), day: "2026-10-20" });
  expect(late.kinds()).toEqual([]);
});

test("finds a payment resubmitted at the provider that is submitted before the day agreed in the product", () => {
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
    all.story.resubmissions.push({ payment: "PM1", at: at("2026-09-21", 11) });
    return all.kinds();
  };
  expect(goesOut("2026-10-02")).toEqual([]);
  expect(goesOut("2026-10-12")).toEqual(["wrong"]);
});

// Found by the simulation run with seed 440256.
test.each<Day>(["2026-10-07", "2026-10-28"])(
  "does not report a payment as late that waited for %s until an instruction not to retry came too late",
  (day) => {
    const all = agreed(day);
    all.invoice.stops.push(at("2026-10-04", 14));
    expect(all.kinds()).toEqual([]);
  },
);

test("drops an agreed day once the payment it was agreed for is returned", () => {
  const all = agreed("2026-10-20", "2026-10-20");
  all.ledger.gocardless.payments.push(
    payment("PM3", [["pending_submission", "2026-10-08"]], { chargeDate: "2026-10-14" }),
  );
  all.ledger.gocardless.payments[1]?.history.push({ status: "failed", at: at("2026-10-07"), chargeDate: "2026-10-20" });
  all.invoice.approvals.push(at("2026-10-07", 14));
  expect(all.kinds()).not.toContain("wrong");
});

test("applies an agreed day at once, also before the due date if that was known", () => {
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

// Found by the simulation run with seed 441413.
test("lets the plan choose the day again after the invoice was excluded", () => {
  const all = agreed("2026-10-01");
  all.invoice.agreed.pop();
  all.story.returns.push({ payment: "PM1", at: at("2026-09-17"), code: "AM04", willRetry: false });
  all.story.settings.push({ at: "", value: { daysEarlier: 0, retriesReturns: true } });
  expect(all.kinds()).toContain("wrong");
  all.invoice.exclusions.push({ at: at("2026-09-19"), value: true }, { at: at("2026-09-20"), value: false });
  expect(all.kinds()).toEqual([]);
});
