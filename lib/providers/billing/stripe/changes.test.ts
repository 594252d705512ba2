import { describe, expect, test } from "vitest";
import { ProviderError } from "@/lib/core/web/provider-error";
import { cancelNow, dropHeldInvoices, dropPlannedChange, payOpenInvoices, switchAtPeriodEnd } from "./changes";
import type { StripeCaller } from "./client";

type Answer = unknown | ((...given: unknown[]) => unknown);

/** A fake vendor: answers each "resource.method" and records the calls. */
function vendor(answers: Record<string, Answer>) {
  const asked: [string, ...unknown[]][] = [];
  const resource = (name: string) =>
    new Proxy(
      {},
      {
        get:
          (_target, method: string) =>
          async (...given: unknown[]) => {
            asked.push([`${name}.${method}`, ...given]);
            const answer = answers[`${name}.${method}`];
            const told = typeof answer === "function" ? answer(...given) : answer;
            if (told instanceof Error) throw told;
            return told;
          },
      },
    );
  const client = new Proxy({}, { get: (_target, name: string) => resource(name) });
  const caller = { call: (run: (given: unknown) => Promise<unknown>) => run(client) } as unknown as StripeCaller;
  return { caller, asked, of: (what: string) => asked.filter(([name]) => name === what).map(([, ...given]) => given) };
}

const REFUSED = new ProviderError("refused", "Stripe 400");
const GONE = new ProviderError("not_found", "Stripe 404");
const DOWN = new ProviderError("unavailable", "Stripe 500");

describe("a change of plan at the end of the period", () => {
  const running = { items: [{ price: "price_1" }], start_date: 10, end_date: 20 };
  const answers = {
    "subscriptions.retrieve": { schedule: null, discounts: [] },
    "subscriptionSchedules.create": { id: "sched_1", phases: [running] },
    "subscriptionSchedules.retrieve": { id: "sched_0", phases: [running] },
  };

  test("repeats the current phase and continues with the new price, under its own keys", async () => {
    const { caller, of } = vendor(answers);
    await switchAtPeriodEnd(caller, "sub_1", "price_2", "key");
    expect(of("subscriptionSchedules.create")).toEqual([
      [{ from_subscription: "sub_1" }, { idempotencyKey: "key:schedule" }],
    ]);
    const phases = [
      { items: [{ price: "price_1", quantity: 1 }], start_date: 10, end_date: 20 },
      { items: [{ price: "price_2", quantity: 1 }], duration: { interval: "month", interval_count: 1 } },
    ];
    expect(of("subscriptionSchedules.update")).toEqual([
      ["sched_1", { end_behavior: "release", phases }, { idempotencyKey: "key:phases" }],
    ]);
  });

  test.each(["sched_0", { id: "sched_0" }])("fills the schedule %j that is already attached", async (schedule) => {
    const { caller, of } = vendor({ ...answers, "subscriptions.retrieve": { schedule, discounts: [] } });
    await switchAtPeriodEnd(caller, "sub_1", "price_2", "key");
    expect(of("subscriptionSchedules.create")).toEqual([]);
    expect(of("subscriptionSchedules.retrieve")).toEqual([["sched_0"]]);
    expect(of("subscriptionSchedules.update")[0]?.[0]).toBe("sched_0");
  });

  test("keeps discounts by their own ids, in the new period only those that last longer", async () => {
    const discounts = ["di_1", { id: "di_2", end: null }, { id: "di_3", end: 20 }, { id: "di_4", end: 21 }];
    const { caller, of } = vendor({ ...answers, "subscriptions.retrieve": { schedule: null, discounts } });
    await switchAtPeriodEnd(caller, "sub_1", "price_2", "key");
    const [, update] = of("subscriptionSchedules.update")[0] as [string, { phases: { discounts?: object[] }[] }];
    const named = (...ids: string[]) => ids.map((discount) => ({ discount }));
    expect(update.phases.map((phase) => phase.discounts)).toEqual([
      named("di_1", "di_2", "di_3", "di_4"),
      named("di_1", "di_2", "di_4"),
    ]);
  });

  test("is refused if the schedule has no phase", async () => {
    const { caller, of } = vendor({ ...answers, "subscriptionSchedules.create": { id: "sched_1", phases: [] } });
    await expect(switchAtPeriodEnd(caller, "sub_1", "price_2", "key")).rejects.toMatchObject({ kind: "refused" });
    expect(of("subscriptionSchedules.update")).toEqual([]);
  });

  test.each([
    ["released", undefined],
    ["canceled", undefined],
    ["active", REFUSED],
    ["not_started", REFUSED],
  ])("that cannot be released, with its schedule %s, ends with the error %s", async (status, error) => {
    const gone = { "subscriptionSchedules.release": REFUSED, "subscriptionSchedules.retrieve": { status } };
    const dropped = dropPlannedChange(vendor(gone).caller, "sched_1", "key");
    if (error) await expect(dropped).rejects.toBe(error);
    else await expect(dropped).resolves.toBeUndefined();
  });
});

test("cancelNow treats 404 as done; it and dropPlannedChange pass on all other errors", async () => {
  await cancelNow(vendor({ "subscriptions.cancel": GONE }).caller, "sub_1");
  for (const error of [REFUSED, DOWN])
    await expect(cancelNow(vendor({ "subscriptions.cancel": error }).caller, "sub_1")).rejects.toBe(error);
  const down = vendor({ "subscriptionSchedules.release": DOWN });
  await expect(dropPlannedChange(down.caller, "sched_1", "key")).rejects.toBe(DOWN);
});

describe("payOpenInvoices", () => {
  const DRAFT = { id: "in_9", status: "draft" };
  const standing = (status: string, latest_invoice: unknown, pause_collection: object | null = null) => ({
    "subscriptions.retrieve": { status, latest_invoice, pause_collection },
    "invoices.list": { data: [{ id: "in_2" }, { id: "in_1" }] },
  });

  test("pays open invoices oldest first, and a declined one does not stop the others", async () => {
    const pay = (id: unknown) => (id === "in_1" ? REFUSED : {});
    const { caller, of } = vendor({ ...standing("past_due", null), "invoices.pay": pay });
    await payOpenInvoices(caller, "sub_1");
    expect(of("invoices.pay")).toEqual([["in_1"], ["in_2"]]);
    const down = vendor({ ...standing("past_due", null), "invoices.pay": DOWN });
    await expect(payOpenInvoices(down.caller, "sub_1")).rejects.toBe(DOWN);
  });

  test.each([
    ["the draft of one that is unpaid", standing("unpaid", DRAFT), ["in_9"]],
    ["no draft of one in force", standing("active", DRAFT), []],
    ["no draft that a pause holds", standing("unpaid", DRAFT, {}), []],
    ["nothing that is open already", standing("unpaid", { id: "in_9", status: "open" }), []],
    ["nothing of which only the id is known", standing("unpaid", "in_9"), []],
  ])("first finalises %s", async (_what, answers, finalised) => {
    for (const outcome of [{}, REFUSED]) {
      const { caller, of } = vendor({ ...answers, "invoices.finalizeInvoice": outcome });
      await payOpenInvoices(caller, "sub_1");
      expect(of("invoices.finalizeInvoice")).toEqual(finalised.map((id) => [id, { auto_advance: false }]));
    }
  });
});

test("dropHeldInvoices voids the invoices that a pause has held, and no others", async () => {
  const lists: Record<string, object[]> = {
    draft: [
      { id: "in_1", auto_advance: false },
      { id: "in_2", auto_advance: true },
    ],
    open: [
      { id: "in_1", metadata: { einzug: "held-by-pause" } },
      { id: "in_3", metadata: {} },
      { id: "in_4", metadata: null },
    ],
  };
  const list = (query: unknown) => ({ data: lists[(query as { status: string }).status] });
  const { caller, asked } = vendor({ "invoices.list": list });
  await dropHeldInvoices(caller, "sub_1");
  expect(asked.filter(([name]) => name !== "invoices.list")).toEqual([
    // Tagged first, so that an interrupted run finds it again.
    ["invoices.update", "in_1", { metadata: { einzug: "held-by-pause" } }],
    ["invoices.finalizeInvoice", "in_1", { auto_advance: false }],
    ["invoices.voidInvoice", "in_1"],
  ]);
});
