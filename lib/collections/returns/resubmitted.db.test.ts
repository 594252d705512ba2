import { beforeEach, expect, test } from "vitest";
import { recordSteps } from "@/lib/collections/events/mutations";
import { setExcluded } from "@/lib/collections/instructions/mutations";
import { db } from "@/lib/core/database/db";
import { today } from "@/lib/core/time/clock";
import { addDays } from "@/lib/core/time/dates";
import { clearJobs } from "@/test/jobs";
import { decideAfterReading, failLatestPayment, returnedInvoice, step } from "@/test/returned-debits";
import { connectedSupplier, decideNow, latestCollection, openNotices } from "@/test/supplier-data";
import { readReturns } from "./data";
import { dismissReturn } from "./mutations";
import { approveRetry, stopRetry } from "./retry-mutations";

const { customerId, actor } = await connectedSupplier();

beforeEach(clearJobs);

const key = (id: string) => ({ customerId_id: { customerId, id } });
const later = (minutes: number) => ({ occurredAt: new Date(Date.now() + minutes * 60_000) });
const debitsOf = (invoiceId: string) => db.collection.count({ where: { customerId, invoiceId } });
const lineOf = async (invoiceId: string) =>
  (await readReturns(customerId, { filter: "open" }, { take: 50, isBack: false })).find(
    (line) => line.invoiceId === invoiceId,
  );

/** Resubmits the collection at GoCardless: by a person, or by GoCardless itself. */
async function resubmit(invoiceId: string, cause = "payment_retried", origin = "api"): Promise<string> {
  const { id } = await latestCollection(customerId, invoiceId);
  await recordSteps(customerId, id, [step("resubmission_requested", { cause, origin, ...later(1) })]);
  expect(await latestCollection(customerId, invoiceId)).toMatchObject({ status: "created", holdsInvoice: true });
  return id;
}

/** The accounting system shows another open amount: we cancel the collection to replace it. */
async function cancelForAmount(invoiceId: string, collectionId: string, minutes: number): Promise<void> {
  await db.invoice.update({ where: key(invoiceId), data: { openCents: 5_000, needsDecision: true } });
  expect(await decideNow(customerId, invoiceId)).toMatchObject({ outcome: "replace", reason: "amount_changed" });
  await recordSteps(customerId, collectionId, [step("cancelled", { cause: "payment_cancelled", ...later(minutes) })]);
}

test("a returned collection, resubmitted and cancelled at GoCardless, is not followed by another one", async () => {
  const invoice = await returnedInvoice(customerId);
  const id = await resubmit(invoice.id);
  await recordSteps(customerId, id, [step("cancelled", { cause: "payment_cancelled", ...later(2) })]);
  await db.customer.update({ where: { id: customerId }, data: { retriesReturns: true } });
  expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({
    outcome: "wait",
    reason: "failed_needs_action",
  });
  expect(await debitsOf(invoice.id)).toBe(1);
  expect(await openNotices(customerId)).toContain(`collection-returned:${invoice.id}`);
  expect(await lineOf(invoice.id)).toMatchObject({ status: "cancelled", attempts: 1, tries: 0 });

  await db.customer.update({ where: { id: customerId }, data: { retriesReturns: false } });

  await stopRetry(customerId, invoice.id, actor);
  expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason: "failed_needs_action" });
  await approveRetry(customerId, invoice.id, actor);
  expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({ outcome: "collect", retriedBy: "person" });
});

test("a retry that was resubmitted and cancelled counts as a retry, in decision and returns queue", async () => {
  const invoice = await returnedInvoice(customerId);
  await approveRetry(customerId, invoice.id, actor);
  await decideAfterReading(customerId, invoice.id);
  const { id } = await latestCollection(customerId, invoice.id);
  // The planned retry is no attempt yet.
  expect(await lineOf(invoice.id)).toMatchObject({ attempts: 1 });
  await recordSteps(customerId, id, [
    step("created", later(1)),
    step("submitted", later(2)),
    step("failed", { code: "AM04", cause: "insufficient_funds", ...later(3) }),
    step("resubmission_requested", later(4)),
    step("cancelled", later(5)),
  ]);
  expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason: "failed_needs_action" });
  const { decision } = await db.invoice.findUniqueOrThrow({ where: key(invoice.id) });
  expect(decision).toMatchObject({ input: { retry: { tries: 1 } } });
  expect(await lineOf(invoice.id)).toMatchObject({ attempts: 2, tries: 1 });
});

test("a resubmitted collection that we cancel for a new amount is replaced by a new one", async () => {
  const invoice = await returnedInvoice(customerId);
  const id = await resubmit(invoice.id);
  await cancelForAmount(invoice.id, id, 2);
  const replacement = { outcome: "collect", amountCents: 5_000, retriedBy: "person" };
  expect(await decideAfterReading(customerId, invoice.id)).toMatchObject(replacement);
  // Somebody cancels the new one at GoCardless: it is no longer wanted either.
  const second = await latestCollection(customerId, invoice.id);
  await recordSteps(customerId, second.id, [
    step("created", later(3)),
    step("cancelled", { cause: "payment_cancelled", ...later(4) }),
  ]);
  expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "wait", reason: "failed_needs_action" });
});

test("an exclusion revokes the approval of a resubmission that we are cancelling for its amount", async () => {
  const invoice = await returnedInvoice(customerId);
  const id = await resubmit(invoice.id);
  await db.invoice.update({ where: key(invoice.id), data: { openCents: 5_000, needsDecision: true } });
  await decideNow(customerId, invoice.id);
  await setExcluded(customerId, invoice.id, true, actor);
  await decideNow(customerId, invoice.id);
  await recordSteps(customerId, id, [step("cancelled", { cause: "payment_cancelled", ...later(2) })]);
  await setExcluded(customerId, invoice.id, false, actor);
  expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "wait", reason: "failed_needs_action" });
});

test("excluding and including an invoice approves nothing, nor does GoCardless' own retry", async () => {
  const invoice = await returnedInvoice(customerId);
  const id = await resubmit(invoice.id);
  await db.invoice.update({ where: key(invoice.id), data: { openCents: 5_000, needsDecision: true } });
  await decideNow(customerId, invoice.id);
  for (const isExcluded of [true, false]) await setExcluded(customerId, invoice.id, isExcluded, actor);
  await decideNow(customerId, invoice.id);
  await recordSteps(customerId, id, [step("cancelled", { cause: "payment_cancelled", ...later(2) })]);
  expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "wait", reason: "failed_needs_action" });

  // Nor does our own event that the payment takes money again: it does not say who wanted that.
  for (const [cause, origin] of [
    ["payment_autoretried", "gocardless"],
    ["payment_retried", "einzug"],
  ] as const) {
    const other = await returnedInvoice(customerId);
    const own = await resubmit(other.id, cause, origin);
    await cancelForAmount(other.id, own, 2);
    expect(await decideNow(customerId, other.id)).toMatchObject({ outcome: "wait", reason: "failed_needs_action" });
  }
});

test("a day agreed before a resubmission applies to the collection that replaces it", async () => {
  const invoice = await returnedInvoice(customerId);
  const { day } = await approveRetry(customerId, invoice.id, actor, addDays(today(), 60));
  const id = await resubmit(invoice.id);
  await cancelForAmount(invoice.id, id, 2);
  expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({ outcome: "collect", chargeDate: day });
});

test("a second return needs a second read of the open amount, and a cancelled parallel retry is no stop", async () => {
  const invoice = await returnedInvoice(customerId);
  const { id: first } = await latestCollection(customerId, invoice.id);
  await approveRetry(customerId, invoice.id, actor);
  expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({ outcome: "collect" });
  const { id: second } = await latestCollection(customerId, invoice.id);
  await recordSteps(customerId, second, [step("created")]);
  await recordSteps(customerId, first, [step("resubmission_requested", { cause: "payment_retried", ...later(1) })]);
  expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason: "earlier_debit_revived" });
  // Somebody had cancelled it by then, because of the first one.
  await recordSteps(customerId, second, [step("cancelled", { cause: "earlier_debit_revived", ...later(2) })]);
  const { occurredAt } = later(-60);
  await db.invoice.update({ where: key(invoice.id), data: { retryApprovedAt: later(-120).occurredAt } });
  await recordSteps(customerId, second, [step("cancelled", { cause: "payment_cancelled", occurredAt })]);
  const row = () => db.invoice.findUniqueOrThrow({ where: key(invoice.id) });
  expect(await row()).toMatchObject({ retryStoppedAt: null });
  await recordSteps(customerId, first, [
    step("submitted", later(3)),
    step("failed", { code: "AM04", cause: "insufficient_funds", ...later(4) }),
  ]);
  await db.invoice.update({ where: key(invoice.id), data: { retryApprovedAt: later(5).occurredAt } });
  expect(await decideNow(customerId, invoice.id)).toBeUndefined();
  expect((await row()).openStaleAt).not.toBeNull();
});

test("a return is settled if it is paid otherwise, unless it had brought money at any time", async () => {
  const paid = { bookStatus: "paid", openCents: 0, needsDecision: true } as const;
  for (const [steps, reason, isDone] of [
    [[], "paid", true],
    [["confirmed", "failed"], "paid_by_returned_debit", false],
    // Paid out at first; the second submission brought no money.
    [["confirmed", "failed", "resubmission_requested", "submitted", "failed"], "paid_by_returned_debit", false],
  ] as const) {
    const invoice = await returnedInvoice(customerId);
    const id = await resubmit(invoice.id);
    const told = steps.map((action, minute) => step(action, later(2 + minute)));
    const again = steps.length > 0 ? [step("resubmission_requested", later(10))] : [];
    const off = step("cancelled", { cause: "payment_cancelled", ...later(11) });
    await recordSteps(customerId, id, [...told, ...again, off]);
    await db.invoice.update({ where: key(invoice.id), data: paid });
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "skip", reason });
    expect(await db.returnCase.findFirst({ where: { customerId, invoiceId: invoice.id } })).toMatchObject({ isDone });
  }
});

test("an alert needs an open case, and an approval newer than the cancellation stays in force", async () => {
  const invoice = await returnedInvoice(customerId);
  await dismissReturn(customerId, invoice.id, actor);
  const id = await resubmit(invoice.id);
  await recordSteps(customerId, id, [step("cancelled", { cause: "payment_cancelled", ...later(2) })]);
  expect(await openNotices(customerId)).not.toContain(`collection-returned:${invoice.id}`);

  const other = await returnedInvoice(customerId);
  const otherId = await resubmit(other.id);
  await db.invoice.update({ where: key(other.id), data: { retryApprovedAt: later(10).occurredAt } });
  await recordSteps(customerId, otherId, [step("cancelled", { cause: "payment_cancelled", ...later(2) })]);
  expect(await decideAfterReading(customerId, other.id)).toMatchObject({ outcome: "collect", retriedBy: "person" });
});

test("a retry that somebody cancels at GoCardless is not made again; one we cancel for its amount is", async () => {
  const invoice = await returnedInvoice(customerId);
  await approveRetry(customerId, invoice.id, actor);
  await decideAfterReading(customerId, invoice.id);
  const { id } = await latestCollection(customerId, invoice.id);
  await recordSteps(customerId, id, [
    step("created", later(1)),
    step("cancelled", { cause: "payment_cancelled", ...later(2) }),
  ]);
  expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "wait", reason: "failed_needs_action" });
  expect(await lineOf(invoice.id)).toMatchObject({ isDone: false, isRetryStopped: true });

  await approveRetry(customerId, invoice.id, actor);
  await decideAfterReading(customerId, invoice.id);
  const second = await latestCollection(customerId, invoice.id);
  await recordSteps(customerId, second.id, [step("created", later(3))]);
  await cancelForAmount(invoice.id, second.id, 4);
  expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "collect", amountCents: 5_000 });
});

test.each([
  ["a minute before our request, was cancelled by somebody else", -60, true],
  ["two seconds before our request, was cancelled by us", -2, false],
])("a payment cancelled, as GoCardless reports later, %s", async (_whose, seconds, isStopped) => {
  const invoice = await returnedInvoice(customerId);
  await approveRetry(customerId, invoice.id, actor);
  await decideAfterReading(customerId, invoice.id);
  const { id } = await latestCollection(customerId, invoice.id);
  await recordSteps(customerId, id, [step("created")]);
  const hourAgo = new Date(Date.now() - 3_600_000);
  await db.invoice.update({ where: key(invoice.id), data: { retryApprovedAt: hourAgo } });
  await db.collection.update({
    where: key(id),
    data: { providerId: `PM-${id}`, cancelRequestedAt: new Date(), cancelReason: "amount_changed" },
  });
  // Our own event comes first, then GoCardless' event. A collection started meanwhile is cancelled because of it.
  await recordSteps(customerId, id, [step("cancelled", { cause: "amount_changed", ...later(1) })]);
  const { cancelRequestedAt } = await latestCollection(customerId, invoice.id);
  const occurredAt = new Date((cancelRequestedAt?.getTime() ?? 0) + seconds * 1_000);
  const told = step("cancelled", { cause: "payment_cancelled", occurredAt });
  await recordSteps(customerId, id, [told]);
  const { retryStoppedAt, needsDecision } = await db.invoice.findUniqueOrThrow({ where: key(invoice.id) });
  expect(retryStoppedAt).toEqual(isStopped ? occurredAt : null);
  expect(needsDecision).toBe(true);
  // Delivered once more it is no news: a person may have lifted the stop since.
  await db.invoice.update({ where: key(invoice.id), data: { retryStoppedAt: null } });
  await recordSteps(customerId, id, [told]);
  expect(await db.invoice.findUniqueOrThrow({ where: key(invoice.id) })).toMatchObject({ retryStoppedAt: null });
});

test("a resubmission of an older collection is an approval of its own, even after a retry was returned", async () => {
  const invoice = await returnedInvoice(customerId);
  const { id } = await latestCollection(customerId, invoice.id);
  await approveRetry(customerId, invoice.id, actor);
  await decideAfterReading(customerId, invoice.id);
  await failLatestPayment(customerId, invoice.id, later(1));
  await recordSteps(customerId, id, [
    step("resubmission_requested", { cause: "payment_retried", origin: "api", ...later(2) }),
  ]);
  await cancelForAmount(invoice.id, id, 3);
  expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({
    ...{ outcome: "collect", amountCents: 5_000, retriedBy: "person" },
  });
});
