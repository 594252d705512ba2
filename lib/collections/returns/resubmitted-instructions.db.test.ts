import { beforeEach, describe, expect, test } from "vitest";
import { importPayment, recordSteps } from "@/lib/collections/events/mutations";
import { holdInvoice, setExcluded } from "@/lib/collections/instructions/mutations";
import { db } from "@/lib/core/database/db";
import { today } from "@/lib/core/time/clock";
import { addDays, fromDate, toDate } from "@/lib/core/time/dates";
import { nextTargetDay } from "@/lib/core/time/target-calendar";
import { chooseMandate } from "@/lib/mandates/record/mutations";
import { setContactExcluded } from "@/lib/payers/exclusion/mutations";
import { clearJobs } from "@/test/jobs";
import { decideAfterReading, failLatestPayment, returnedInvoice, step } from "@/test/returned-debits";
import { connectedSupplier, decideNow, latestCollection, type SeededInvoice, seedMandate } from "@/test/supplier-data";
import { approveRetry, stopRetry } from "./retry-mutations";

/** A returned collection that a person retried at GoCardless counts as approved here, for the day given there. */
const { customerId, actor } = await connectedSupplier();

beforeEach(clearJobs);

const later = (minutes: number) => ({ occurredAt: new Date(Date.now() + minutes * 60_000) });
const key = (id: string) => ({ customerId_id: { customerId, id } });
const settings = (data: { retriesReturns?: boolean; daysEarlier?: number }) =>
  db.customer.update({ where: { id: customerId }, data });

/** Resubmits the collection at GoCardless for that day. */
async function resubmit(invoiceId: string, chargeDate: string, minutes = 1): Promise<string> {
  const { id } = await latestCollection(customerId, invoiceId);
  await recordSteps(customerId, id, [
    step("resubmission_requested", { cause: "payment_retried", origin: "api", ...later(minutes) }),
  ]);
  await db.collection.update({ where: key(id), data: { providerId: `PM-${id}` } });
  await importPayment(customerId, id, { id: `PM-${id}`, chargeDate });
  expect(await latestCollection(customerId, invoiceId)).toMatchObject({ status: "created", holdsInvoice: true });
  return id;
}

/** Expects the collection to be moved, and a late change to be reported if the bank already has it. */
async function expectMovedTo(chargeDate: string, invoiceId: string, collectionId: string): Promise<void> {
  const stands = (status: "submitted" | "created") =>
    db.collection.update({ where: key(collectionId), data: { status } });
  await stands("submitted");
  expect(await decideNow(customerId, invoiceId)).toEqual({ outcome: "keep", reason: "date_changed_late" });
  await stands("created");
  expect(await decideNow(customerId, invoiceId)).toMatchObject({ outcome: "replace", chargeDate });
}

const AGREED = nextTargetDay(addDays(today(), 40));

test("a resubmission replaced for its amount is debited no earlier than on the day given at GoCardless", async () => {
  const invoice = await returnedInvoice(customerId);
  const id = await resubmit(invoice.id, AGREED);
  await db.invoice.update({ where: key(invoice.id), data: { openCents: 5_000, needsDecision: true } });
  expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "replace", reason: "amount_changed" });
  await recordSteps(customerId, id, [step("cancelled", { cause: "payment_cancelled", ...later(2) })]);
  expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({
    ...{ outcome: "collect", amountCents: 5_000, retriedBy: "person", chargeDate: AGREED },
  });
});

test("a replaced resubmission follows a later due date, but never before the day given at GoCardless", async () => {
  const invoice = await returnedInvoice(customerId);
  const id = await resubmit(invoice.id, AGREED);
  const change = (data: object) =>
    db.invoice.update({ where: key(invoice.id), data: { ...data, needsDecision: true } });
  const cancel = async (debit: string, minutes: number) =>
    await recordSteps(customerId, debit, [step("cancelled", { cause: "payment_cancelled", ...later(minutes) })]);
  await change({ openCents: 5_000 });
  await decideNow(customerId, invoice.id);
  await cancel(id, 2);
  await decideAfterReading(customerId, invoice.id);
  const due = nextTargetDay(addDays(AGREED, 30));
  await change({ dueDate: toDate(due) });
  expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "replace", reason: "date_changed" });
  await cancel((await latestCollection(customerId, invoice.id)).id, 3);
  expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "collect", chargeDate: due });
  // It stays, and a still later due date is reported if the bank has it.
  await db.collection.updateMany({
    where: { customerId, invoiceId: invoice.id, attempt: 3 },
    data: { status: "submitted" },
  });
  expect(await decideNow(customerId, invoice.id)).toEqual({ outcome: "keep", reason: "collection_running" });
  await change({ dueDate: toDate(addDays(due, 10)) });
  expect(await decideNow(customerId, invoice.id)).toEqual({ outcome: "keep", reason: "date_changed_late" });
  await db.collection.updateMany({
    where: { customerId, invoiceId: invoice.id, attempt: 3 },
    data: { status: "created" },
  });
  await change({ dueDate: toDate(today()) });
  expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "replace", chargeDate: AGREED });
});

test("a day given at GoCardless after one agreed here takes precedence if it is later", async () => {
  const invoice = await returnedInvoice(customerId);
  await approveRetry(customerId, invoice.id, actor, addDays(today(), 20));
  const id = await resubmit(invoice.id, AGREED);
  await db.invoice.update({ where: key(invoice.id), data: { openCents: 5_000, needsDecision: true } });
  await decideNow(customerId, invoice.id);
  await recordSteps(customerId, id, [step("cancelled", { cause: "payment_cancelled", ...later(2) })]);
  expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({ outcome: "collect", chargeDate: AGREED });
});

test("a resubmission replaced for a later due date is debited on that date", async () => {
  const invoice = await returnedInvoice(customerId);
  const id = await resubmit(invoice.id, AGREED);
  const due = nextTargetDay(addDays(AGREED, 30));
  await db.invoice.update({ where: key(invoice.id), data: { dueDate: toDate(due), needsDecision: true } });
  expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "replace", reason: "date_changed" });
  await recordSteps(customerId, id, [step("cancelled", { cause: "payment_cancelled", ...later(2) })]);
  expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({ outcome: "collect", chargeDate: due });
});

test("no setting and no earlier due date makes a resubmission earlier", async () => {
  const invoice = await returnedInvoice(customerId);
  await resubmit(invoice.id, AGREED);
  await db.invoice.update({ where: key(invoice.id), data: { dueDate: toDate(today()), needsDecision: true } });
  expect(await decideNow(customerId, invoice.id)).toEqual({ outcome: "keep", reason: "collection_running" });
});

test("a resubmission continues in spite of plan and stop before it, and is cancelled by a later stop", async () => {
  await settings({ retriesReturns: true });
  const invoice = await returnedInvoice(customerId);
  expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({ outcome: "collect", retriedBy: "plan" });
  await failLatestPayment(customerId, invoice.id, later(1));
  await settings({ retriesReturns: false });
  await stopRetry(customerId, invoice.id, actor);
  await resubmit(invoice.id, AGREED, 2);
  expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "keep", reason: "collection_running" });
  await db.invoice.update({ where: key(invoice.id), data: { retryStoppedAt: later(3).occurredAt } });
  expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "cancel", reason: "retry_stopped" });
});

test("excluding and including the invoice cancels a resubmission, as it does a person's retry", async () => {
  const revived = await returnedInvoice(customerId);
  await resubmit(revived.id, AGREED, 0);
  const tried = await returnedInvoice(customerId);
  await approveRetry(customerId, tried.id, actor);
  await decideAfterReading(customerId, tried.id);
  for (const { id } of [revived, tried]) {
    for (const isOut of [true, false]) await setExcluded(customerId, id, isOut, actor);
    expect(await decideNow(customerId, id)).toMatchObject({ outcome: "cancel", reason: "retry_stopped" });
  }
});

test("a stop cancels a collection on the payer's new mandate that was planned, not one that was made", async () => {
  const invoice = await returnedInvoice(customerId);
  await seedMandate(customerId, invoice.contactId, { createdAt: later(0.01).occurredAt });
  expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "collect" });
  await stopRetry(customerId, invoice.id, actor);
  await db.invoice.update({ where: key(invoice.id), data: { retryStoppedAt: later(1).occurredAt } });
  expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "cancel", reason: "retry_stopped" });
  const { id } = await latestCollection(customerId, invoice.id);
  await db.collection.update({ where: key(id), data: { calledAt: new Date(), status: "created" } });
  expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "keep" });
});

test("a stop after the resubmission cancels a first collection, too", async () => {
  const invoice = await returnedInvoice(customerId);
  await resubmit(invoice.id, AGREED, 0);
  await stopRetry(customerId, invoice.id, actor);
  expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "cancel", reason: "retry_stopped" });
});

test.each([
  ["an earlier day", nextTargetDay(addDays(today(), 14))],
  ["just the day of the returned retry", null],
])("an approval given here for %s moves an earlier resubmission to it", async (_day, day) => {
  const invoice = await returnedInvoice(customerId);
  await approveRetry(customerId, invoice.id, actor);
  await decideAfterReading(customerId, invoice.id);
  const { requestedDate } = await latestCollection(customerId, invoice.id);
  await failLatestPayment(customerId, invoice.id, later(1));
  await resubmit(invoice.id, AGREED, 2);
  const sooner = day ?? fromDate(requestedDate);
  const word = { retryApprovedAt: later(3).occurredAt, retryOn: toDate(sooner), needsDecision: true };
  await db.invoice.update({ where: key(invoice.id), data: word });
  expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "replace", chargeDate: sooner });
  const { id } = await latestCollection(customerId, invoice.id);
  await recordSteps(customerId, id, [step("cancelled", { cause: "payment_cancelled", ...later(2.5) })]);
  expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({ outcome: "collect", chargeDate: sooner });
});

describe("the day given at GoCardless, if the collection ends with its mandate", () => {
  /** A collection that is resubmitted, after which the payer signs another mandate. */
  async function withNewMandate() {
    const invoice = await returnedInvoice(customerId);
    const id = await resubmit(invoice.id, AGREED);
    const signed = await seedMandate(customerId, invoice.contactId, { createdAt: later(2).occurredAt });
    return { invoice, id, mandateId: signed.id };
  }

  const endsWithMandate = async (collectionId: string) => {
    const { mandateId } = await db.collection.findUniqueOrThrow({ where: key(collectionId) });
    await db.mandate.update({ where: key(mandateId), data: { status: "cancelled" } });
    await recordSteps(customerId, collectionId, [step("cancelled", { cause: "mandate_cancelled", ...later(3) })]);
  };

  /** Returns the charge date of an invoice about which nobody has given an instruction. */
  const ownDay = async (invoiceId: string) =>
    nextTargetDay(fromDate((await db.invoice.findUniqueOrThrow({ where: key(invoiceId) })).dueDate));

  test("applies on the new mandate", async () => {
    const { invoice, id, mandateId } = await withNewMandate();
    await endsWithMandate(id);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "collect", chargeDate: AGREED });
    expect(await latestCollection(customerId, invoice.id)).toMatchObject({ mandateId, retriedBy: null });
  });

  test("applies on the mandate that the supplier chooses", async () => {
    const { invoice, id, mandateId } = await withNewMandate();
    await chooseMandate(customerId, mandateId, actor);
    await recordSteps(customerId, id, [step("cancelled", { cause: "payment_cancelled", ...later(3) })]);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "collect", chargeDate: AGREED });
  });

  test.each([
    ["the invoice", (invoice: SeededInvoice, isOut: boolean) => setExcluded(customerId, invoice.id, isOut, actor)],
    [
      "its payer",
      ({ contactId }: SeededInvoice, isOut: boolean) => setContactExcluded(customerId, contactId, isOut, actor),
    ],
  ])("is revoked with all other approvals when %s is excluded", async (_what, exclude) => {
    const { invoice, id } = await withNewMandate();
    await endsWithMandate(id);
    for (const isOut of [true, false]) await exclude(invoice, isOut);
    const { instructionsRevokedAt } = await db.invoice.findUniqueOrThrow({ where: key(invoice.id) });
    // The resubmission is a minute ahead of the machine's clock, so the exclusion has to be later than that.
    await db.invoice.update({
      where: key(invoice.id),
      data: { instructionsRevokedAt: instructionsRevokedAt && later(1.5).occurredAt },
    });
    expect((await decideNow(customerId, invoice.id))?.chargeDate).toBe(await ownDay(invoice.id));
  });

  test("applies after a hold on the invoice has ended", async () => {
    const { invoice, id } = await withNewMandate();
    await holdInvoice(customerId, invoice.id, addDays(today(), 5), actor);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "cancel", reason: "invoice_held" });
    await recordSteps(customerId, id, [step("cancelled", { cause: "payment_cancelled", ...later(3) })]);
    await holdInvoice(customerId, invoice.id, null, actor);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "collect", chargeDate: AGREED });
  });

  test("ends with an instruction not to retry, and with the return of a later collection", async () => {
    const { invoice, id } = await withNewMandate();
    await endsWithMandate(id);
    const stop = { retryStoppedAt: later(1.5).occurredAt, needsDecision: true };
    await db.invoice.update({ where: key(invoice.id), data: stop });
    expect((await decideNow(customerId, invoice.id))?.chargeDate).toBe(await ownDay(invoice.id));

    const other = await withNewMandate();
    await endsWithMandate(other.id);
    await decideNow(customerId, other.invoice.id);
    await failLatestPayment(customerId, other.invoice.id, later(4));
    await approveRetry(customerId, other.invoice.id, actor);
    await db.invoice.update({ where: key(other.invoice.id), data: { retryApprovedAt: later(5).occurredAt } });
    const { chargeDate } = (await decideAfterReading(customerId, other.invoice.id)) ?? {};
    expect(chargeDate).toBe(await ownDay(other.invoice.id));
  });
});

test("a later day agreed here moves a resubmission for an earlier one, or is reported as too late", async () => {
  const invoice = await returnedInvoice(customerId);
  const day = nextTargetDay(addDays(AGREED, 20));
  await approveRetry(customerId, invoice.id, actor, day);
  const id = await resubmit(invoice.id, AGREED);
  await expectMovedTo(day, invoice.id, id);
  await recordSteps(customerId, id, [step("cancelled", { cause: "payment_cancelled", ...later(2) })]);
  expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({ outcome: "collect", chargeDate: day });
});

test("a day agreed for a returned retry does not hide a later due date from a resubmission", async () => {
  const invoice = await returnedInvoice(customerId);
  await approveRetry(customerId, invoice.id, actor, addDays(today(), 10));
  await decideAfterReading(customerId, invoice.id);
  await failLatestPayment(customerId, invoice.id, later(1));
  const id = await resubmit(invoice.id, AGREED, 2);
  const due = nextTargetDay(addDays(AGREED, 30));
  await db.invoice.update({ where: key(invoice.id), data: { dueDate: toDate(due), needsDecision: true } });
  await expectMovedTo(due, invoice.id, id);
});

test("a later due date overrides a day agreed before it, but not one agreed since", async () => {
  const invoice = await returnedInvoice(customerId);
  const day = nextTargetDay(addDays(today(), 30));
  await approveRetry(customerId, invoice.id, actor, day);
  expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({ outcome: "collect", chargeDate: day });
  const { id } = await latestCollection(customerId, invoice.id);
  const due = nextTargetDay(addDays(day, 20));
  await db.invoice.update({ where: key(invoice.id), data: { dueDate: toDate(due), needsDecision: true } });
  await expectMovedTo(due, invoice.id, id);
  await recordSteps(customerId, id, [step("cancelled", { cause: "payment_cancelled", ...later(1) })]);
  expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "collect", chargeDate: due });
  expect(await decideNow(customerId, invoice.id)).toEqual({ outcome: "keep", reason: "collection_running" });
  await approveRetry(customerId, invoice.id, actor, addDays(today(), 30));
  expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "replace", chargeDate: day });
});
