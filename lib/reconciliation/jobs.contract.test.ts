import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ownStep, recordSteps } from "@/lib/collections/events/mutations";
import { withDirectDebit } from "@/lib/connections/provider/access";
import { db } from "@/lib/core/database/db";
import type { Prisma } from "@/lib/core/prisma/client";
import { now } from "@/lib/core/time/clock";
import { drainInbox } from "@/lib/events/jobs";
import { jobs } from "@/lib/jobs/catalogue";
import { recogniseMandates } from "@/lib/mandates/provider/jobs";
import { nightly } from "@/lib/schedule/jobs";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { TestSandbox } from "@/test/sandbox";
import { openNotices } from "@/test/supplier-data";
import { bringEvents, debitAtTwins, readLedger, supplierAtTwins, type TwinSupplier } from "@/test/twin-supplier";
import { compareCustomer } from "./jobs";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());

let supplier: TwinSupplier;
beforeEach(async () => {
  supplier = await supplierAtTwins();
});

const run = () => compareCustomer.run({ customerId: supplier.customerId });
const readMandates = () => recogniseMandates.run({ customerId: supplier.customerId });
const debit = () => debitAtTwins(sandbox, supplier);
const play = (id: string, step: string, body: object = {}) =>
  sandbox.desk<{ payout?: { id: string } }>(`/gocardless/payments/${id}/${step}`, body);
const where = (id: string) => ({ customerId_id: { customerId: supplier.customerId, id } });
const collection = (id: string) => db.collection.findUniqueOrThrow({ where: where(id) });
const change = (id: string, data: Prisma.CollectionUpdateInput) => db.collection.update({ where: where(id), data });
const payments = async () =>
  (await readLedger(sandbox)).gocardless.payments.filter((row) => row.organisation === supplier.account);

/** Every difference as kind, both sides and repair; `null` waits for a person. */
async function differences() {
  const rows = await db.difference.findMany({ where: { customerId: supplier.customerId }, orderBy: { kind: "asc" } });
  return rows.map((row) => [row.kind, row.ours, row.theirs, row.repair]);
}

const comparison = (feed: "payments" | "payouts" | "mandates") =>
  db.comparison.findUniqueOrThrow({ where: { customerId_feed: { customerId: supplier.customerId, feed } } });

/** Creates a payment at GoCardless whose metadata names a collection, without any row of ours. */
async function payBeside(mandateId: string, collectionId: string, amountCents = 11_900) {
  const { chargeDate } = (await db.collection.findFirst({ where: { customerId: supplier.customerId } })) ?? {};
  return await withDirectDebit(supplier.customerId, (gc) =>
    gc.payments.create(
      {
        ...{ mandateId, amountCents, reference: "RE", description: "RE" },
        chargeDate: (chargeDate ?? now()).toISOString().slice(0, 10),
        metadata: { collection: collectionId, invoice: "RE" },
      },
      randomUUID(),
    ),
  );
}

describe("a comparison where nothing is wrong", () => {
  test("finds no difference in payments of other tools, or in changes whose events wait in the inbox", async () => {
    const one = await debit();
    await sandbox.desk("/gocardless/payments", { mandate: one.mandateId, amountCents: 500 });
    await play(one.paymentId, "pay-out");
    await bringEvents(supplier);
    // The event has arrived and still waits in the inbox.
    await run();
    expect(await differences()).toEqual([]);
    await drainInbox.run({ customerId: supplier.customerId });
    await run();
    await readMandates();
    expect(await differences()).toEqual([]);
    expect(await comparison("payments")).toMatchObject({
      seenCount: 2,
      finishedAt: expect.any(Date),
      isRunning: false,
    });
    expect(await comparison("payouts")).toMatchObject({ seenCount: 1, finishedAt: expect.any(Date) });
    expect(await db.comparedItem.count({ where: { customerId: supplier.customerId } })).toBe(0);
  });

  test("finds no difference in the mandates that an account has when it is read for the first time", async () => {
    await sandbox.desk("/gocardless/mandates", {
      organisation: supplier.account,
      customer: { companyName: "Café Ähre", email: `zahler-${randomUUID()}@aehre.example` },
    });
    await db.connection.updateMany({ where: { customerId: supplier.customerId }, data: { mandatesReadAt: null } });
    await readMandates();
    expect(await db.mandate.count({ where: { customerId: supplier.customerId } })).toBe(1);
    expect(await differences()).toEqual([]);
  });

  test("starts for every connected supplier, each at its own time of the night", async () => {
    await clearJobs();
    await nightly.run({});
    expect(await waitingJobs(jobs.compareCustomer)).toContainEqual({ customerId: supplier.customerId });
    const starts = await db.$queryRaw<{ wait: number }[]>`
      SELECT EXTRACT(EPOCH FROM start_after - created_on)::float8 AS wait FROM pgboss.job WHERE name = ${jobs.compareCustomer.name}`;
    expect(starts.every(({ wait }) => wait > -5 && wait < 3 * 3600 + 5)).toBe(true);
    expect(new Set(starts.map(({ wait }) => Math.round(wait))).size).toBe(starts.length);
  });
});

describe("the comparison of payments", () => {
  test("applies state, day and history of a payment whose events never arrived", async () => {
    const one = await debit();
    await play(one.paymentId, "fail", { cause: "insufficient_funds", code: "AM04" });
    await change(one.collectionId, { chargeDate: new Date("2020-01-07T00:00:00Z") });
    await run();
    expect(await collection(one.collectionId)).toMatchObject({ status: "failed", failureCode: "AM04" });
    const day = (await collection(one.collectionId)).chargeDate?.toISOString().slice(0, 10);
    expect(await differences()).toEqual([
      ["payment_date", "2020-01-07", day, "read_again"],
      ["payment_status", "created", "failed", "read_again"],
    ]);
    expect(await openNotices(supplier.customerId)).toEqual([`collection-returned:${one.invoiceId}`]);
    const before = await db.difference.findMany({ where: { customerId: supplier.customerId } });
    await run();
    expect(await db.difference.findMany({ where: { customerId: supplier.customerId } })).toEqual(before);
  });

  test("imports a payment whose answer was never stored, but only once the call that created it is over", async () => {
    const one = await debit();
    const lost = { status: "pending", providerId: null, calledAt: now() } as const;
    await db.collectionEvent.deleteMany({ where: { customerId: supplier.customerId, action: "created" } });
    await change(one.collectionId, lost);
    await run();
    expect(await differences()).toEqual([]);
    await change(one.collectionId, { calledAt: new Date(now().getTime() - 3_600_000) });
    await run();
    expect(await collection(one.collectionId)).toMatchObject({ status: "created", providerId: one.paymentId });
    expect(await differences()).toEqual([["payment_unadopted", "pending", "pending_submission", "imported"]]);
    expect(await payments()).toHaveLength(1);
  });

  test("assigns a payment whose collection a restored backup does not know to the collection waiting for it", async () => {
    const one = await debit();
    const omit = { debitDate: true, createdAt: true, updatedAt: true } as const;
    const planned = await db.collection.findUniqueOrThrow({ where: where(one.collectionId), omit });
    await db.collection.delete({ where: where(one.collectionId) });
    const id = `col_${randomUUID()}`;
    const again = { ...planned, id, status: "pending", providerId: null, chargeDate: null } as const;
    const calledAt = new Date(now().getTime() - 3_600_000);
    await db.collection.create({ data: { ...again, calledAt } });
    await run();
    expect(await collection(id)).toMatchObject({ status: "created", providerId: one.paymentId });
    expect(await differences()).toEqual([["payment_unadopted", "pending", "pending_submission", "imported"]]);
    expect(await payments()).toHaveLength(1);
  });

  test("leaves a payment to a person if it is unknown, missing, duplicate or of another amount, and lists it once", async () => {
    const [one, two, three] = [await debit(), await debit(), await debit()];
    const unknown = await payBeside(one.mandateId, "col_of_nobody", 700);
    await change(two.collectionId, { providerId: "PM000GONE" });
    await db.collection.update({ where: where(three.collectionId), data: { amountCents: 11_800 } });
    await run();
    await run();
    const found = [
      ["payment_amount", "11800", "11900", null],
      ["payment_double", "PM000GONE", "pending_submission", null],
      ["payment_missing", "created", "-", null],
      ["payment_unknown", "-", "pending_submission", null],
    ];
    expect(await differences()).toEqual(found);
    expect(await db.difference.findFirst({ where: { kind: "payment_unknown", subject: unknown.id } })).not.toBeNull();
    // A person repaired it.
    await change(two.collectionId, { providerId: two.paymentId });
    await run();
    const repairs = (await differences()).map(([kind, , , repair]) => [kind, repair]);
    expect(repairs).toEqual([
      ["payment_amount", null],
      ["payment_double", "gone"],
      ["payment_missing", "gone"],
      ["payment_unknown", null],
    ]);
    expect(await payments()).toHaveLength(4);
  });

  test("keeps a difference open while events about its payment wait in the inbox", async () => {
    const one = await debit();
    await payBeside(one.mandateId, one.collectionId);
    await payBeside(one.mandateId, "col_of_nobody", 700);
    await run();
    const found = [
      ["payment_double", one.paymentId, "pending_submission", null],
      ["payment_unknown", "-", "pending_submission", null],
    ];
    expect(await differences()).toEqual(found);
    await bringEvents(supplier);
    await run();
    expect(await differences()).toEqual(found);
    await drainInbox.run({ customerId: supplier.customerId });
    await run();
    expect(await differences()).toEqual(found);
  });

  test("lets a returned collection hold its invoice again if its payment takes money without any event", async () => {
    const one = await debit();
    const failed = { ...ownStep("failed", "insufficient_funds"), id: "EV000UNTOLD" };
    await recordSteps(supplier.customerId, one.collectionId, [failed]);
    expect(await collection(one.collectionId)).toMatchObject({ status: "failed", holdsInvoice: false });
    await run();
    expect(await collection(one.collectionId)).toMatchObject({ status: "created", holdsInvoice: true });
    expect(await differences()).toEqual([["payment_status", "failed", "pending_submission", "read_again"]]);
    expect(await openNotices(supplier.customerId)).toEqual([]);
  });

  test("notifies the supplier of a second payment for a collection, because only the supplier can refund it", async () => {
    const one = await debit();
    await payBeside(one.mandateId, one.collectionId);
    await run();
    expect(await differences()).toEqual([["payment_double", one.paymentId, "pending_submission", null]]);
    expect(await openNotices(supplier.customerId)).toEqual([`duplicate:${one.invoiceId}`]);
  });
});

test("archives a payout whose event never arrived, and reads a payout again whose status changed", async () => {
  const [one, two] = [await debit(), await debit()];
  const { payout } = await play(one.paymentId, "pay-out");
  await bringEvents(supplier);
  await drainInbox.run({ customerId: supplier.customerId });
  const second = (await play(two.paymentId, "pay-out")).payout;
  await sandbox.desk(`/gocardless/payouts/${payout?.id}/bounce`, {});
  const gone = { providerId: "PO000GONE", status: "paid", amountCents: 1, paidAt: now(), isProven: true } as const;
  await db.payout.create({ data: { customerId: supplier.customerId, id: `pay_${randomUUID()}`, ...gone } });
  await sandbox.passDays(0);
  // The same account was connected again since then; payouts from before that are still ours.
  await db.connection.updateMany({ where: { customerId: supplier.customerId }, data: { connectedAt: now() } });
  await run();
  const kinds = (await differences()).filter(([kind]) => kind?.startsWith("payout"));
  expect(kinds).toEqual([
    ["payout_missing", "paid", "-", null],
    ["payout_status", "paid", "bounced", "read_again"],
    ["payout_unknown", "-", "paid", "imported"],
  ]);
  const rows = await db.payout.findMany({ where: { customerId: supplier.customerId, archivedAt: { not: null } } });
  expect(new Set(rows.map((row) => [row.providerId, row.status].join()))).toEqual(
    new Set([`${payout?.id},bounced`, `${second?.id},paid`]),
  );
});

test("ends a mandate whose end no event reported, and leaves one that GoCardless does not have to a person", async () => {
  const [one, two] = [await debit(), await debit()];
  await readMandates();
  await sandbox.desk(`/gocardless/mandates/${one.mandateId}/cancel`, {});
  const of = (providerId: string) => ({ customerId_providerId: { customerId: supplier.customerId, providerId } });
  await db.mandate.update({ where: of(two.mandateId), data: { providerId: "MD000GONE" } });
  await readMandates();
  await readMandates();
  expect(await differences()).toEqual([
    ["mandate_missing", "pending_submission", "-", null],
    ["mandate_status", "pending_submission", "cancelled", "read_again"],
    ["mandate_unknown", "-", "pending_submission", "imported"],
  ]);
  expect(await db.mandate.findUniqueOrThrow({ where: of(one.mandateId) })).toMatchObject({ status: "cancelled" });
});

test("resumes a cut-off comparison after the last page it had finished", async () => {
  const one = await debit();
  await db.comparison.create({
    data: {
      ...{ customerId: supplier.customerId, feed: "payments", startedAt: now() },
      ...{ isListed: true, seenCount: 7 },
    },
  });
  const items = [{ customerId: supplier.customerId, feed: "payments" as const, providerId: one.paymentId }];
  await db.comparedItem.createMany({ data: items });
  const lists = async () =>
    (await sandbox.requests("gocardless", "/payments")).filter(({ method }) => method === "GET");
  const before = (await lists()).length;
  await sandbox.fault("gocardless", "status-500", "/payouts", 9);
  await expect(run()).rejects.toMatchObject({ isRetryable: true });
  // The pages listed before are not requested again, and none of their payments counts as missing.
  expect((await lists()).length).toBe(before);
  expect(await comparison("payments")).toMatchObject({ seenCount: 7, finishedAt: expect.any(Date) });
  expect(await comparison("payouts")).toMatchObject({ finishedAt: null });
  expect(await differences()).toEqual([]);
});

test("closes the differences found while GoCardless is being disconnected", async () => {
  const one = await debit();
  await payBeside(one.mandateId, "col_of_nobody", 700);
  await run();
  const of = { customerId: supplier.customerId, type: "GOCARDLESS" };
  // Disconnects GoCardless just after the job has read the connection as connected.
  const ended = { status: "disconnected", organisationId: null, accessToken: null } as const;
  const spy = vi.spyOn(db.connection, "findUnique").mockImplementationOnce((async () => {
    const row = await db.connection.findFirst({ where: of });
    await db.connection.updateMany({ where: of, data: ended });
    return row;
  }) as never);
  await run();
  spy.mockRestore();
  expect(await differences()).toEqual([["payment_unknown", "-", "pending_submission", "gone"]]);
});
