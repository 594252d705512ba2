import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { decideInvoices } from "@/lib/collections/decision/jobs";
import { wantSync } from "@/lib/connections/record/mutations";
import { db } from "@/lib/core/database/db";
import { drainInbox } from "@/lib/events/jobs";
import { syncInvoices } from "@/lib/invoices/sync/jobs";
import { jobs } from "@/lib/jobs/catalogue";
import type { JobWork } from "@/lib/jobs/runner";
import { retriggerPayout } from "@/lib/payouts/record/mutations";
import type { OnlineSystem } from "@/lib/providers/accounting/systems";
import { BOOK_KEEPING } from "@/test/book-keeping";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { TestSandbox } from "@/test/sandbox";
import { openNotices, referenceInAccounting } from "@/test/supplier-data";
import { letTurnRunOut } from "@/test/turns";
import {
  bringEvents,
  DESKS,
  debitAtTwins,
  readLedger,
  supplierAtTwins,
  type TwinSupplier,
  writeInvoice,
} from "@/test/twin-supplier";
import { bookPayouts } from "./jobs";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());
// A call without an answer times out after one second.
sandbox.giveUpAfter(1_000);

const SYSTEMS = Object.keys(DESKS) as OnlineSystem[];

/** From the invoice to the booked payout, with interruptions: the same in every accounting system. */
describe.each(SYSTEMS)("with %s as the accounting system", (system) => {
  const keeping = BOOK_KEEPING[system];
  const { provider } = DESKS[system];
  let supplier: TwinSupplier;
  let debit: Awaited<ReturnType<typeof debitAtTwins>>;

  /** GoCardless has a payment of 119.00. */
  beforeEach(async () => {
    supplier = await supplierAtTwins(sandbox, system);
    debit = await debitAtTwins(sandbox, supplier);
  });

  const run = (job: JobWork) => job.run({ customerId: supplier.customerId });
  const play = async (step: string, body: object = {}) => {
    await sandbox.desk(`/gocardless/payments/${debit.paymentId}/${step}`, body);
    await events();
  };
  const events = async () => {
    await bringEvents(supplier);
    await run(drainInbox);
  };
  const read = async () => {
    await db.$transaction((tx) => wantSync(tx, supplier.customerId, "listing"));
    await run(syncInvoices);
    await run(decideInvoices);
  };
  const act = (what: string, body: object = {}) =>
    sandbox.desk(`/${provider}/invoices/${debit.written.id}/${what}`, body);
  const invoice = (externalId = debit.written.id) =>
    db.invoice.findFirstOrThrow({
      where: { customerId: supplier.customerId, externalId },
      include: { collections: true },
    });
  const payouts = () => db.payout.findMany({ where: { customerId: supplier.customerId } });
  const entered = async () =>
    keeping.enteredIn(await readLedger(sandbox), debit.written.id, await referenceInAccounting(debit.invoiceId));

  /** Expects the gross payment tied to its invoice, and its fee, each once. */
  async function expectBooked(): Promise<void> {
    expect(await payouts()).toMatchObject([{ bookingStatus: "booked", bookingError: null }]);
    expect(await entered()).toEqual({ openCents: 0, paidCents: [11_900], feeCents: [-139], ties: 1 });
  }

  async function expectUntouched(): Promise<void> {
    expect(await entered()).toEqual({ openCents: 11_900, paidCents: [], feeCents: [], ties: 0 });
  }

  test("a payout is booked once however often it is retriggered, and its invoice is paid", async () => {
    await play("pay-out");
    await run(bookPayouts);
    await expectBooked();
    const [payout] = await payouts();
    await retriggerPayout(supplier.customerId, payout?.id ?? "", supplier.actor);
    await run(bookPayouts);
    await expectBooked();
    await read();
    expect(await invoice()).toMatchObject({ bookStatus: "paid", openCents: 0, reason: "collected" });
  });

  test("two concurrent runs book a payout once", async () => {
    await play("pay-out");
    await Promise.all([run(bookPayouts), run(bookPayouts)]);
    await expectBooked();
  });

  test("a run that finds the lease taken enqueues another run, which books once the lease has expired", async () => {
    await play("pay-out");
    await clearJobs();
    const { customerId } = supplier;
    const before = (await sandbox.requests(provider)).length;
    await db.bookingTurn.create({ data: { customerId, runId: "silent", until: new Date(Date.now() + 60_000) } });
    await run(bookPayouts);
    expect(await sandbox.requests(provider)).toHaveLength(before);
    expect(await payouts()).toMatchObject([{ bookingStatus: "pending" }]);
    expect(await waitingJobs(jobs.bookPayouts)).toEqual([{ customerId }]);
    await letTurnRunOut(customerId);
    await run(bookPayouts);
    await expectBooked();
    expect(await db.bookingTurn.count({ where: { customerId } })).toBe(0);
  });

  test.each(keeping.cutOffs)("an interruption by %s at %s %s resumes where it stopped", async (kind, method, path) => {
    await play("pay-out");
    await sandbox.desk("/faults", { provider, kind, match: { method, path }, times: 1 });
    await expect(run(bookPayouts)).rejects.toMatchObject({ isRetryable: true });
    expect(await payouts()).toMatchObject([{ bookingStatus: "pending", bookedAt: null }]);
    await db.ratePace.deleteMany();
    await letTurnRunOut(supplier.customerId);
    await run(bookPayouts);
    await expectBooked();
  });

  test("lost access raises a notice; the payout waits and is booked once access is restored", async () => {
    await play("pay-out");
    await keeping.loseAccess(sandbox, supplier);
    await run(bookPayouts);
    expect(await payouts()).toMatchObject([{ bookingStatus: "pending" }]);
    expect(await openNotices(supplier.customerId)).toEqual([`connection-lost:${system}`]);
    await expectUntouched();
    await keeping.giveAccess(sandbox, supplier);
    expect(await openNotices(supplier.customerId)).toEqual([]);
    await run(bookPayouts);
    await expectBooked();
  });

  test("a failed payment is reported, and the accounting system stays unchanged", async () => {
    await play("fail", { cause: "insufficient_funds", code: "AM04" });
    await read();
    const { collections, ...row } = await invoice();
    expect(row).toMatchObject({ bookStatus: "open", openCents: 11_900 });
    expect(collections).toMatchObject([{ status: "failed", failureCode: "AM04", holdsInvoice: false }]);
    expect(await openNotices(supplier.customerId)).toEqual([`collection-returned:${debit.invoiceId}`]);
    await run(bookPayouts);
    await expectUntouched();
  });

  test("a chargeback after the booking is reported, and its invoice is skipped as paid by a return", async () => {
    await play("pay-out");
    await run(bookPayouts);
    await read();
    await play("charge-back", { code: "MD06" });
    await read();
    expect(await invoice()).toMatchObject({ outcome: "skip", reason: "paid_by_returned_debit" });
    expect(await openNotices(supplier.customerId)).toEqual([`collection-returned:${debit.invoiceId}`]);
    // The bookings stay as they are, also after another run.
    await run(bookPayouts);
    await expectBooked();
  });

  test("a mandate that the payer's bank declines ends its collection, and another mandate is requested", async () => {
    await sandbox.desk(`/gocardless/mandates/${debit.mandateId}/fail`, {});
    await events();
    await read();
    const { collections, ...row } = await invoice();
    expect(collections.map(({ holdsInvoice }) => holdsInvoice)).toEqual([false]);
    expect(row).toMatchObject({ outcome: "wait", reason: "mandate_requested" });
    expect(await db.mandateRequest.count({ where: { customerId: supplier.customerId } })).toBe(1);
    await expectUntouched();
  });

  test("a payer without a mandate is asked once, and nothing is collected", async () => {
    const written = await writeInvoice(sandbox, supplier);
    await read();
    await read();
    expect(await invoice(written.id)).toMatchObject({ reason: "mandate_requested", collections: [] });
    expect(await db.mandateRequest.count({ where: { customerId: supplier.customerId } })).toBe(1);
    const { payments } = (await readLedger(sandbox)).gocardless;
    expect(payments.filter(({ organisation }) => organisation === supplier.account)).toHaveLength(1);
  });

  test.each([
    ["pay", {}, { bookStatus: "paid", outcome: "cancel" }],
    ["void", {}, { bookStatus: "voided", outcome: "cancel" }],
    ["part-pay", { amountCents: 1_900 }, { openCents: 10_000, outcome: "replace", reason: "amount_changed" }],
    ["change", { amountCents: 5_950 }, { openCents: 5_950, outcome: "replace", reason: "amount_changed" }],
  ])("%s %j on the invoice before submission cancels its collection", async (what, body, expected) => {
    await act(what, body);
    await read();
    const { collections, ...row } = await invoice();
    expect(row).toMatchObject(expected);
    expect(collections).toMatchObject([{ cancelRequestedAt: expect.any(Date) }]);
  });
});
