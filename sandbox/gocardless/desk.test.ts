import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTestWorld, type TestWorld } from "./test-world";

let world: TestWorld;
beforeEach(async () => {
  world = await startTestWorld();
});
afterEach(() => world.close());

async function collect(amount: number): Promise<string> {
  const { mandates } = await world.client().mandates.list({ status: ["active", "pending_submission"] });
  const mandate = mandates.at(-1)?.id ?? "";
  return (await world.client().payments.create({ amount, currency: "EUR", links: { mandate } })).id ?? "";
}

const play = (id: string, what: string, body?: object) => world.desk(`/gocardless/payments/${id}/${what}`, body);

interface Ledger {
  payments: { id: string; status: string; history: { status: string }[] }[];
  payouts: { amountCents: number; items: { type: string; cents: number; payment: string }[] }[];
}

describe("the control panel plays the bank", () => {
  it("moves a payment through every status to its own payout", async () => {
    const id = await collect(11_900);
    const paid = await play(id, "pay-out");
    expect(paid.body.payment).toMatchObject({ status: "paid_out", links: { payout: paid.body.payout?.id } });
    expect(paid.body.payout).toMatchObject({ amount: 11_761, deducted_fees: 139 });
    const ledger = world.twin.ledger() as Ledger;
    expect(ledger.payments[0]?.history.map((entry) => entry.status)).toEqual([
      "pending_submission",
      "submitted",
      "confirmed",
      "paid_out",
    ]);
    expect(ledger.payouts[0]?.items).toEqual([
      { type: "payment_paid_out", cents: 11_900, payment: id },
      { type: "gocardless_fee", cents: -139, payment: id },
    ]);
    expect((await play(id, "submit")).status).toBe(422);
    expect((await play(id, "dance")).status).toBe(404);
  });

  it("counts the payments without listing them", async () => {
    const count = async () => await (await fetch(world.deskUrl("/gocardless/payments/count"))).json();
    expect(await count()).toEqual({ count: 0 });
    await collect(11_900);
    expect(await count()).toEqual({ count: 1 });
  });

  it("retries a payment on the given day, rolled forward to a working day, and refuses impossible days", async () => {
    const id = await collect(11_900);
    await play(id, "fail", { cause: "insufficient_funds", code: "AM04" });
    for (const chargeDate of ["2020-01-01", "2030-02-30", "soon", 5])
      expect((await play(id, "retry", { chargeDate })).status).toBe(422);
    const saturday = "2030-06-01";
    expect((await play(id, "retry", { chargeDate: saturday })).status).toBe(200);
    expect((await world.client().payments.find(id)).charge_date).toBe("2030-06-03");
  });

  it("reports every status of mandates and payments in the ledger, with its charge date", async () => {
    const id = await collect(11_900);
    await play(id, "fail", { cause: "insufficient_funds", code: "AM04" });
    await play(id, "retry");
    const { links } = await world.client().payments.find(id);
    await world.desk(`/gocardless/mandates/${links?.mandate}/expire`);
    const { payments, mandates } = world.twin.ledger() as {
      payments: {
        mandate: string;
        chargeDate: string;
        history: { status: string; at: string; chargeDate: string }[];
      }[];
      mandates: { id: string; status: string; history: { status: string; at: string }[] }[];
    };
    const steps = payments[0]?.history.map((step) => [step.status, step.chargeDate]);
    const day = payments[0]?.chargeDate;
    expect(steps?.map(([status]) => status)).toEqual([
      "pending_submission",
      "submitted",
      "failed",
      "pending_submission",
      "cancelled",
    ]);
    expect(steps?.at(-1)?.[1]).toBe(day);
    const mandate = mandates.find((one) => one.id === payments[0]?.mandate);
    expect(mandate?.history.map(({ status }) => status)).toEqual(["active", "expired"]);
    expect(mandate?.status).toBe("expired");
  });

  it("pays out several payments in one sum on request", async () => {
    const [first, second] = [await collect(11_900), await collect(5_000)];
    const paid = await play(first, "pay-out", { with: [second] });
    expect(paid.body.payout?.amount).toBe(11_900 - 139 + 5_000 - 70);
    expect((world.twin.ledger() as Ledger).payments.map((one) => one.status)).toEqual(["paid_out", "paid_out"]);
    expect((await play(await collect(1_000), "pay-out", { with: [second] })).status).toBe(422);
  });

  it("cancels only payments that are not submitted yet", async () => {
    const id = await collect(11_900);
    expect((await play(id, "cancel")).body.payment?.status).toBe("cancelled");
    const { events } = await world.client().events.list({ payment: id, action: "cancelled" });
    expect(events.map((event) => event.details?.cause)).toEqual(["payment_cancelled"]);
    const sent = await collect(11_900);
    await play(sent, "submit");
    expect((await play(sent, "cancel")).status).toBe(422);
  });

  it("settles a chargeback in the next payout, with the fee given back", async () => {
    const old = await collect(5_000);
    await play(old, "pay-out");
    expect((await play(old, "charge-back")).body.payment?.status).toBe("charged_back");
    const alone = await play(old, "settle");
    expect([alone.status, alone.body.payout]).toEqual([200, undefined]);
    const small = await collect(1_000);
    expect((await play(small, "pay-out")).status).toBe(422);
    const next = await collect(11_900);
    const paid = await play(next, "pay-out");
    expect(paid.body.payout?.amount).toBe(11_900 - 139 - 5_000 + 70);
    const events = await world.events(13);
    const settled = events.find((event) => event.action === "chargeback_settled");
    const payouts = events.filter((event) => event.action === "paid");
    expect(settled?.links).toMatchObject({ payment: old, parent_event: payouts[1]?.id });
    expect((await play(old, "settle")).status).toBe(422);
  });

  it("shows a late failure only in the history, and needs no settlement before the payout", async () => {
    const id = await collect(2_000);
    await play(id, "confirm");
    expect((await play(id, "fail")).status).toBe(422);
    const late = await play(id, "late-fail", { code: "MS03" });
    expect(late.body.payment?.status).toBe("failed");
    expect((await play(id, "settle")).status).toBe(422);
    const events = await world.client().events.list({ payment: id, action: "failed" });
    expect(events.events[0]?.details).toMatchObject({
      cause: "refer_to_payer",
      reason_code: "MS03",
      scheme: "sepa_core",
    });
  });

  it("cancels the mandate when the account is closed", async () => {
    const id = await collect(2_000);
    const failed = await play(id, "fail", { cause: "bank_account_closed" });
    const links = failed.body.payment?.links as { mandate: string } | undefined;
    expect((await world.client().mandates.find(links?.mandate ?? "")).status).toBe("cancelled");
  });

  it("announces a retry and executes it", async () => {
    const id = await collect(2_000);
    await play(id, "fail", { willAttemptRetry: true });
    await world.kit.clock.advanceDays(6);
    const { events } = await world.client().events.list({ payment: id });
    const actions = events.map((event) => event.action);
    expect(actions.slice(actions.indexOf("resubmission_requested"))).toEqual([
      "resubmission_requested",
      "failed",
      "submitted",
      "created",
    ]);
  });

  it("finds a payer's newest payment, and creates payments of other tools", async () => {
    const foreign = await world.desk("/gocardless/payments", { mandate: "tobias.kern@mail.example", amountCents: 700 });
    expect(foreign.body.payment).toMatchObject({ amount: 700, metadata: {} });
    expect((await play("tobias.kern@mail.example", "confirm")).body.payment?.id).toBe(foreign.body.payment?.id);
    expect((await play("nobody@mail.example", "confirm")).status).toBe(404);
  });
});

describe("scenario simulators", () => {
  it("simulate the SEPA scenarios and refuse those of other schemes", async () => {
    const client = world.client();
    const id = await collect(3_000);
    expect(await client.scenarioSimulators.run("payment_late_failure", { links: { resource: id } })).toMatchObject({
      id: "payment_late_failure",
    });
    expect((await client.payments.find(id)).status).toBe("failed");
    const { mandates } = await client.mandates.list({ status: ["active"] });
    const resource = mandates[0]?.id ?? "";
    await expect(client.scenarioSimulators.run("mandate_activated", { links: { resource } })).rejects.toMatchObject({
      code: 422,
    });
    await client.scenarioSimulators.run("mandate_expired", { links: { resource } });
    expect((await client.mandates.find(resource)).status).toBe("expired");
  });
});

describe("a payout that the merchant's bank sends back", () => {
  it("creates an event of the creditor that does not name the payout; only a paid payout can bounce", async () => {
    const client = world.client();
    const paid = await play(await collect(4_000), "pay-out");
    const id = String(paid.body.payout?.id);
    await client.scenarioSimulators.run("payout_bounced", { links: { resource: id } });
    expect((await client.payouts.list({ status: "bounced" })).payouts.map((payout) => payout.id)).toEqual([id]);
    const { events } = await client.events.list({ resource_type: "creditors", action: "bounced_payout" });
    expect(events).toMatchObject([{ details: { origin: "gocardless", cause: "bounced_payout" } }]);
    expect(Object.keys(events[0]?.links ?? {}).sort()).toEqual(["creditor", "organisation"]);
    await expect(client.scenarioSimulators.run("payout_bounced", { links: { resource: id } })).rejects.toMatchObject({
      code: 422,
    });
    expect((await world.desk(`/gocardless/payouts/${id}/bounce`)).status).toBe(422);
  });
});

describe("refunds", () => {
  it("require the total, stay within the payment, and are deducted from a payout", async () => {
    const client = world.client();
    const payment = await collect(10_000);
    const links = { payment };
    await expect(client.refunds.create({ amount: 100, total_amount_confirmation: 100, links })).rejects.toMatchObject({
      errorType: "invalid_state",
    });
    await play(payment, "confirm");
    await expect(client.refunds.create({ amount: 100, total_amount_confirmation: 99, links })).rejects.toMatchObject({
      errors: [{ reason: "total_amount_confirmation_invalid" }],
    });
    const refund = await client.refunds.create({ amount: 2_500, total_amount_confirmation: 2_500, links });
    expect((await client.payments.find(payment)).amount_refunded).toBe(2_500);
    expect((await play(payment, "pay-out")).body.payout?.amount).toBe(10_000 - 120 - 2_500);
    await world.kit.clock.advanceDays(8);
    expect((await client.refunds.find(refund.id ?? "")).status).toBe("paid");
  });

  it("can be made in the control panel, and never exceed the payment", async () => {
    const client = world.client();
    const payment = await collect(10_000);
    expect((await play(payment, "refund")).status).toBe(422);
    await play(payment, "confirm");
    for (const amountCents of [0, 10_001, 0.5, "much"])
      expect((await play(payment, "refund", { amountCents })).status).toBe(422);
    expect((await play(payment, "refund", { amountCents: 4_000 })).status).toBe(200);
    expect((await client.payments.find(payment)).amount_refunded).toBe(4_000);
    expect((await play(payment, "refund")).status).toBe(200);
    const { refunds } = await client.refunds.list({ payment });
    expect(refunds.map(({ amount }) => amount)).toEqual([6_000, 4_000]);
    const { events } = await client.events.list({ resource_type: "refunds", action: "created" });
    expect(events.map(({ links }) => links?.refund)).toEqual(refunds.map(({ id }) => id));
    // Nothing is left to refund, and nothing to pay out.
    expect((await play(payment, "refund")).status).toBe(422);
    expect((await play(payment, "pay-out")).status).toBe(422);
  });

  it("are refused after five for one payment", async () => {
    const payment = await collect(10_000);
    await play(payment, "confirm");
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await play(payment, "refund", { amountCents: 100 })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 422]);
  });
});
