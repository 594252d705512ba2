import { beforeEach, expect, test } from "vitest";
import { stopCollection } from "@/lib/collections/decision/mutations";
import { ownStep, recordSteps } from "@/lib/collections/events/mutations";
import { setExcluded } from "@/lib/collections/instructions/mutations";
import { approveRetry } from "@/lib/collections/returns/retry-mutations";
import { db } from "@/lib/core/database/db";
import { jobs } from "@/lib/jobs/catalogue";
import { cancelCollections } from "@/lib/mandates/record/debit-mutations";
import { UNSENT_ORIGIN } from "@/lib/statuses/collection-rules";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { decideAfterReading, failLatestPayment, returnedInvoice, step } from "@/test/returned-debits";
import { connectedSupplier, decideNow, latestCollection, seedCollection } from "@/test/supplier-data";

const { customerId, actor } = await connectedSupplier();

beforeEach(clearJobs);

const key = (id: string) => ({ customerId_id: { customerId, id } });
const later = (minutes: number) => ({ occurredAt: new Date(Date.now() + minutes * 60_000) });

test("a cancel request that came too late does not cancel a later resubmission", async () => {
  const invoice = await returnedInvoice(customerId);
  await approveRetry(customerId, invoice.id, actor);
  await decideAfterReading(customerId, invoice.id);
  const { id } = await latestCollection(customerId, invoice.id);
  await db.collection.update({ where: key(id), data: { providerId: `PM-${id}` } });
  await recordSteps(customerId, id, [step("created")]);
  await setExcluded(customerId, invoice.id, true, actor);
  await decideNow(customerId, invoice.id);
  const read = () => db.collection.findUniqueOrThrow({ where: key(id) });
  expect(await read()).toMatchObject({ cancelRequestedAt: expect.any(Date), cancelReason: "invoice_excluded" });
  // GoCardless could not be reached before it was submitted.
  await recordSteps(customerId, id, [step("submitted", later(1))]);
  expect(await read()).toMatchObject({ status: "submitted", cancelRequestedAt: null, cancelReason: null });
  await setExcluded(customerId, invoice.id, false, actor);
  await failLatestPayment(customerId, invoice.id, later(2));
  await clearJobs();
  await recordSteps(customerId, id, [
    step("resubmission_requested", { cause: "payment_retried", origin: "api", ...later(3) }),
  ]);
  expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "keep" });
  expect(await waitingJobs(jobs.carryOutCollection)).toEqual([]);
  // Somebody who cancels it there does not do that for us.
  const off = later(4);
  await recordSteps(customerId, id, [step("cancelled", { cause: "payment_cancelled", ...off })]);
  expect(await db.invoice.findUniqueOrThrow({ where: key(invoice.id) })).toMatchObject({
    retryStoppedAt: off.occurredAt,
  });
});

test("a collection that counts as refused is still cancelled at GoCardless, if it exists there after all", async () => {
  const { invoice } = await seedCollection(customerId);
  const { id } = await latestCollection(customerId, invoice.id);
  const wish = { cancelRequestedAt: new Date(), cancelReason: "refused" };
  await db.collection.update({ where: key(id), data: wish });
  await recordSteps(customerId, id, [step("failed", { origin: UNSENT_ORIGIN })]);
  expect(await latestCollection(customerId, invoice.id)).toMatchObject({ status: "failed", ...wish });
  await clearJobs();
  await db.collection.update({ where: key(id), data: { providerId: `PM-${id}` } });
  await recordSteps(customerId, id, [step("created", later(1))]);
  expect(await latestCollection(customerId, invoice.id)).toMatchObject({ status: "created", ...wish });
  expect(await waitingJobs(jobs.carryOutCollection)).toMatchObject([{ collectionId: id }]);
});

test("a late cancel request is dropped even if all events arrive at once, and a cancellation is not ours", async () => {
  const invoice = await returnedInvoice(customerId);
  await approveRetry(customerId, invoice.id, actor);
  await decideAfterReading(customerId, invoice.id);
  const { id } = await latestCollection(customerId, invoice.id);
  await recordSteps(customerId, id, [step("created")]);
  const wish = { cancelRequestedAt: new Date(), cancelReason: "invoice_held" };
  await db.collection.update({ where: key(id), data: { providerId: `PM-${id}`, ...wish } });
  await clearJobs();
  const resubmitted = later(3);
  await recordSteps(customerId, id, [
    step("submitted", later(1)),
    step("failed", { code: "AM04", cause: "insufficient_funds", ...later(2) }),
    step("resubmission_requested", { cause: "payment_retried", origin: "api", ...resubmitted }),
  ]);
  expect(await latestCollection(customerId, invoice.id)).toMatchObject({
    ...{ status: "created", cancelRequestedAt: null, cancelReason: null, resubmittedAt: resubmitted.occurredAt },
  });
  expect(await waitingJobs(jobs.carryOutCollection)).toEqual([]);

  await db.collection.update({ where: key(id), data: wish });
  const off = later(6);
  await recordSteps(customerId, id, [
    step("submitted", later(4)),
    step("failed", { code: "AM04", cause: "insufficient_funds", ...later(5) }),
    step("resubmission_requested", { cause: "payment_retried", origin: "api", ...later(5.5) }),
    step("cancelled", { cause: "payment_cancelled", ...off }),
  ]);
  expect(await db.invoice.findUniqueOrThrow({ where: key(invoice.id) })).toMatchObject({
    retryStoppedAt: off.occurredAt,
  });
});

test("our own cancellation before we received the events of a resubmission is nobody else's", async () => {
  const invoice = await returnedInvoice(customerId);
  await approveRetry(customerId, invoice.id, actor);
  await decideAfterReading(customerId, invoice.id);
  const { id } = await latestCollection(customerId, invoice.id);
  await recordSteps(customerId, id, [step("created")]);
  const wish = { cancelRequestedAt: new Date(), cancelReason: "amount_changed" };
  await db.collection.update({ where: key(id), data: { providerId: `PM-${id}`, ...wish } });
  await recordSteps(customerId, id, [{ ...ownStep("cancelled", "amount_changed"), ...later(5) }]);
  await recordSteps(customerId, id, [
    step("submitted", later(1)),
    step("failed", { code: "AM04", cause: "insufficient_funds", ...later(2) }),
    step("resubmission_requested", { cause: "payment_retried", origin: "api", ...later(3) }),
    step("cancelled", { cause: "payment_cancelled", origin: "api", ...later(5) }),
  ]);
  expect(await latestCollection(customerId, invoice.id)).toMatchObject({ status: "cancelled", ...wish });
  const { retryStoppedAt, retryApprovedAt } = await db.invoice.findUniqueOrThrow({ where: key(invoice.id) });
  expect([retryStoppedAt, retryApprovedAt === null]).toEqual([null, false]);
});

test("a cancel request after a resubmission stays, even if we learn of the resubmission only later", async () => {
  const { invoice } = await seedCollection(customerId);
  const { id } = await latestCollection(customerId, invoice.id);
  const wish = { cancelRequestedAt: later(4).occurredAt, cancelReason: "invoice_held" };
  await db.collection.update({ where: key(id), data: { providerId: `PM-${id}`, ...wish } });
  await recordSteps(customerId, id, [
    step("created"),
    step("submitted", later(1)),
    step("failed", { code: "AM04", cause: "insufficient_funds", ...later(2) }),
    step("resubmission_requested", { cause: "payment_retried", origin: "api", ...later(3) }),
    step("transferred", later(5)),
  ]);
  expect(await latestCollection(customerId, invoice.id)).toMatchObject({ status: "created", ...wish });
});

test("a collection already to be cancelled takes the reason that concerns its mandate", async () => {
  const { invoice, mandate } = await seedCollection(customerId);
  const { id } = await latestCollection(customerId, invoice.id);
  const cancelRequestedAt = new Date(Date.now() - 60_000);
  await db.collection.update({ where: key(id), data: { cancelRequestedAt, cancelReason: "invoice_held" } });
  await db.$transaction((tx) => cancelCollections(tx, customerId, { mandateId: mandate.id }, "match_undone"));
  expect(await latestCollection(customerId, invoice.id)).toMatchObject({
    ...{ cancelRequestedAt, cancelReason: "match_undone" },
  });
});

test("a cancel request because of the mandate stays, and cancels GoCardless' own retry on it", async () => {
  const { invoice } = await seedCollection(customerId);
  const { id } = await latestCollection(customerId, invoice.id);
  const wish = { cancelRequestedAt: new Date(), cancelReason: "match_undone" };
  await db.collection.update({ where: key(id), data: { providerId: `PM-${id}` } });
  await recordSteps(customerId, id, [step("created")]);
  await db.collection.update({ where: key(id), data: wish });
  await failLatestPayment(customerId, invoice.id, { willAttemptRetry: true, ...later(1) });
  await clearJobs();
  await recordSteps(customerId, id, [step("resubmission_requested", { cause: "payment_autoretried", ...later(2) })]);
  expect(await latestCollection(customerId, invoice.id)).toMatchObject({ status: "created", ...wish });
  expect(await waitingJobs(jobs.carryOutCollection)).toMatchObject([{ collectionId: id }]);
});

test("a collection stopped and released at once is collected again after the first one has ended", async () => {
  const { invoice, collection } = await seedCollection(customerId);
  await stopCollection(customerId, collection.id, actor);
  await setExcluded(customerId, invoice.id, false, actor);
  await db.collection.update({ where: key(collection.id), data: { status: "cancelled", holdsInvoice: false } });
  expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "collect" });
  const all = await db.collection.findMany({
    where: { customerId, invoiceId: invoice.id },
    orderBy: { attempt: "asc" },
  });
  expect(all).toMatchObject([
    { attempt: 1, status: "cancelled" },
    { attempt: 2, status: "pending", holdsInvoice: true, cancelRequestedAt: null },
  ]);
});
