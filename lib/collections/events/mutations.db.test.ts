import { beforeEach, describe, expect, test } from "vitest";
import { lockInvoice } from "@/lib/collections/decision/mutations";
import { db } from "@/lib/core/database/db";
import { toDate } from "@/lib/core/time/dates";
import { jobs } from "@/lib/jobs/catalogue";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { awaitLocked } from "@/test/locks";
import { connectedSupplier, decideNow, latestCollection, openNotices, seedCollection } from "@/test/supplier-data";
import { type CollectionStep, importPayment, recordSteps } from "./mutations";

const { customerId } = await connectedSupplier();

beforeEach(clearJobs);

const BASE = Date.now() + 60_000;

/** An event of the provider, `hour` hours after the collection was planned. */
function step(action: string, hour: number, changes: Partial<CollectionStep> = {}): CollectionStep {
  const id = `EV-${action}-${hour}-${changes.id ?? ""}`;
  return {
    action,
    origin: "bank",
    cause: null,
    code: null,
    text: null,
    willAttemptRetry: false,
    ...changes,
    id,
    occurredAt: new Date(BASE + hour * 3_600_000),
  };
}

/** A planned collection. The events of each test have ids of their own. */
async function started() {
  const { invoice, collection } = await seedCollection(customerId);
  const own = (action: string, hour: number, changes: Partial<CollectionStep> = {}) =>
    step(action, hour, { ...changes, id: collection.id });
  const record = (...steps: CollectionStep[]) => recordSteps(customerId, collection.id, steps);
  const historyOf = async () => {
    const rows = await db.collectionEvent.findMany({
      where: { customerId, collectionId: collection.id },
      orderBy: { occurredAt: "asc" },
    });
    return rows.map((row) => [row.action, row.status]);
  };
  return { invoice, collection, own, record, historyOf };
}

const toPaidOut = (own: typeof step) => [
  own("created", 0),
  own("submitted", 1),
  own("confirmed", 2),
  own("paid_out", 3),
];

describe("the history of a collection", () => {
  test("grows to its end, with the state after each event", async () => {
    const { invoice, own, record, historyOf } = await started();
    for (const one of toPaidOut(own)) await record(one);
    expect(await latestCollection(customerId, invoice.id)).toMatchObject({
      status: "paid_out",
      holdsInvoice: true,
      isDuplicate: false,
    });
    expect(await historyOf()).toEqual([
      ["planned", "pending"],
      ["created", "created"],
      ["submitted", "submitted"],
      ["confirmed", "confirmed"],
      ["paid_out", "paid_out"],
    ]);
  });

  test("is the same for events delivered backwards, twice, and all at once", async () => {
    const [backwards, twice, atOnce] = [await started(), await started(), await started()];
    for (const one of toPaidOut(backwards.own).reverse()) await backwards.record(one);
    for (const one of [...toPaidOut(twice.own), ...toPaidOut(twice.own)]) await twice.record(one);
    await atOnce.record(...toPaidOut(atOnce.own), ...toPaidOut(atOnce.own));
    for (const { invoice, historyOf } of [backwards, twice, atOnce]) {
      expect((await latestCollection(customerId, invoice.id)).status).toBe("paid_out");
      expect(await historyOf()).toHaveLength(5);
    }
    expect(await backwards.historyOf()).toEqual(await twice.historyOf());
  });

  test("neither loses nor doubles an event when many workers record it at once", async () => {
    const { invoice, own, record, historyOf } = await started();
    await Promise.all([...toPaidOut(own), ...toPaidOut(own)].map((one) => record(one)));
    expect((await latestCollection(customerId, invoice.id)).status).toBe("paid_out");
    expect(await historyOf()).toHaveLength(5);
  });

  test("is read under the lock, so that events another worker has just added are seen", async () => {
    const { invoice, collection, own, record } = await started();
    let recording: Promise<unknown> = Promise.resolve();
    await db.$transaction(async (tx) => {
      await lockInvoice(tx, customerId, invoice.id);
      recording = record(own("created", 0), own("submitted", 1), own("confirmed", 2));
      await awaitLocked(1);
      const { willAttemptRetry: _retry, ...failed } = own("failed", 3);
      await tx.collectionEvent.create({
        data: { customerId, collectionId: collection.id, status: "pending", ...failed },
      });
    });
    await recording;
    expect((await latestCollection(customerId, invoice.id)).status).toBe("late_failure");
  });

  test("gets new labels for later events when an older one arrives late", async () => {
    const { invoice, own, record, historyOf } = await started();
    await record(
      own("created", 0),
      own("submitted", 1),
      own("failed", 4, { cause: "insufficient_funds", code: "AM04" }),
    );
    expect((await latestCollection(customerId, invoice.id)).status).toBe("failed");
    await record(own("confirmed", 2));
    expect((await latestCollection(customerId, invoice.id)).status).toBe("late_failure");
    expect((await historyOf()).at(-1)).toEqual(["failed", "late_failure"]);
  });

  test("does not flag the invoice for a decision when an event is repeated", async () => {
    const { invoice, own, record } = await started();
    await record(own("created", 0));
    await db.invoice.updateMany({ where: { customerId, id: invoice.id }, data: { needsDecision: false } });
    await clearJobs();
    await record(own("created", 0));
    expect(await waitingJobs(jobs.decideInvoices)).toEqual([]);
    await record(own("submitted", 1));
    expect(await waitingJobs(jobs.decideInvoices)).toEqual([{ customerId }]);
    expect(
      (await db.invoice.findUniqueOrThrow({ where: { customerId_id: { customerId, id: invoice.id } } })).needsDecision,
    ).toBe(true);
  });
});

describe("a returned collection", () => {
  test("releases the invoice, stores the bank's reason, and causes a notice", async () => {
    const { invoice, own, record } = await started();
    const failed = own("failed", 2, { cause: "insufficient_funds", code: "AM04", text: "Konto nicht gedeckt" });
    await record(own("created", 0), own("submitted", 1), failed);
    expect(await latestCollection(customerId, invoice.id)).toMatchObject({
      status: "failed",
      holdsInvoice: false,
      failureCause: "insufficient_funds",
      failureCode: "AM04",
      failureText: "Konto nicht gedeckt",
      failedAt: failed.occurredAt,
    });
    expect(await openNotices(customerId)).toContain(`collection-returned:${invoice.id}`);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "wait", reason: "failed_needs_action" });
  });

  test("is left to GoCardless if GoCardless has announced a retry", async () => {
    const { invoice, own, record } = await started();
    await record(own("created", 0), own("submitted", 1), own("failed", 2, { willAttemptRetry: true }));
    expect(await latestCollection(customerId, invoice.id)).toMatchObject({ status: "failed", willAttemptRetry: true });
    await record(own("resubmission_requested", 3));
    expect(await latestCollection(customerId, invoice.id)).toMatchObject({
      status: "created",
      willAttemptRetry: false,
      holdsInvoice: true,
    });
    expect(await openNotices(customerId)).not.toContain(`collection-returned:${invoice.id}`);
  });

  test("holds the invoice again when its chargeback is withdrawn", async () => {
    const { invoice, own, record } = await started();
    await record(...toPaidOut(own), own("charged_back", 4, { cause: "refund_requested", code: "MD06" }));
    expect(await latestCollection(customerId, invoice.id)).toMatchObject({
      status: "charged_back",
      holdsInvoice: false,
    });
    await record(own("chargeback_cancelled", 5));
    expect(await latestCollection(customerId, invoice.id)).toMatchObject({ status: "paid_out", holdsInvoice: true });
    expect(await openNotices(customerId)).not.toContain(`collection-returned:${invoice.id}`);
  });
});

describe("a reopened collection next to another one", () => {
  /** A collection is charged back and retried, then the chargeback is withdrawn: the payer may have paid twice. */
  async function twoLives() {
    const first = await started();
    await first.record(
      ...toPaidOut(first.own),
      first.own("charged_back", 4, { cause: "refund_requested", code: "MD06" }),
    );
    const key = { customerId_id: { customerId, id: first.invoice.id } };
    await db.invoice.update({ where: key, data: { retryApprovedAt: new Date(BASE + 10 * 3_600_000) } });
    expect(await decideNow(customerId, first.invoice.id)).toBeUndefined();
    // As if the open amount had been read again.
    await db.invoice.update({ where: key, data: { openStaleAt: null } });
    expect(await decideNow(customerId, first.invoice.id)).toMatchObject({ outcome: "collect" });
    const second = await latestCollection(customerId, first.invoice.id);
    await first.record(first.own("chargeback_cancelled", 6));
    const read = (id: string) => db.collection.findUniqueOrThrow({ where: { customerId_id: { customerId, id } } });
    return { ...first, second, read };
  }

  test("is marked as a duplicate while the other one holds the invoice, and causes a notice", async () => {
    const { invoice, collection, second, read } = await twoLives();
    expect(await read(collection.id)).toMatchObject({ status: "paid_out", holdsInvoice: false, isDuplicate: true });
    expect(await read(second.id)).toMatchObject({ status: "pending", holdsInvoice: true, isDuplicate: false });
    expect(await openNotices(customerId)).toContain(`duplicate:${invoice.id}`);
  });

  test("has the other one cancelled while that is possible", async () => {
    const { invoice, collection, second, read } = await twoLives();
    expect(await decideNow(customerId, invoice.id)).toMatchObject({
      outcome: "cancel",
      reason: "earlier_debit_revived",
    });
    expect(await read(second.id)).toMatchObject({
      cancelRequestedAt: expect.any(Date),
      cancelReason: "earlier_debit_revived",
    });
    await recordSteps(customerId, second.id, [step("cancelled", 7, { id: second.id })]);
    expect(await read(collection.id)).toMatchObject({ holdsInvoice: true, isDuplicate: false });
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "keep" });
    expect(await db.collection.count({ where: { customerId, invoiceId: invoice.id } })).toBe(2);
  });

  test("leaves the other one alone once the bank has it", async () => {
    const { invoice, second } = await twoLives();
    await recordSteps(customerId, second.id, [step("submitted", 7, { id: second.id })]);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "keep" });
  });

  test("holds the invoice again when the other one ends, so that no third one starts", async () => {
    const { invoice, collection, second, read } = await twoLives();
    await recordSteps(customerId, second.id, [step("cancelled", 7, { id: second.id })]);
    expect(await read(second.id)).toMatchObject({ status: "cancelled", holdsInvoice: false });
    expect(await read(collection.id)).toMatchObject({ status: "paid_out", holdsInvoice: true, isDuplicate: false });
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "keep", reason: "collected" });
    expect(await openNotices(customerId)).not.toContain(`duplicate:${invoice.id}`);
  });

  test("leaves only the other one, without a warning, when it is finally returned", async () => {
    const { invoice, collection, own, record, second, read } = await twoLives();
    await record(own("charged_back", 8, { cause: "refund_requested" }));
    expect(await read(collection.id)).toMatchObject({
      status: "charged_back",
      holdsInvoice: false,
      isDuplicate: false,
    });
    expect(await read(second.id)).toMatchObject({ holdsInvoice: true });
    expect(await openNotices(customerId)).not.toContain(`duplicate:${invoice.id}`);
  });

  test("stays, with the other one and the warning, when both have brought money", async () => {
    const { invoice, collection, second, read } = await twoLives();
    await recordSteps(customerId, second.id, [step("confirmed", 7, { id: second.id })]);
    expect(await read(second.id)).toMatchObject({ status: "confirmed", holdsInvoice: true });
    expect(await read(collection.id)).toMatchObject({ holdsInvoice: false, isDuplicate: true });
    expect(await openNotices(customerId)).toContain(`duplicate:${invoice.id}`);
  });
});

describe("the payment of a collection", () => {
  test("is stored with the granted day, and never replaced by another payment", async () => {
    const { invoice, collection } = await started();
    const payment = {
      id: "PM-A",
      amountCents: 11_900,
      status: "pending_submission" as const,
      chargeDate: "2026-12-28",
      mandateId: null,
      metadata: {},
      createdAt: new Date(),
    };
    await importPayment(customerId, collection.id, payment);
    await importPayment(customerId, collection.id, { ...payment, chargeDate: "2026-12-29" });
    expect(await latestCollection(customerId, invoice.id)).toMatchObject({
      providerId: "PM-A",
      chargeDate: toDate("2026-12-29"),
    });
    await importPayment(customerId, collection.id, { ...payment, id: "PM-B", chargeDate: "2026-12-30" });
    expect(await latestCollection(customerId, invoice.id)).toMatchObject({
      providerId: "PM-A",
      chargeDate: toDate("2026-12-29"),
    });
  });
});
