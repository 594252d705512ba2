import { describe, expect, test } from "vitest";
import { addDays, type Day } from "../../sandbox/kit/calendar";
import type { LedgerPayment } from "./ledger";
import { at, FAILED, mandate, payment, SENT, world } from "./oracle-world";
import { payerIn, type Story, type WrittenInvoice, written } from "./story";

test("accepts a payment that follows the rules", () => {
  expect(world().kinds()).toEqual([]);
});

describe("the payer that is debited", () => {
  test.each([
    ["the old payer long after the invoice named another", "2026-09-03", ["wrong"]],
    ["the old payer before that could be known", "2026-09-10", []],
  ])("judges a payment that debits %s", (_what, day, kinds) => {
    const { invoice, kinds: found } = world();
    invoice.payers.push({ at: at(day), value: "b@x.example" });
    expect(found()).toEqual(kinds);
  });

  test("finds a payment on a mandate of somebody else", () => {
    const { ledger, kinds } = world([payment("PM1", [["pending_submission", "2026-09-01"]], { mandate: "MD2" })]);
    ledger.gocardless.mandates.push(mandate("MD2", "b@x.example"));
    expect(kinds()).toEqual(["wrong"]);
  });
});

test("finds a payment on another mandate than the chosen one, unless that is newer", () => {
  const { ledger, story, kinds } = world([payment("PM1", [["pending_submission", "2026-09-05"]], { mandate: "MD2" })]);
  ledger.gocardless.mandates.push(mandate("MD2", "a@x.example"));
  expect(kinds()).toEqual([]);
  payerIn(story, "a@x.example").choices.push({ at: at("2026-08-15"), value: "MD1" });
  expect(kinds()).toEqual(["wrong"]);
  ledger.gocardless.mandates[1] = mandate("MD2", "a@x.example", [["pending_submission", "2026-08-20"]]);
  expect(kinds()).toEqual([]);
});

describe("decisions of the supplier", () => {
  test.each<[string, (story: Story, when: string) => unknown, string[]]>([
    [
      "its payer is excluded",
      (story, when) => payerIn(story, "a@x.example").exclusions.push({ at: when, value: true }),
      ["wrong"],
    ],
    ["nobody has said whose the mandate is", (story) => story.unclaimed.add("MD1"), ["wrong", "wrong"]],
  ])("judges a payment where %s", (_what, say, kinds) => {
    const { story, kinds: found } = world();
    say(story, at("2026-09-03"));
    expect(found()).toEqual(kinds);
  });

  test("allows a shared mandate only while it is shared", () => {
    const { story, ledger, kinds } = world();
    ledger.gocardless.mandates.splice(0, 1, mandate("MD1", "b@x.example"));
    expect(kinds()).toEqual(["wrong", "wrong"]);
    const { shares } = payerIn(story, "a@x.example");
    shares.push({ at: at("2026-08-31"), value: "b@x.example" });
    expect(kinds()).toEqual([]);
    shares.push({ at: at("2026-09-03"), value: null });
    expect(kinds()).toEqual(["wrong"]);
  });

  test.each(["contracts", "verifications"] as const)(
    "%s: finds a payment that begins without, and accepts one in flight",
    (list) => {
      const begun = world();
      begun.story[list].push({ at: at("2026-09-03"), value: false });
      expect(begun.kinds()).toEqual([]);
      const late = world([payment("PM1", [["pending_submission", "2026-09-07"]])]);
      late.story[list].push({ at: at("2026-09-03"), value: false });
      expect(late.kinds()).toEqual(["wrong"]);
    },
  );
});

describe("a change made long before the payment is submitted", () => {
  const acts: Record<string, (invoice: WrittenInvoice, when: string) => unknown> = {
    "paid or voided": ({ owed }, when) => owed.push({ at: when, value: 0 }),
    "partly paid": ({ owed }, when) => owed.push({ at: when, value: 7_000 }),
    excluded: ({ exclusions }, when) => exclusions.push({ at: when, value: true }),
    held: ({ holds }, when) => holds.push({ at: when, value: "2026-10-15" }),
    "due later": ({ dueDates }, when) => dueDates.push({ at: when, value: "2026-10-15" }),
  };
  test.each(Object.entries(acts))("finds the payment if the invoice was %s", (_name, act) => {
    for (const [day, kinds] of [
      ["2026-09-03", ["wrong"]],
      ["2026-09-10", []],
    ] as const) {
      const { invoice, kinds: found } = world();
      act(invoice, at(day));
      expect(found(), day).toEqual(kinds);
    }
  });

  test("finds a payment of a sum that was owed once, but no longer when the payment is created", () => {
    const { invoice, kinds } = world([payment("PM1", SENT, { amountCents: 9_000 })]);
    invoice.owed.unshift({ at: at("2026-08-01"), value: 9_000 });
    expect(kinds()).toEqual(["wrong"]);
  });

  test("accepts the payment while faults leave the product no day to act", () => {
    const { invoice, story, kinds } = world();
    invoice.owed.push({ at: at("2026-09-03"), value: 0 });
    story.fairDays = story.fairDays.filter(({ from }) => from < at("2026-09-04"));
    expect(kinds()).toEqual([]);
  });
});

describe("after a return", () => {
  function returned(code: string, status: "failed" | "charged_back" = "failed") {
    const back: [string, Day][] = [...SENT, [status, "2026-09-17"]];
    const all = world([payment("PM1", back)]);
    all.story.returns.push({ payment: "PM1", at: at("2026-09-17"), code });
    return all;
  }
  const planOn = ({ story }: { story: Story }) =>
    void story.settings.push({ at: at("2026-09-02"), value: { daysEarlier: 0, retriesReturns: true } });

  test("expects no payment if nobody approved a retry", () => {
    expect(returned("AM04").kinds()).toEqual([]);
  });

  test("expects a payment if somebody approved a retry", () => {
    const all = returned("MS02");
    all.invoice.approvals.push(at("2026-09-18"));
    expect(all.kinds()).toEqual(["lost"]);
    const isTried = payment("PM2", [...FAILED.map(([status]): [string, Day] => [status, "2026-09-21"])], {
      chargeDate: "2026-09-23",
    });
    all.ledger.gocardless.payments.push(isTried);
    expect(all.kinds()).toEqual([]);
  });

  test("expects a payment if the payer has signed again", () => {
    const all = returned("MD06", "charged_back");
    all.ledger.gocardless.mandates.push(mandate("MD2", "a@x.example", [["pending_submission", "2026-09-20"]]));
    expect(all.kinds()).toEqual(["lost"]);
    all.story.signed.delete("MD2");
    expect(all.kinds()).toEqual([]);
  });

  test.each([
    ["AM04", "failed", ["lost"]],
    ["MS02", "failed", []],
    ["AM04", "charged_back", []],
  ] as const)("with the plan on, judges what follows after %s and %s", (code, status, kinds) => {
    const all = returned(code, status);
    planOn(all);
    expect(all.kinds()).toEqual(kinds);
  });

  test("expects no payment after two retries by the plan", () => {
    const all = returned("AM04");
    planOn(all);
    for (const [id, day] of [
      ["PM2", "2026-09-18"],
      ["PM3", "2026-09-22"],
    ] as const) {
      const steps = FAILED.map(([status], index): [string, Day] => [status, addDays(day, index)]);
      all.ledger.gocardless.payments.push(payment(id, steps, { chargeDate: addDays(day, 3) }));
      all.story.returns.push({ payment: id, at: at(addDays(day, 2)), code: "AM04" });
    }
    expect(all.kinds().filter((kind) => kind === "lost")).toEqual([]);
  });
});

describe("duplicates", () => {
  const second = (day: Day) => payment("PM2", [["pending_submission", day]], { chargeDate: addDays(day, 6) });
  /** The supplier approves a retry an hour after the return. */
  function approved(payments: LedgerPayment[], day: Day) {
    const all = world(payments);
    all.invoice.approvals.push(at(day, 13));
    return all;
  }

  test("finds a second payment while the first can still succeed, and accepts one after it failed", () => {
    expect(world([payment("PM1", FAILED), second("2026-09-16")]).kinds()).toContain("double");
    expect(approved([payment("PM1", FAILED), second("2026-09-18")], "2026-09-17").kinds()).not.toContain("double");
  });

  test.each<[Day, Day | null, string[]]>([
    ["2026-09-18", null, ["double"]],
    ["2026-09-23", null, []],
    // The first payment has failed again by then.
    ["2026-09-18", "2026-09-22", []],
    ["2026-09-18", "2026-09-25", ["double"]],
  ])("judges our payment, submitted on the 24th, with another one revived from %s to %s", (day, until, kinds) => {
    const again: [string, Day][] = until ? [["failed", until]] : [];
    const first = payment("PM1", [...FAILED, ["pending_submission", day], ...again]);
    const ours = payment("PM2", [
      ["pending_submission", "2026-09-17"],
      ["submitted", "2026-09-24"],
    ]);
    first.history[2] = { status: "failed", at: at("2026-09-16"), chargeDate: "2026-09-15" };
    const found = approved([first, { ...ours, chargeDate: "2026-09-21" }], "2026-09-16").kinds();
    expect(found.filter((kind) => kind === "double")).toEqual(kinds);
  });

  test("finds a second payment while the provider has announced its own retry", () => {
    const resumed: [string, Day][] = [...FAILED, ["pending_submission", "2026-09-21"]];
    const { story, kinds } = approved([payment("PM1", resumed), second("2026-09-18")], "2026-09-17");
    expect(kinds()).not.toContain("double");
    story.returns.push({ payment: "PM1", at: at("2026-09-17"), code: "AM04", willRetry: true });
    expect(kinds()).toContain("double");
  });

  test("finds a payment that belongs to no invoice, unless another tool made it", () => {
    const { story, kinds } = world([payment("PM1", SENT), payment("PM9", SENT, { metadata: {} })]);
    expect(kinds()).toEqual(["wrong"]);
    story.foreign.add("PM9");
    expect(kinds()).toEqual([]);
  });
});

test("finds a closing invoice that collects what its down payment brings, too", () => {
  const { ledger, story, kinds } = world();
  const [closing] = ledger.lexware.vouchers;
  if (!closing) throw new Error("no voucher");
  ledger.lexware.vouchers.push({ ...closing, id: "2", number: "RE2", openCents: 0, closingInvoiceId: "1" });
  const down = { id: "2", number: "RE2", payer: "a@x.example", owed: 4_000, dueDate: "2026-09-15" };
  story.invoices.push(written(at("2026-08-01"), down));
  const brings = (day: Day) => payment("PM2", [...SENT, ["paid_out", day]], { amountCents: 4_000 });
  ledger.gocardless.payments.push({ ...brings("2026-09-17"), metadata: { invoice: "RE2" } });
  expect(kinds()).toContain("double");
  ledger.gocardless.payments.splice(1, 1, { ...brings("2026-08-30"), metadata: { invoice: "RE2" } });
  expect(kinds()).not.toContain("double");
  // Its payment was returned and is revived elsewhere, before or after the closing invoice's was submitted on the 11th.
  const revived = (day: Day): [string, Day][] => [
    ["pending_submission", "2026-08-20"],
    ["submitted", "2026-08-25"],
    ["failed", "2026-08-31"],
    ["pending_submission", day],
  ];
  for (const [day, isDouble] of [
    ["2026-09-05", true],
    ["2026-09-20", false],
  ] as const) {
    const again = payment("PM2", revived(day), { amountCents: 4_000, metadata: { invoice: "RE2" } });
    ledger.gocardless.payments.splice(1, 1, again);
    expect(kinds().includes("double")).toBe(isDouble);
  }
});

test("finds a second mandate request to a payer without a reason", () => {
  const { ledger, kinds } = world();
  const links = ["https://product.sim/m/one", "https://product.sim/m/two", "https://product.sim/app"];
  ledger.mails = links.map((link) => ({ to: "a@x.example", subject: link, links: [link], at: at("2026-09-01") }));
  expect(kinds()).toEqual(["mail"]);
  ledger.gocardless.mandates.push(mandate("MD0", "a@x.example", [["cancelled", "2026-08-20"]]));
  expect(kinds()).toEqual([]);
});

test("finds a mail that was sent twice, unless a restore removed the period of the first copy", () => {
  const { ledger, story, kinds } = world();
  const mail = { to: "a@x.example", subject: "Rechnung RE1", links: [] };
  ledger.mails = ["10", "20"].map((minute) => ({ ...mail, at: `2026-09-01T12:${minute}:00.000Z` }));
  expect(kinds()).toEqual(["mail"]);
  story.lostTimes.push({ from: "2026-09-01T12:09:00.000Z", to: "2026-09-01T12:15:00.000Z" });
  expect(kinds()).toEqual([]);
  ledger.mails.push({ ...mail, at: "2026-09-01T12:30:00.000Z" });
  expect(kinds()).toEqual(["mail"]);
});
