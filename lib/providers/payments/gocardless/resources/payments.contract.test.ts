import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { env } from "@/lib/core/env";
import { addDays } from "@/lib/core/time/dates";
import { addTargetDays } from "@/lib/core/time/target-calendar";
import { gocardlessDirectDebit } from "@/lib/providers/payments/gocardless";
import type { NewPayment, ProviderEvent } from "@/lib/providers/payments/port";
import { TestSandbox } from "@/test/sandbox";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());

const { accessToken } = (await sandbox.state()).gocardless;
const gc = gocardlessDirectDebit({ accessToken, apiUrl: env().GOCARDLESS_API_URL, timeoutMs: 8_000 });
const TODAY = (await sandbox.desk<{ today: string }>("/clock")).today;

/** Creates a payer with a mandate that another tool has made. */
async function mandate(): Promise<string> {
  const customer = { companyName: "Café Ähre", email: `zahler-${randomUUID()}@aehre.example` };
  return (await sandbox.desk<{ mandate: { id: string } }>("/gocardless/mandates", { customer })).mandate.id;
}

async function newPayment(changes: Partial<NewPayment> = {}): Promise<NewPayment> {
  const mandateId = changes.mandateId ?? (await mandate());
  const chargeDate = addTargetDays(TODAY, 5);
  return {
    mandateId,
    amountCents: 11_900,
    chargeDate,
    reference: "RE-1042 Werkstatt",
    description: "RE-1042",
    metadata: { collection: "col_1" },
    ...changes,
  };
}

test("a payment's description is cut to 100 characters, and its bank text is sent with all 140", async () => {
  const reference = "RE-1042 ".padEnd(140, "x");
  const { id } = await gc.payments.create(await newPayment({ reference, description: "🦊".repeat(134) }), randomUUID());
  const kept = await fetch(`${env().GOCARDLESS_API_URL}/payments/${id}`, {
    headers: { authorization: `Bearer ${accessToken}`, "gocardless-version": "2015-07-06" },
  });
  expect(await kept.json()).toMatchObject({ payments: { reference, description: "🦊".repeat(100) } });
});

const act = (id: string, what: string, body: object = {}) =>
  sandbox.desk<{ payout?: { id: string } }>(`/gocardless/payments/${id}/${what}`, body);
const posts = async (path: string) =>
  (await sandbox.requests("gocardless", path)).filter((request) => request.method === "POST");

describe("the GoCardless adapter", () => {
  test("calls only the configured address", async () => {
    const before = (await sandbox.requests("gocardless", "/creditors")).length;
    expect(await gc.account.creditor()).toMatchObject({
      id: expect.any(String),
      verificationStatus: "successful",
      identifier: expect.stringMatching(/^DE/),
    });
    expect((await sandbox.requests("gocardless", "/creditors")).length).toBe(before + 1);
  });

  test("reports a token that is not accepted", async () => {
    const stranger = gocardlessDirectDebit({
      accessToken: "wrong",
      apiUrl: env().GOCARDLESS_API_URL,
      timeoutMs: 8_000,
    });
    await expect(stranger.account.creditor()).rejects.toMatchObject({ kind: "auth" });
  });

  test("gives up after its time limit", async () => {
    const impatient = gocardlessDirectDebit({ accessToken, apiUrl: env().GOCARDLESS_API_URL, timeoutMs: 300 });
    const payment = await newPayment();
    await sandbox.fault("gocardless", "timeout-before", "/payments");
    await expect(impatient.payments.create(payment, randomUUID())).rejects.toMatchObject({
      kind: "network",
      isOutcomeUnknown: true,
    });
  });
});

describe("a payment", () => {
  test("is created as requested, and a closed day becomes the next open one", async () => {
    const saturday =
      [8, 9, 10, 11, 12, 13, 14].map((n) => addDays(TODAY, n)).find((day) => new Date(day).getUTCDay() === 6) ?? "";
    const made = await gc.payments.create(await newPayment({ chargeDate: saturday }), randomUUID());
    expect(made).toMatchObject({
      amountCents: 11_900,
      status: "pending_submission",
      chargeDate: addTargetDays(saturday, 1),
      metadata: { collection: "col_1" },
    });
    expect(await gc.payments.read(made.id)).toEqual(made);
  });

  test("under a used key is the first one, even if the amount differs", async () => {
    const [key, payment] = [randomUUID(), await newPayment()];
    const first = await gc.payments.create(payment, key);
    expect(await gc.payments.create(payment, key)).toEqual(first);
    expect(await gc.payments.create({ ...payment, amountCents: 1 }, key)).toMatchObject({
      id: first.id,
      amountCents: 11_900,
    });
    expect(await gc.payments.listOfMandate(payment.mandateId, new Date(`${addDays(TODAY, -1)}T00:00:00Z`))).toEqual([
      first,
    ]);
  });

  test.each([
    ["malformed-json", "network"],
    ["reset", "network"],
    ["status-500", "unavailable"],
    ["status-502-html", "unavailable"],
  ])(
    "with a lost answer (%s: %s) is not repeated by the client, and is created once under its key",
    async (fault, kind) => {
      const [key, payment] = [randomUUID(), await newPayment()];
      const before = (await posts("/payments")).length;
      await sandbox.fault("gocardless", fault, "/payments");
      await expect(gc.payments.create(payment, key)).rejects.toMatchObject({ kind, isOutcomeUnknown: true });
      expect((await posts("/payments")).length).toBe(before + 1);
      const made = await gc.payments.create(payment, key);
      const { gocardless } = await sandbox.desk<{ gocardless: { payments: { id: string; idempotencyKey: string }[] } }>(
        "/ledger",
      );
      expect(gocardless.payments.filter((row) => row.idempotencyKey === key)).toMatchObject([{ id: made.id }]);
    },
  );

  test("beyond the rate limit is not created", async () => {
    const [key, payment] = [randomUUID(), await newPayment()];
    await sandbox.fault("gocardless", "status-429", "/payments");
    await expect(gc.payments.create(payment, key)).rejects.toMatchObject({
      kind: "rate_limited",
      isOutcomeUnknown: false,
    });
    expect(await gc.payments.listOfMandate(payment.mandateId, new Date(`${addDays(TODAY, -1)}T00:00:00Z`))).toEqual([]);
  });

  test("with a charge date that is too early is refused for that reason", async () => {
    await expect(
      gc.payments.create(await newPayment({ chargeDate: addDays(TODAY, 1) }), randomUUID()),
    ).rejects.toMatchObject({ kind: "refused", code: "charge_date" });
  });

  test("on a cancelled mandate is refused", async () => {
    const payment = await newPayment();
    await sandbox.desk(`/gocardless/mandates/${payment.mandateId}/cancel`, {});
    await expect(gc.payments.create(payment, randomUUID())).rejects.toMatchObject({ kind: "refused" });
    expect(await gc.mandates.read(payment.mandateId)).toMatchObject({
      status: "cancelled",
      nextPossibleChargeDate: null,
    });
  });

  test("can be cancelled until its submission, and is then refused as too late", async () => {
    const [early, late] = [
      await gc.payments.create(await newPayment(), randomUUID()),
      await gc.payments.create(await newPayment(), randomUUID()),
    ];
    expect(await gc.payments.cancel(early.id)).toMatchObject({ status: "cancelled" });
    await expect(gc.payments.cancel(early.id)).rejects.toMatchObject({ kind: "refused", code: "cancellation_failed" });
    await act(late.id, "submit");
    await expect(gc.payments.cancel(late.id)).rejects.toMatchObject({ kind: "refused", code: "cancellation_failed" });
    expect(await gc.payments.read(late.id)).toMatchObject({ status: "submitted" });
  });

  test("with an unknown payment id is not found", async () => {
    await expect(gc.payments.read("PM000NOTHING")).rejects.toMatchObject({ kind: "not_found" });
  });

  test("has its whole history in its events", async () => {
    const { id } = await gc.payments.create(await newPayment(), randomUUID());
    await act(id, "fail", { cause: "insufficient_funds", code: "AM04" });
    const events = await gc.payments.events(id);
    expect(events.map((event) => event.action).reverse()).toEqual(["created", "submitted", "failed"]);
    expect(events.every((event) => event.resource === "payments" && event.resourceId === id)).toBe(true);
    expect(events[0]?.payload).toMatchObject({
      details: { cause: "insufficient_funds", reason_code: "AM04", will_attempt_retry: false },
    });
  });
});

describe("events whose webhooks were lost", () => {
  async function eventsFrom(since: Date) {
    const events: ProviderEvent[] = [];
    let cursor: string | undefined;
    do {
      const { rows, next } = await gc.account.events({ since, cursor });
      events.push(...rows);
      cursor = next;
    } while (cursor);
    return events;
  }

  test("are in the list of events, once and completely over all pages", async () => {
    const since = new Date((await sandbox.desk<{ now: string }>("/clock")).now);
    const payment = await gc.payments.create(await newPayment(), randomUUID());
    await act(payment.id, "confirm");
    const events = await eventsFrom(new Date(since.getTime() - 1_000));
    const own = events.filter((event) => event.resourceId === payment.id).map((event) => event.action);
    expect(own.sort()).toEqual(["confirmed", "created", "submitted"]);
    expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
    expect(events.every((event) => event.organisationId === "OR000DEMO")).toBe(true);
  });
});

describe("a payout", () => {
  test("is the sum of its items to the cent, including fees, a chargeback and a returned fee", async () => {
    const returned = await gc.payments.create(await newPayment({ amountCents: 8_000 }), randomUUID());
    await act(returned.id, "pay-out");
    await act(returned.id, "charge-back");
    const [one, two] = [
      await gc.payments.create(await newPayment({ amountCents: 25_050 }), randomUUID()),
      await gc.payments.create(await newPayment({ amountCents: 14_999 }), randomUUID()),
    ];
    await act(one.id, "confirm");
    const { payout } = await act(two.id, "pay-out");
    const read = await gc.payouts.read(payout?.id ?? "");
    const items = await gc.payouts.items(payout?.id ?? "");
    expect(Math.round(items.reduce((sum, item) => sum + item.tenths, 0) / 10)).toBe(read.amountCents);
    expect(items.find((item) => item.paymentId === two.id && item.type === "payment_paid_out")).toMatchObject({
      tenths: 149_990,
    });
    expect(items.find((item) => item.type === "payment_charged_back")).toMatchObject({
      tenths: -80_000,
      paymentId: returned.id,
    });
    expect(items.filter((item) => item.type === "gocardless_fee").some((item) => item.tenths > 0)).toBe(true);
    expect(read).toMatchObject({ status: "paid", currency: "EUR", reference: expect.any(String) });
    expect(await gc.payments.read(two.id)).toMatchObject({ status: "paid_out" });
  });

  test("with an unknown payout id is not found", async () => {
    await expect(gc.payouts.read("PO000NOTHING")).rejects.toMatchObject({ kind: "not_found" });
  });
});
