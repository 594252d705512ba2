import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addDays, addTargetDays, isTargetDay, rollForward } from "../kit/calendar";
import { startTestWorld, type TestWorld } from "./test-world";

let world: TestWorld;
beforeEach(async () => {
  world = await startTestWorld();
});
afterEach(() => world.close());

async function usable(): Promise<string> {
  const { mandates } = await world.client().mandates.list({ status: ["pending_submission"] });
  return mandates[0]?.id ?? "";
}

async function advanceTo(day: string): Promise<void> {
  while (world.kit.clock.today() < day) await world.kit.clock.advanceDays(1);
}

describe("creating payments", () => {
  it("rolls closed days forward and refuses days that are too early", async () => {
    const client = world.client();
    const mandate = await usable();
    const earliest = addTargetDays(world.kit.clock.today(), 3);
    let closed = addDays(earliest, 1);
    while (isTargetDay(closed)) closed = addDays(closed, 1);
    const base = { amount: 11900, currency: "EUR", links: { mandate } } as const;
    const rolled = await client.payments.create({ ...base, charge_date: closed });
    expect(rolled.charge_date).toBe(rollForward(closed));
    expect((await client.payments.create(base)).charge_date).toBe(earliest);
    await expect(client.payments.create({ ...base, charge_date: addDays(earliest, -1) })).rejects.toMatchObject({
      errorType: "validation_failed",
      errors: [{ field: "charge_date", request_pointer: "/payments/charge_date" }],
    });
  });

  it("checks every field as strictly as the vendor", async () => {
    const client = world.client();
    const links = { mandate: await usable() };
    const refused = (changed: object) =>
      client.payments.create({ amount: 100, currency: "EUR", links, ...changed }).then(
        () => "created",
        (error: { errors: { field?: string; reason?: string }[] }) => error.errors[0]?.field ?? error.errors[0]?.reason,
      );
    expect(await refused({ amount: 0 })).toBe("amount");
    expect(await refused({ amount: 1.5 })).toBe("amount");
    expect(await refused({ currency: "GBP" })).toBe("currency");
    expect(await refused({ reference: "Übung" })).toBe("reference");
    expect(await refused({ reference: "x".repeat(141) })).toBe("reference");
    expect(await refused({ metadata: { a: "1", b: "2", c: "3", d: "4" } })).toBe("metadata");
    expect(await refused({ links: { mandate: "MD404" } })).toBe("resource_not_found");
    expect(await refused({ chargeDate: "2030-01-01" })).toBe("invalid_document_structure");
    expect(world.twin.ledger()).toMatchObject({ payments: [] });
  });

  it("answers a used key with a conflict that names the first payment", async () => {
    const mandate = await usable();
    const wanted = { amount: 100, currency: "EUR", links: { mandate } } as const;
    const first = await world.client().payments.create(wanted, "pay:inv_1:1");
    await expect(world.client(undefined, true).payments.create(wanted, "pay:inv_1:1")).rejects.toMatchObject({
      code: 409,
      conflictingResourceId: first.id,
    });
    const swallowed = await world.client().payments.create({ ...wanted, amount: 999 }, "pay:inv_1:1");
    expect([swallowed.id, swallowed.amount]).toEqual([first.id, 100]);
    await expect(world.client().payments.create(wanted, "k".repeat(129))).rejects.toMatchObject({ code: 400 });
    expect(world.twin.ledger()).toMatchObject({ payments: [{ idempotencyKey: "pay:inv_1:1", amountCents: 100 }] });
  });

  it("pages newest first, filters, and limits", async () => {
    const client = world.client();
    const mandate = await usable();
    const made: string[] = [];
    for (let amount = 1; amount <= 5; amount += 1) {
      made.push((await client.payments.create({ amount, currency: "EUR", links: { mandate } })).id ?? "");
    }
    const all: string[] = [];
    for await (const payment of client.payments.all({ limit: 2 })) all.push(payment.id ?? "");
    expect(all).toEqual(made.toReversed());
    const { payments, meta } = (await client.payments.list({ limit: 2, after: all[1] })) as unknown as {
      payments: { id: string }[];
      meta: { cursors: { before: string; after: string } };
    };
    expect(payments.map((one) => one.id)).toEqual(all.slice(2, 4));
    expect(meta.cursors).toEqual({ before: all[2], after: all[3] });
    expect((await client.payments.list({ before: all[2], limit: 2 })).payments.map((one) => one.id)).toEqual(
      all.slice(0, 2),
    );
    expect((await client.payments.list({ charge_date: { gte: "2099-01-01" } })).payments).toEqual([]);
    await expect(client.payments.list({ limit: 501 })).rejects.toMatchObject({ code: 400 });
  });
});

describe("the days of a payment", () => {
  it("submits, confirms and pays out on the right TARGET days, and the payout adds up", async () => {
    const client = world.client();
    const start = world.kit.clock.today();
    const mandate = await usable();
    const amounts = [10_000, 25_050, 4_999];
    for (const amount of amounts) await client.payments.create({ amount, currency: "EUR", links: { mandate } });
    const status = async () => (await client.payments.list()).payments.map((one) => one.status);
    await advanceTo(addTargetDays(start, 1));
    expect(new Set(await status())).toEqual(new Set(["submitted"]));
    expect((await client.mandates.find(mandate)).status).toBe("active");
    const { payments } = await client.payments.list();
    await expect(client.payments.cancel(payments[0]?.id ?? "", {})).rejects.toMatchObject({
      errors: [{ reason: "cancellation_failed" }],
    });
    await advanceTo(addTargetDays(start, 4));
    expect(new Set(await status())).toEqual(new Set(["confirmed"]));
    expect((await client.payouts.list()).payouts).toEqual([]);
    await advanceTo(addTargetDays(start, 6));
    const { payouts } = await client.payouts.list({ payout_type: "merchant", status: "paid" });
    const payout = payouts[0];
    expect(payouts).toHaveLength(1);
    const { payout_items } = await client.payoutItems.list({ payout: payout?.id ?? "" });
    const sum = payout_items.reduce((total, item) => total + Math.round(Number(item.amount) * 10), 0);
    expect(Math.round(sum / 10)).toBe(payout?.amount);
    expect(payout_items.map((item) => item.amount).slice(0, 2)).toEqual(["10000.0", "-120.0"]);
    expect(Number(payout?.amount) + Number(payout?.deducted_fees)).toBe(40_049);
    expect(payout?.arrival_date).toBe(addTargetDays(start, 6));
    const events = await world.events(15);
    const paid = events.find((event) => event.resource_type === "payouts");
    const children = events.filter((event) => event.links?.parent_event === paid?.id);
    expect(children.map((event) => event.action)).toEqual(["paid_out", "paid_out", "paid_out"]);
    await world.kit.clock.advanceDays(190);
    await expect(client.payoutItems.list({ payout: payout?.id ?? "" })).rejects.toMatchObject({ code: 410 });
  });

  it("holds payouts while the creditor is not verified", async () => {
    const client = world.client();
    const mandate = await usable();
    await client.payments.create({ amount: 5_000, currency: "EUR", links: { mandate } });
    await world.desk("/gocardless/creditor", { verificationStatus: "in_review" });
    await world.kit.clock.advanceDays(21);
    expect((await client.payments.list()).payments[0]?.status).toBe("confirmed");
    await world.desk("/gocardless/creditor", { verificationStatus: "successful" });
    await world.kit.clock.advanceDays(5);
    expect((await client.payments.list()).payments[0]?.status).toBe("paid_out");
  });

  it("simulates the vendor's scenarios for certain given names", async () => {
    const client = world.client();
    const ids: string[] = [];
    for (const givenName of ["Penniless", "Fickle", "Late", "Invalid"]) {
      const email = `${givenName}@story.example`;
      await world.desk("/gocardless/mandates", { customer: { givenName, familyName: "Story", email } });
      const { body } = await world.desk("/gocardless/payments", { mandate: email, amountCents: 1_000 });
      ids.push(String(body.payment?.id));
    }
    await world.kit.clock.advanceDays(14);
    const statuses = await Promise.all(ids.map(async (id) => (await client.payments.find(id)).status));
    expect(statuses).toEqual(["failed", "charged_back", "failed", "cancelled"]);
    // Two payments were paid out and debited again with their fees: nothing can be paid out until more money arrives.
    const ledger = world.twin.ledger() as { payouts: { amountCents: number }[] };
    expect(ledger.payouts.map((payout) => payout.amountCents)).toEqual([1_940]);
  });

  it("expires a mandate after 36 months without a payment", async () => {
    await world.kit.clock.advanceDays(1_100);
    const { mandates } = await world.client().mandates.list();
    expect(new Set(mandates.map((one) => one.status))).toEqual(new Set(["expired", "cancelled"]));
  });
});

describe("retrying", () => {
  it("allows three retries of a failed payment, and none of others", async () => {
    const client = world.client();
    const mandate = await usable();
    const { id = "" } = await client.payments.create({ amount: 100, currency: "EUR", links: { mandate } });
    await expect(client.payments.retry(id, {})).rejects.toMatchObject({ errors: [{ reason: "retry_failed" }] });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await world.desk(`/gocardless/payments/${id}/fail`, { cause: "insufficient_funds" });
      expect((await client.payments.retry(id, {})).status).toBe("pending_submission");
    }
    await world.desk(`/gocardless/payments/${id}/fail`);
    await expect(client.payments.retry(id, {})).rejects.toMatchObject({ errors: [{ reason: "retry_failed" }] });
  });
});
