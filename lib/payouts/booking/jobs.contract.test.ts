import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { drainInbox } from "@/lib/events/jobs";
import { jobs } from "@/lib/jobs/catalogue";
import { retriggerPayout } from "@/lib/payouts/record/mutations";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { TestSandbox } from "@/test/sandbox";
import { openNotices, referenceInAccounting } from "@/test/supplier-data";
import { letTurnRunOut } from "@/test/turns";
import { bringEvents, debitAtTwins, readLedger, supplierAtTwins, type TwinSupplier } from "@/test/twin-supplier";
import { bookPayouts } from "./jobs";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());

let supplier: TwinSupplier;
let debit: Awaited<ReturnType<typeof debitAtTwins>>;
let payoutId: string;
let providerId: string;

/** A collection of 119.00 that was paid out. Its payout is archived and not yet booked. */
beforeEach(async () => {
  supplier = await supplierAtTwins();
  debit = await debitAtTwins(sandbox, supplier);
  await sandbox.desk(`/gocardless/payments/${debit.paymentId}/pay-out`, {});
  await drainEvents();
  const row = await db.payout.findFirstOrThrow({ where: { customerId: supplier.customerId } });
  ({ id: payoutId, providerId } = row);
  await clearJobs();
});

async function drainEvents(): Promise<void> {
  await bringEvents(supplier);
  await drainInbox.run({ customerId: supplier.customerId });
}

const book = () => bookPayouts.run({ customerId: supplier.customerId });
const payout = () =>
  db.payout.findUniqueOrThrow({
    where: { customerId_id: { customerId: supplier.customerId, id: payoutId } },
    include: { bookings: { orderBy: { id: "asc" } } },
  });
const lines = async () => {
  const own = [await referenceInAccounting(debit.invoiceId), providerId];
  return (await readLedger(sandbox)).lexware.transactions.filter((line) => own.includes(line.externalReference));
};
const hints = async () =>
  (await readLedger(sandbox)).lexware.hints.filter((hint) => hint.voucherId === debit.written.id);
const postsOf = async (path: string) =>
  (await sandbox.requests("lexware", path)).filter((call) => call.method === "POST").length;
const accountBalance = async () => {
  const { financeAccountId } = await db.connection.findUniqueOrThrow({
    where: { customerId_type: { customerId: supplier.customerId, type: "LEXOFFICE" } },
  });
  const { accounts } = (await sandbox.state()).lexware as unknown as {
    accounts: { id: string; balance?: number; balanceCents?: number }[];
  };
  const account = accounts.find((row) => row.id === financeAccountId);
  return account?.balance ?? account?.balanceCents;
};

/** Expects the payment of 119.00 with its fee (1 % and 20 cents), the payout out, and a balance of zero. */
async function expectBooked(): Promise<void> {
  expect(await payout()).toMatchObject({
    bookingStatus: "booked",
    bookedAt: expect.any(Date),
    bookingError: null,
    bookings: [
      { sentAt: expect.any(Date), error: null },
      { sentAt: expect.any(Date), error: null },
    ],
  });
  const sent = await lines();
  expect(sent).toMatchObject([
    { externalReference: await referenceInAccounting(debit.invoiceId), cents: 11_900, feeCents: -139 },
    { externalReference: providerId, cents: -11_761, feeCents: 0 },
  ]);
  expect(sent.reduce((sum, line) => sum + line.cents + line.feeCents, 0)).toBe(0);
  expect(await hints()).toMatchObject([{ externalReference: await referenceInAccounting(debit.invoiceId) }]);
  expect(await accountBalance()).toBe(0);
}

describe("booking a payout", () => {
  test("sends hint, lines and balance; the invoice is paid there and is read again", async () => {
    await book();
    await expectBooked();
    const { vouchers } = (await readLedger(sandbox)).lexware;
    expect(vouchers.find((voucher) => voucher.id === debit.written.id)).toMatchObject({ openCents: 0 });
    const where = { customerId_id: { customerId: supplier.customerId, id: debit.invoiceId } };
    expect(await db.invoice.findUniqueOrThrow({ where })).toMatchObject({ openStaleAt: expect.any(Date) });
    expect(await waitingJobs(jobs.syncInvoices)).toEqual([{ customerId: supplier.customerId }]);
    expect(await openNotices(supplier.customerId)).toEqual([]);
  });

  test("books it once when the job runs twice", async () => {
    await book();
    await book();
    await expectBooked();
    const calls = (await sandbox.requests("lexware")).length;
    await book();
    expect(await sandbox.requests("lexware")).toHaveLength(calls);
  });

  test("books nothing a second time when the supplier retriggers it", async () => {
    await book();
    await retriggerPayout(supplier.customerId, payoutId, supplier.actor);
    expect(await payout()).toMatchObject({ bookingStatus: "pending" });
    await book();
    await expectBooked();
  });
});

test("another creditor's payouts are booked on a finance account of their own", async () => {
  const { customerId } = supplier;
  const where = { customerId_type: { customerId, type: "LEXOFFICE" as const } };
  await book();
  const first = await db.connection.findUniqueOrThrow({ where });
  await db.connection.updateMany({
    where: { customerId, type: "GOCARDLESS" },
    data: { creditorId: `CR-${customerId}` },
  });
  await retriggerPayout(customerId, payoutId, supplier.actor);
  await book();
  const second = await db.connection.findUniqueOrThrow({ where });
  expect(second.financeAccountReference).toBe(`GC-CR-${customerId}`);
  expect(second.financeAccountId).not.toBe(first.financeAccountId);
});

test("several waiting payouts are booked one after the other on the same finance account", async () => {
  const { customerId } = supplier;
  const next = await debitAtTwins(sandbox, supplier, 30_000);
  await sandbox.desk(`/gocardless/payments/${next.paymentId}/pay-out`, {});
  await drainEvents();
  expect(await waitingJobs(jobs.bookPayouts)).toEqual([{ customerId }]);
  const made = await postsOf("/v1/finance/accounts");
  // A failure at the first payout blocks the second one until the next run, which books both.
  await sandbox.fault("lexware", "status-500", "/v1/finance/transactions");
  await expect(book()).rejects.toMatchObject({ isRetryable: true });
  expect(await db.payout.count({ where: { customerId, bookingStatus: "pending" } })).toBe(2);
  await book();
  await expectBooked();
  expect(await db.payout.count({ where: { customerId, bookingStatus: "booked" } })).toBe(2);
  expect((await postsOf("/v1/finance/accounts")) - made).toBe(1);
});

test("an incomplete list of accounts does not make the job post the lines again on another account", async () => {
  await sandbox.fault("lexware", "status-500", "/v1/transaction-assignment-hint");
  await expect(book()).rejects.toMatchObject({ isRetryable: true });
  const made = await postsOf("/v1/finance/accounts");
  await sandbox.fault("lexware", "malformed-json", "/v1/finance/transactions");
  await expect(book()).rejects.toMatchObject({ isRetryable: true });
  await sandbox.fault("lexware", "partial-page", "/v1/finance/accounts");
  await letTurnRunOut(supplier.customerId);
  await book();
  await expectBooked();
  expect(await postsOf("/v1/finance/accounts")).toBe(made);
});

describe("a booking that is interrupted", () => {
  test.each([
    ["before the account", "status-500", "/v1/finance/accounts"],
    ["at the hint", "reset", "/v1/transaction-assignment-hint"],
    ["at the lines, whose answer is lost", "malformed-json", "/v1/finance/transactions"],
    ["at the lines", "status-500", "/v1/finance/transactions"],
    ["at the balance", "status-500", "/v1/finance/accounts/*"],
  ])("%s resumes where it stopped and books everything once", async (_where, fault, path) => {
    await sandbox.fault("lexware", fault, path);
    await expect(book()).rejects.toMatchObject({ isRetryable: true });
    expect(await payout()).toMatchObject({ bookingStatus: "pending", bookedAt: null });
    await letTurnRunOut(supplier.customerId);
    await book();
    await expectBooked();
  });

  test("before it stores that hint and lines were sent books them once all the same", async () => {
    await book();
    const { customerId } = supplier;
    await db.bookingHint.updateMany({ where: { customerId }, data: { sentAt: null } });
    await db.booking.updateMany({ where: { customerId }, data: { sentAt: null, providerId: null } });
    await db.payout.updateMany({ where: { customerId }, data: { bookingStatus: "pending", bookedAt: null } });
    await book();
    await expectBooked();
  });

  test("after the lines sends neither lines nor hints again", async () => {
    await sandbox.fault("lexware", "status-500", "/v1/finance/accounts/*");
    await expect(book()).rejects.toMatchObject({ isRetryable: true });
    const [lineCalls, hintCalls] = [
      await postsOf("/v1/finance/transactions"),
      await postsOf("/v1/transaction-assignment-hint"),
    ];
    await book();
    expect(await postsOf("/v1/finance/transactions")).toBe(lineCalls);
    expect(await postsOf("/v1/transaction-assignment-hint")).toBe(hintCalls);
  });
});

test("a refused line keeps the vendor's error, raises a notice, and is booked once it is accepted", async () => {
  const { customerId, actor } = supplier;
  const { organisationId } = await db.connection.findUniqueOrThrow({
    where: { customerId_type: { customerId, type: "LEXOFFICE" } },
  });
  const close = (until?: string) => sandbox.desk(`/lexware/organisations/${organisationId}/close`, { until });
  await close("2099-12-31");
  await book();
  const bookingError = expect.stringContaining("der Buchungszeitraum ist abgeschlossen");
  const refused = { sentAt: null, error: bookingError };
  expect(await payout()).toMatchObject({
    bookingStatus: "needs_attention",
    bookingError,
    bookings: [refused, refused],
  });
  expect(await openNotices(customerId)).toEqual([`booking-refused:${payoutId}`]);
  expect(await lines()).toEqual([]);
  // The job does not send a refused line again automatically.
  await book();
  expect(await payout()).toMatchObject({ bookingStatus: "needs_attention" });
  await close();
  await retriggerPayout(customerId, payoutId, actor);
  await book();
  await expectBooked();
  expect(await openNotices(customerId)).toEqual([]);
});

describe("a payout that bounces", () => {
  const bounce = async () => {
    await sandbox.desk(`/gocardless/payouts/${providerId}/bounce`, {});
    await drainEvents();
  };

  test("is never booked if it bounces before its booking", async () => {
    await bounce();
    expect(await openNotices(supplier.customerId)).toEqual([`payout-bounced:${providerId}`]);
    await book();
    expect(await payout()).toMatchObject({ status: "bounced", bookingStatus: "pending" });
    expect(await lines()).toEqual([]);
    expect(await hints()).toEqual([]);
  });

  test("is reported if it bounces after its booking, and its bookings stay", async () => {
    await book();
    await bounce();
    expect(await payout()).toMatchObject({ status: "bounced" });
    expect(await openNotices(supplier.customerId)).toEqual([`payout-bounced:${providerId}`]);
    await book();
    await expectBooked();
  });
});
