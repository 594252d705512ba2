import { beforeEach, expect, test } from "vitest";
import { recordSteps } from "@/lib/collections/events/mutations";
import { setExcluded } from "@/lib/collections/instructions/mutations";
import { readReturns } from "@/lib/collections/returns/data";
import { dismissReturn } from "@/lib/collections/returns/mutations";
import { approveRetry, stopRetry } from "@/lib/collections/returns/retry-mutations";
import { db } from "@/lib/core/database/db";
import { today } from "@/lib/core/time/clock";
import { addDays, fromDate } from "@/lib/core/time/dates";
import { nextTargetDay } from "@/lib/core/time/target-calendar";
import { clearJobs } from "@/test/jobs";
import { decideAfterReading, failLatestPayment, returnedInvoice, step } from "@/test/returned-debits";
import { connectedSupplier, decideNow, latestCollection, openNotices, seedMandate } from "@/test/supplier-data";
import type { RetryShown } from "./instruction-rules";

const { customerId, actor } = await connectedSupplier();

beforeEach(clearJobs);

const key = (id: string) => ({ customerId_id: { customerId, id } });
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const lineOf = async (invoiceId: string) =>
  (await readReturns(customerId, { filter: "all" }, { take: 50, isBack: false })).find(
    (line) => line.invoiceId === invoiceId,
  );

const waits = { outcome: "wait", reason: "failed_needs_action" };

test("an approval is refused if something has changed since the screen was shown", async () => {
  const invoice = await returnedInvoice(customerId);
  await decideNow(customerId, invoice.id);
  const { failedAt } = await latestCollection(customerId, invoice.id);
  const shown: RetryShown = {
    returnedAt: failedAt?.toISOString() ?? "",
    otherMandateId: null,
    plannedFor: null,
    isStopped: false,
  };
  const changes: Partial<RetryShown>[] = [
    { returnedAt: hoursAgo(24).toISOString() },
    { otherMandateId: "man_of_yesterday" },
    { plannedFor: "2026-12-01" },
    { isStopped: true },
  ];
  for (const change of changes)
    await expect(approveRetry(customerId, invoice.id, actor, null, { ...shown, ...change })).rejects.toMatchObject({
      code: "conflict",
    });
  expect(await db.invoice.findUniqueOrThrow({ where: key(invoice.id) })).toMatchObject({ retryApprovedAt: null });

  // Somebody else has just given the instruction not to retry.
  await stopRetry(customerId, invoice.id, actor);
  await expect(approveRetry(customerId, invoice.id, actor, null, shown)).rejects.toMatchObject({ code: "conflict" });
  expect(await decideNow(customerId, invoice.id)).toMatchObject(waits);
  await approveRetry(customerId, invoice.id, actor, null, { ...shown, isStopped: true });
  expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({ outcome: "collect", retriedBy: "person" });
  // A person who sees the planned retry can move it.
  await expect(approveRetry(customerId, invoice.id, actor, null, shown)).rejects.toMatchObject({ code: "conflict" });
  const { liveDay } = (await lineOf(invoice.id)) ?? {};
  const day = addDays(today(), 40);
  const seen = { ...shown, plannedFor: fromDate(liveDay ?? new Date(0)) };
  expect(await approveRetry(customerId, invoice.id, actor, day, seen)).toEqual({ day: nextTargetDay(day) });
});

test("a resubmitted retry that waits can be moved with what the returns queue shows of it", async () => {
  const invoice = await returnedInvoice(customerId);
  await approveRetry(customerId, invoice.id, actor);
  await decideAfterReading(customerId, invoice.id);
  const occurredAt = hoursAgo(-1);
  await failLatestPayment(customerId, invoice.id, { occurredAt });
  const { id } = await latestCollection(customerId, invoice.id);
  await recordSteps(customerId, id, [step("resubmission_requested", { occurredAt: hoursAgo(-2) })]);
  const line = await lineOf(invoice.id);
  expect(line).toMatchObject({ returnedAt: occurredAt, liveStatus: "created", liveRetriedBy: "person", tries: 0 });
  const plannedFor = fromDate(line?.liveDay ?? new Date(0));
  const seen = { returnedAt: occurredAt.toISOString(), otherMandateId: null, plannedFor, isStopped: false };
  const day = nextTargetDay(addDays(today(), 40));
  expect(await approveRetry(customerId, invoice.id, actor, day, seen)).toEqual({ day });
});

test("an approval covers the mandate that the screen named", async () => {
  const invoice = await returnedInvoice(customerId, { code: "AC04", cause: "bank_account_closed" });
  const { mandateId } = await latestCollection(customerId, invoice.id);
  await db.mandate.update({ where: key(mandateId), data: { status: "failed" } });
  const first = await seedMandate(customerId, invoice.contactId, { createdAt: hoursAgo(48) });
  await decideNow(customerId, invoice.id);
  const { chosenId, returnedAt } = (await lineOf(invoice.id)) ?? {};
  expect(chosenId).toBe(first.id);
  const shown = { otherMandateId: first.id, plannedFor: null, isStopped: false };
  const seen: RetryShown = { returnedAt: returnedAt?.toISOString() ?? "", ...shown };
  await db.mandate.update({ where: key(first.id), data: { status: "cancelled" } });
  const second = await seedMandate(customerId, invoice.contactId, { createdAt: hoursAgo(24) });
  await expect(approveRetry(customerId, invoice.id, actor, null, seen)).rejects.toMatchObject({ code: "conflict" });
  await approveRetry(customerId, invoice.id, actor, null, { ...seen, otherMandateId: second.id });
  expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({ outcome: "collect" });
  expect((await latestCollection(customerId, invoice.id)).mandateId).toBe(second.id);
});

test("a revoked approval leaves the stop before it, so that a mandate signed earlier starts nothing", async () => {
  const invoice = await returnedInvoice(customerId);
  const { id } = await latestCollection(customerId, invoice.id);
  await db.collection.update({ where: key(id), data: { failedAt: hoursAgo(3) } });
  await stopRetry(customerId, invoice.id, actor);
  const signed = await seedMandate(customerId, invoice.contactId, { createdAt: hoursAgo(2) });
  await db.contact.update({ where: key(invoice.contactId), data: { defaultMandateId: signed.id } });
  expect(await decideNow(customerId, invoice.id)).toMatchObject(waits);
  await approveRetry(customerId, invoice.id, actor);
  expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({ outcome: "collect", retriedBy: "person" });
  expect(await lineOf(invoice.id)).toMatchObject({ isRetryStopped: false });
  for (const isExcluded of [true, false]) {
    await setExcluded(customerId, invoice.id, isExcluded, actor);
    await decideNow(customerId, invoice.id);
  }
  const { id: second } = await latestCollection(customerId, invoice.id);
  await recordSteps(customerId, second, [step("cancelled")]);
  expect(await decideNow(customerId, invoice.id)).toMatchObject(waits);
  expect(await lineOf(invoice.id)).toMatchObject({ isRetryStopped: true });
});

test("an approval lifts a stop that GoCardless reported by a clock ahead of ours", async () => {
  const invoice = await returnedInvoice(customerId);
  await db.invoice.update({ where: key(invoice.id), data: { retryStoppedAt: hoursAgo(-1) } });
  await approveRetry(customerId, invoice.id, actor);
  expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({ outcome: "collect", retriedBy: "person" });
});

test("retries are counted on the mandate to use, with those on the mandates it replaced", async () => {
  const invoice = await returnedInvoice(customerId);
  for (let tries = 0; tries < 3; tries += 1) {
    await approveRetry(customerId, invoice.id, actor);
    await decideAfterReading(customerId, invoice.id);
    await failLatestPayment(customerId, invoice.id);
  }
  const { mandateId } = await latestCollection(customerId, invoice.id);
  await expect(approveRetry(customerId, invoice.id, actor)).rejects.toMatchObject({ code: "retry_limit_reached" });
  // The successor has another number, but is the same mandate.
  const successor = await seedMandate(customerId, invoice.contactId, { createdAt: hoursAgo(48) });
  await db.mandate.update({ where: key(mandateId), data: { status: "cancelled", replacedById: successor.id } });
  await expect(approveRetry(customerId, invoice.id, actor)).rejects.toMatchObject({ code: "retry_limit_reached" });
  await decideNow(customerId, invoice.id);
  expect(await lineOf(invoice.id)).toMatchObject({ tries: 3 });
  // The payer has not been debited on this other mandate.
  const other = await seedMandate(customerId, invoice.contactId, { createdAt: hoursAgo(48) });
  await db.contact.update({ where: key(invoice.contactId), data: { defaultMandateId: other.id } });
  await db.invoice.update({ where: key(invoice.id), data: { needsDecision: true } });
  await decideNow(customerId, invoice.id);
  expect(await lineOf(invoice.id)).toMatchObject({ tries: 0 });
  await approveRetry(customerId, invoice.id, actor);
  expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({ outcome: "collect", retriedBy: "person" });
});

test("a return dismissed and included again before any decision is in the returns queue", async () => {
  const invoice = await returnedInvoice(customerId);
  await decideNow(customerId, invoice.id);
  await dismissReturn(customerId, invoice.id, actor);
  await setExcluded(customerId, invoice.id, false, actor);
  expect(await lineOf(invoice.id)).toMatchObject({ isDone: true });
  expect(await decideNow(customerId, invoice.id)).toMatchObject(waits);
  expect(await lineOf(invoice.id)).toMatchObject({ isDone: false, outcome: null });
  expect(await openNotices(customerId)).toContain(`collection-returned:${invoice.id}`);
});
