import { expect, test } from "vitest";
import { addDays, type Day } from "../../sandbox/kit/calendar";
import { judge } from "./oracle";
import { at, FAILED, mandate, payment, SENT, world } from "./oracle-world";

type World = ReturnType<typeof world>;

/** The first payment was returned on 17 September with a bank code, and a second one has the charge date 1 October. */
function triedAgain(code: string, status: "failed" | "charged_back" = "failed", chargeDate = "2026-10-01", on = "MD1") {
  const all = world([payment("PM1", [...SENT, [status, "2026-09-17"]])]);
  all.story.returns.push({ payment: "PM1", at: at("2026-09-17"), code });
  const steps: [string, Day][] = [
    ["pending_submission", addDays(chargeDate, -8)],
    ["submitted", addDays(chargeDate, -2)],
  ];
  all.ledger.gocardless.payments.push(payment("PM2", steps, { chargeDate, mandate: on }));
  return all;
}

const planOn = ({ story }: World) =>
  void story.settings.push({ at: at("2026-09-02"), value: { daysEarlier: 0, retriesReturns: true } });
const doubles = ({ ledger, story }: World) =>
  judge(ledger, story, "2026-11-12").flatMap(({ kind, text }) => (kind === "double" ? [text] : []));

test("finds a retry that nobody approved while the plan is off", () => {
  expect(doubles(triedAgain("AM04"))).toHaveLength(1);
});

test("allows an approved retry whatever reason the bank gave", () => {
  const all = triedAgain("MD06", "charged_back");
  all.invoice.approvals.push(at("2026-09-18"));
  expect(doubles(all)).toEqual([]);
});

test("allows an approved retry after a closed account on another mandate, never on the same one or its replacement", () => {
  for (const [on, forerunner, wrongs] of [
    ["MD1", undefined, 1],
    ["MD2", undefined, 0],
    ["MD2", "MD1", 1],
  ] as const) {
    const all = triedAgain("AC04", "failed", "2026-10-01", on);
    all.ledger.gocardless.mandates.push(mandate("MD2", "a@x.example", [["pending_submission", "2026-09-01"]]));
    if (forerunner) all.story.forerunners.set("MD2", forerunner);
    all.invoice.approvals.push(at("2026-09-18"));
    expect(doubles(all)).toHaveLength(wrongs);
  }
});

/** Somebody cancels the last payment in the provider's dashboard, and then a new one is created. */
function withReplacement(all: World): World {
  const { payments } = all.ledger.gocardless;
  const last = payments.at(-1);
  last?.history.push({ status: "cancelled", at: at("2026-10-03"), chargeDate: last.chargeDate });
  all.story.externalCancels.add(last?.id ?? "");
  payments.push(payment("PM3", [["pending_submission", "2026-10-04"]], { chargeDate: "2026-10-12" }));
  return all;
}

test("finds a new payment after somebody cancelled one at the provider, unless somebody approved it since", () => {
  const all = triedAgain("MS02");
  all.invoice.approvals.push(at("2026-09-18"));
  expect(doubles(withReplacement(all))).toEqual([expect.stringContaining("cancelled it")]);
  all.invoice.approvals.push("2026-10-03T23:00:00.000Z");
  expect(doubles(all)).toEqual([]);
});

test("counts a payment as returned after it was resubmitted and cancelled at the provider", () => {
  const all = world([payment("PM1", [...FAILED, ["pending_submission", "2026-09-30"]])]);
  all.story.returns.push({ payment: "PM1", at: at("2026-09-17"), code: "AM04" });
  planOn(all);
  expect(doubles(withReplacement(all))).toEqual([expect.stringContaining("cancelled it")]);
  const mine = world([payment("PM1", [...FAILED, ["pending_submission", "2026-09-30"]])]);
  mine.invoice.approvals.push("2026-10-03T23:00:00.000Z");
  expect(doubles(withReplacement(mine))).toEqual([]);
});

test("allows a new payment after we cancelled one that a person resubmitted, but not one the provider resubmitted", () => {
  for (const wish of [[], [{ payment: "PM1", at: at("2026-09-30") }]]) {
    const all = withReplacement(world([payment("PM1", [...FAILED, ["pending_submission", "2026-09-30"]])]));
    all.story.returns.push({ payment: "PM1", at: at("2026-09-17"), code: "AM04" });
    all.story.externalCancels.clear();
    all.story.resubmissions.push(...wish);
    expect(doubles(all)).toHaveLength(1 - wish.length);
  }
});

test("allows a retry on the mandate that the payer signed since the return, and on no other", () => {
  for (const [on, wrongs] of [
    ["MD2", 0],
    ["MD1", 1],
  ] as const) {
    const all = triedAgain("MD06", "charged_back", "2026-10-01", on);
    signedSince(all.ledger, "MD2");
    expect(doubles(all)).toHaveLength(wrongs);
  }
});

test("does not count a mandate that replaced another one at the provider as new consent of the payer", () => {
  const all = triedAgain("MD06", "charged_back", "2026-10-01", "MD2");
  signedSince(all.ledger, "MD2");
  all.story.forerunners.set("MD2", "MD1");
  expect(doubles(all)).toHaveLength(1);
});

test.each([
  ["AM04", "failed", "2026-10-01", 0],
  ["MS03", "failed", "2026-10-01", 0],
  ["MS02", "failed", "2026-10-01", 1],
  ["MD01", "failed", "2026-10-01", 1],
  ["AM04", "charged_back", "2026-10-01", 1],
  // Within a week of the first charge date.
  ["AM04", "failed", "2026-09-21", 1],
] as const)("judges a retry by the plan after %s, %s, for %s", (code, status, chargeDate, wrongs) => {
  const all = triedAgain(code, status, chargeDate);
  planOn(all);
  expect(doubles(all)).toHaveLength(wrongs);
});

test("finds a third retry by the plan", () => {
  const all = world([payment("PM1", FAILED)]);
  planOn(all);
  all.story.returns.push({ payment: "PM1", at: at("2026-09-17"), code: "AM04" });
  for (const [index, day] of ["2026-10-01", "2026-11-02", "2026-12-01"].entries()) {
    const steps: [string, Day][] = [
      ["pending_submission", addDays(day, -8)],
      ["submitted", addDays(day, -2)],
      ["failed", addDays(day, 2)],
    ];
    all.ledger.gocardless.payments.push(payment(`PM${index + 2}`, steps, { chargeDate: day }));
    all.story.returns.push({ payment: `PM${index + 2}`, at: at(addDays(day, 2)), code: "AM04" });
  }
  expect(doubles(all)).toEqual([expect.stringMatching(/PM4 .*: after 2 tries by the plan$/)]);
});

test("finds the provider's own retry that is submitted although the money arrived otherwise", () => {
  const steps: [string, Day][] = [...FAILED, ["pending_submission", "2026-09-21"], ["submitted", "2026-10-20"]];
  const all = world([payment("PM1", steps)]);
  all.story.returns.push({ payment: "PM1", at: at("2026-09-17"), code: "AM04", willRetry: true });
  expect(all.kinds()).toEqual([]);
  all.invoice.owed.push({ at: at("2026-09-22"), value: 0 });
  expect(all.kinds()).toEqual(["wrong"]);
});

function signedSince({ gocardless }: World["ledger"], id: string): void {
  gocardless.mandates.push(mandate(id, "a@x.example", [["pending_submission", "2026-09-18"]]));
}

test("finds a retry after an instruction not to retry that only earlier approvals or mandates allow", () => {
  const stopped = (code: string, status: "failed" | "charged_back", on = "MD1") => {
    const all = triedAgain(code, status, "2026-10-01", on);
    all.invoice.stops.push(at("2026-09-17", 13));
    return all;
  };
  const approved = stopped("MD06", "charged_back");
  approved.invoice.approvals.push("2026-09-17T12:30:00.000Z");
  expect(doubles(approved)).toHaveLength(1);
  approved.invoice.approvals.push(at("2026-09-20"));
  expect(doubles(approved)).toEqual([]);
  const planned = stopped("AM04", "failed");
  planOn(planned);
  expect(doubles(planned)).toHaveLength(1);
  const signed = stopped("MD06", "charged_back", "MD2");
  signedSince(signed.ledger, "MD2");
  expect(doubles(signed)).toHaveLength(0);
  signed.invoice.stops.push(at("2026-09-22", 14));
  expect(doubles(signed)).toHaveLength(1);
});

test("finds a new payment after a resubmitted invoice was excluded and included again, without a new approval", () => {
  const all = withReplacement(world([payment("PM1", [...FAILED, ["pending_submission", "2026-09-30"]])]));
  all.story.returns.push({ payment: "PM1", at: at("2026-09-17"), code: "MS02" });
  all.story.externalCancels.clear();
  all.story.resubmissions.push({ payment: "PM1", at: at("2026-09-30") });
  expect(doubles(all)).toEqual([]);
  const outs = [true, false].map((value, index) => ({ at: at(`2026-10-0${index + 1}`), value }));
  all.invoice.exclusions.push(...outs);
  expect(doubles(all)).toHaveLength(1);
});

test("finds a payment that is submitted although an instruction not to retry came in time to cancel it", () => {
  const wrongs = (all: World, stop: Day) => {
    all.invoice.stops.push(at(stop));
    return judge(all.ledger, all.story, "2026-11-12").filter(({ text }) => text.includes("not again")).length;
  };
  const tried = () => {
    const all = triedAgain("MD06", "charged_back");
    all.invoice.approvals.push(at("2026-09-18"));
    return all;
  };
  expect(wrongs(tried(), "2026-09-25")).toBe(1);
  expect(wrongs(tried(), "2026-09-29")).toBe(0);
  const again = tried();
  again.invoice.approvals.push(at("2026-09-26"));
  expect(wrongs(again, "2026-09-25")).toBe(0);
  const revived = (wished: boolean) => {
    const steps: [string, Day][] = [...FAILED, ["pending_submission", "2026-09-20"], ["submitted", "2026-09-28"]];
    const all = world([payment("PM1", steps)]);
    if (wished) all.story.resubmissions.push({ payment: "PM1", at: at("2026-09-20", 11) });
    return all;
  };
  // Approved meanwhile; the revocation of that approval comes at the last moment.
  const late = tried();
  late.invoice.approvals.push(at("2026-09-26"));
  late.invoice.stops.push(at("2026-09-25"));
  expect(wrongs(late, "2026-09-28")).toBe(0);
  // It was returned after the resubmission, and the provider retries it itself.
  const own = revived(true);
  const steps = ["failed", "pending_submission", "submitted"] as const;
  const days = ["2026-09-30", "2026-10-01", "2026-10-09"] as const;
  const more = steps.map((status, index) => ({ status, at: at(days[index] ?? ""), chargeDate: "2026-10-11" }));
  own.ledger.gocardless.payments[0]?.history.push(...more);
  expect(wrongs(own, "2026-09-30")).toBe(0);
  expect(wrongs(revived(true), "2026-09-22")).toBe(1);
  expect(wrongs(revived(true), "2026-09-19")).toBe(0);
  expect(wrongs(revived(false), "2026-09-22")).toBe(0);
});
