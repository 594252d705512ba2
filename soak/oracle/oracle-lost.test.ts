import { expect, test } from "vitest";
import type { Day } from "../../sandbox/kit/calendar";
import { fatesOf, judge } from "./oracle";
import { at, FAILED, mandate, payment, world } from "./oracle-world";
import { payerIn, written } from "./story";

type World = ReturnType<typeof world>;

test.each<[string, (w: World) => unknown, string]>([
  ["nobody collects", () => {}, "lost"],
  ["the payer's mandate has ended", ({ ledger }) => ended(ledger), "no mandate"],
  ["nobody has asked the payer for one", ({ ledger }) => ledger.gocardless.mandates.splice(0), "lost"],
  ["was excluded", ({ invoice }) => invoice.exclusions.push({ at: at("2026-09-01"), value: true }), "excluded"],
  ["was put on hold", ({ invoice }) => invoice.holds.push({ at: at("2026-09-01"), value: "2027-01-01" }), "on hold"],
  ["was due two months before the product could act", late, "very late"],
  [
    "is the closing invoice of a down payment that is open",
    (w) => closing(w, "open", 4_000),
    "part of a closing invoice",
  ],
  ["claims less than nothing", ({ ledger }) => claims(ledger, -5_000), "nothing open"],
  ["is the closing invoice of one that was voided", (w) => closing(w, "voided", 0), "lost"],
  ["was on a mandate that was shared for a day", shared, "lost"],
])("names the outcome of an invoice that %s", (_what, happens, name) => {
  const all = world([]);
  happens(all);
  // Long after the due date, so that its age alone is no explanation.
  const today = "2026-12-20";
  expect(fatesOf(all.ledger, { ...all.story, invoices: [all.invoice] }, today)).toEqual({ [name]: 1 });
  const lost = judge(all.ledger, { ...all.story, invoices: [all.invoice] }, today).filter(
    ({ kind }) => kind === "lost",
  );
  expect(lost).toHaveLength(name === "lost" ? 1 : 0);
});

// Found by the simulation runs with seeds 250160 and 441111.
test("a down payment is not reported as uncollected if it waited for its final invoice until it was too late", () => {
  const all = world([]);
  const { ledger, story, invoice } = all;
  const steps: [string, Day][] = [
    ["pending_submission", "2026-09-01"],
    ["paid_out", "2026-11-19"],
  ];
  ledger.gocardless.payments.push(payment("PM2", steps, { metadata: { invoice: "RE2" } }));
  const other = { id: "2", number: "RE2", payer: "a@x.example", owed: 10_000, dueDate: "2026-09-15" };
  const fates = (isPart: boolean, renamed?: Day) => {
    const closed = written(at("2026-08-31"), { ...other, isPart });
    if (renamed) closed.payers.push({ at: at(renamed), value: "b@x.example" });
    return fatesOf(ledger, { ...story, invoices: [{ ...invoice, isPart }, closed] }, "2026-12-20");
  };
  expect(fates(false)).toMatchObject({ lost: 1 });
  expect(fates(true)).toMatchObject({ "very late": 1 });
  expect(fates(true, "2026-11-20")).toMatchObject({ "very late": 1 });
  expect(fates(true, "2026-08-31")).toMatchObject({ lost: 1 });
});

// Found by the simulation run with seed 300170.
test("lets a down payment wait for the payment of a closing invoice of its payer, but not of another down payment", () => {
  const fates = (steps: [string, Day][], type: string) => {
    const { ledger, story, invoice } = world([]);
    ledger.gocardless.payments.push(payment("PM2", steps, { metadata: { invoice: "RE2" } }));
    const [own] = ledger.lexware.vouchers;
    if (own) own.type = "downpaymentinvoice";
    if (own) ledger.lexware.vouchers.push({ ...own, id: "2", number: "RE2", status: "paid", openCents: 0, type });
    const other = { id: "2", number: "RE2", payer: "a@x.example", owed: 10_000, dueDate: "2026-09-15" };
    const closing = written(at("2026-08-31"), { ...other, isPart: true });
    return fatesOf(ledger, { ...story, invoices: [{ ...invoice, isPart: true }, closing] }, "2026-10-20");
  };
  const confirmed: [string, Day][] = [
    ["pending_submission", "2026-09-01"],
    ["confirmed", "2026-10-19"],
  ];
  expect(fates(confirmed, "invoice")).toMatchObject({ "beside a closing invoice": 1 });
  expect(fates(confirmed, "downpaymentinvoice")).toMatchObject({ lost: 1 });
  expect(fates([...confirmed, ["paid_out", "2026-10-01"]], "invoice")).toMatchObject({ lost: 1 });
});

test("does not count a stopped retry as lost unless a signature or an approval followed", () => {
  const stopped = (happens: (all: World) => unknown) => {
    const all = world([payment("PM1", FAILED)]);
    all.story.returns.push({ payment: "PM1", at: at("2026-09-17"), code: "AM04" });
    happens(all);
    all.invoice.stops.push(at("2026-09-20"));
    return all.kinds();
  };
  const plan = ({ story }: World) =>
    story.settings.push({ at: at("2026-09-02"), value: { daysEarlier: 0, retriesReturns: true } });
  const asked = (day: Day) => (all: World) => all.invoice.approvals.push(at(day));
  const signed = (day: Day) => (all: World) =>
    all.ledger.gocardless.mandates.unshift(mandate("MD2", "a@x.example", [["pending_submission", day]]));
  // The instruction also holds for a later return. An approval lifts it, and the plan continues.
  for (const approvals of [[], [at("2026-09-11")]]) {
    const all = world([payment("PM1", FAILED)]);
    all.story.returns.push({ payment: "PM1", at: at("2026-09-17"), code: "AM04" });
    plan(all);
    all.invoice.stops.push(at("2026-09-10"));
    all.invoice.approvals.push(...approvals);
    expect(all.kinds()).toEqual(approvals.length > 0 ? ["lost"] : []);
  }
  for (const happens of [plan, asked("2026-09-19"), signed("2026-09-19")]) expect(stopped(happens)).toEqual([]);
  for (const happens of [asked("2026-09-21"), signed("2026-09-21")]) expect(stopped(happens)).toEqual(["lost"]);
});

test("does not count a payment cancelled at the provider as lost unless an approval followed", () => {
  const off = (happens: (all: World) => unknown) => {
    const all = world([payment("PM1", FAILED)]);
    all.story.returns.push({ payment: "PM1", at: at("2026-09-17"), code: "AM04" });
    all.story.settings.push({ at: at("2026-09-02"), value: { daysEarlier: 0, retriesReturns: true } });
    const steps: [string, Day][] = [
      ["pending_submission", "2026-09-18"],
      ["cancelled", "2026-09-25"],
    ];
    all.ledger.gocardless.payments.push(payment("PM2", steps, { chargeDate: "2026-10-01" }));
    all.story.externalCancels.add("PM2");
    happens(all);
    return all.kinds().filter((kind) => kind === "lost");
  };
  const asked = (day: Day) => off(({ invoice }) => invoice.approvals.push(at(day)));
  expect(asked("2026-09-20")).toEqual([]);
  expect(asked("2026-09-26")).toEqual(["lost"]);
  // The payment is resubmitted there afterwards and returned once more: the retry plan is still stopped.
  const again = ({ ledger, story }: World) => {
    const [first] = ledger.gocardless.payments;
    const steps: [string, Day][] = [...FAILED, ["pending_submission", "2026-09-26"], ["failed", "2026-09-28"]];
    ledger.gocardless.payments[0] = { ...payment("PM1", steps), chargeDate: first?.chargeDate ?? "" };
    story.resubmissions.push({ payment: "PM1", at: at("2026-09-26") });
    story.returns.push({ payment: "PM1", at: at("2026-09-28"), code: "AM04" });
  };
  expect(off(again)).toEqual([]);
  // A first payment cancelled there before the return is no instruction about that return.
  const first = ({ ledger, story }: World) => {
    story.externalCancels.delete("PM2");
    const steps: [string, Day][] = [
      ["pending_submission", "2026-08-20"],
      ["cancelled", "2026-08-25"],
    ];
    ledger.gocardless.payments.splice(1, 1, payment("PM0", steps));
    story.externalCancels.add("PM0");
  };
  expect(off(first)).toEqual(["lost"]);
});

test("counts an approved retry that was cancelled as lost", () => {
  const steps: [string, Day][] = [
    ["pending_submission", "2026-09-19"],
    ["cancelled", "2026-09-20"],
  ];
  const all = world([payment("PM1", FAILED), payment("PM2", steps, { chargeDate: "2026-09-24" })]);
  all.invoice.approvals.push(at("2026-09-18"));
  expect(all.kinds()).toEqual(["lost"]);
});

function ended({ gocardless }: World["ledger"]): void {
  gocardless.mandates = [mandate("MD1", "a@x.example", [["cancelled", "2026-09-01"]])];
}

/** The product can do its work only from 20 November on. */
function late({ story }: World): void {
  story.fairDays = story.fairDays.filter(({ from }) => from > at("2026-11-20"));
}

/** A closing invoice that was lowered below what it deducts. */
function claims({ lexware }: World["ledger"], openCents: number): void {
  const [own] = lexware.vouchers;
  if (own) own.openCents = openCents;
}

function closing({ ledger }: World, status: string, openCents: number): void {
  const [own] = ledger.lexware.vouchers;
  if (own) ledger.lexware.vouchers.push({ ...own, id: "2", number: "RE2", status, openCents, closingInvoiceId: "1" });
}

function shared({ story }: World): void {
  const day = [at("2026-08-01"), at("2026-08-02")] as const;
  payerIn(story, "a@x.example").shares.push({ at: day[0], value: "b@x.example" }, { at: day[1], value: null });
}
