import { beforeEach, describe, expect, test } from "vitest";
import { planRetryDay } from "@/lib/collections/attempts/retry-rules";
import { recordSteps } from "@/lib/collections/events/mutations";
import { db } from "@/lib/core/database/db";
import { today } from "@/lib/core/time/clock";
import { addDays, fromDate } from "@/lib/core/time/dates";
import { nextTargetDay } from "@/lib/core/time/target-calendar";
import { saveSettings } from "@/lib/customers/record/mutations";
import { jobs } from "@/lib/jobs/catalogue";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { decideAfterReading, failLatestPayment, returnedInvoice, step } from "@/test/returned-debits";
import {
  connectedSupplier,
  decideNow,
  latestCollection,
  openNotices,
  seedCollection,
  seedMandate,
} from "@/test/supplier-data";
import { readReturns } from "./data";
import { approveRetry, stopRetry } from "./retry-mutations";

const { customerId, actor } = await connectedSupplier();

beforeEach(clearJobs);

const key = (id: string) => ({ customerId_id: { customerId, id } });
const collectionsOf = (invoiceId: string) =>
  db.collection.findMany({ where: { customerId, invoiceId }, orderBy: { attempt: "asc" } });
const planOn = (retriesReturns: boolean) => saveSettings(customerId, { retriesReturns }, actor);

/** Adds a second mandate of the payer as the new default. */
async function signs(contactId: string): Promise<void> {
  const { id } = await seedMandate(customerId, contactId, { createdAt: new Date() });
  await db.contact.update({ where: key(contactId), data: { defaultMandateId: id } });
}

describe("the retry plan", () => {
  test("retries twice, each time after reading the open amount again, and then asks a person", async () => {
    await planOn(true);
    const invoice = await returnedInvoice(customerId);
    for (const attempt of [2, 3]) {
      const before = await latestCollection(customerId, invoice.id);
      expect(await decideNow(customerId, invoice.id)).toBeUndefined();
      expect(await waitingJobs(jobs.syncInvoices)).toHaveLength(1);
      expect(await collectionsOf(invoice.id)).toHaveLength(attempt - 1);
      await db.invoice.update({ where: key(invoice.id), data: { openStaleAt: null, openCents: 12_000 - attempt } });
      expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "collect", retriedBy: "plan" });
      const planned = await latestCollection(customerId, invoice.id);
      const lastCharge = fromDate(before.chargeDate ?? before.requestedDate);
      const earliest = nextTargetDay(addDays(today(), 3));
      const day = planRetryDay({ earliest, lastCharge });
      expect(planned).toMatchObject({ attempt, amountCents: 12_000 - attempt, retriedBy: "plan" });
      expect(fromDate(planned.requestedDate)).toBe(day);
      expect(await openNotices(customerId)).not.toContain(`collection-returned:${invoice.id}`);
      await failLatestPayment(customerId, invoice.id);
      await clearJobs();
    }
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "wait", reason: "failed_needs_action" });
    expect(await openNotices(customerId)).toContain(`collection-returned:${invoice.id}`);
    expect(await collectionsOf(invoice.id)).toHaveLength(3);

    // A person may approve one more; then GoCardless' own limit is reached, and the refusal says that.
    await approveRetry(customerId, invoice.id, actor);
    await decideAfterReading(customerId, invoice.id);
    expect(await latestCollection(customerId, invoice.id)).toMatchObject({ attempt: 4, retriedBy: "person" });
    await failLatestPayment(customerId, invoice.id);
    await expect(approveRetry(customerId, invoice.id, actor)).rejects.toMatchObject({ code: "retry_limit_reached" });
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason: "failed_needs_action" });
    await planOn(false);
  });

  // Found by simulation run 220025.
  test.each([
    ["is tried again, also after it was settled", "failed", "late_failure_settled", "collect"],
    ["that was taken back never is, before or after it was settled", "charged_back", "chargeback_settled", "wait"],
  ])("decides about money that had been received and %s", async (_what, action, settled, outcome) => {
    await planOn(true);
    const { invoice, collection } = await seedCollection(customerId);
    const received = [step("created"), step("submitted"), step("confirmed"), step("paid_out")];
    await recordSteps(customerId, collection.id, [...received, step(action, { code: "AM04" })]);
    if (outcome === "wait") expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome });
    await recordSteps(customerId, collection.id, [step(settled)]);
    expect(await latestCollection(customerId, invoice.id)).toMatchObject({ status: "chargeback_settled" });
    expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({ outcome });
    await planOn(false);
  });

  test("cancels a planned retry when switched off or stopped by a person, and reopens the return", async () => {
    for (const stop of [
      async () => await planOn(false),
      async (id: string) => await stopRetry(customerId, id, actor),
    ]) {
      await planOn(true);
      const invoice = await returnedInvoice(customerId);
      await decideAfterReading(customerId, invoice.id);
      await stop(invoice.id);
      expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "cancel", reason: "retry_stopped" });
      const planned = await latestCollection(customerId, invoice.id);
      expect(planned).toMatchObject({ cancelRequestedAt: expect.any(Date), cancelReason: "retry_stopped" });
      await recordSteps(customerId, planned.id, [step("cancelled")]);
      expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "wait", reason: "failed_needs_action" });
      expect(await openNotices(customerId)).toContain(`collection-returned:${invoice.id}`);
      // A cancelled collection does not count as a retry.
      const [line] = await readReturns(customerId, { filter: "open" }, { take: 1, isBack: false });
      expect(line).toMatchObject({ invoiceId: invoice.id, attempts: 1, tries: 0 });
    }
    await planOn(false);
  });

  test("starts nothing on a mandate signed before a stop, but does on one signed after it", async () => {
    await planOn(true);
    const invoice = await returnedInvoice(customerId);
    await decideAfterReading(customerId, invoice.id);
    const planned = await latestCollection(customerId, invoice.id);
    await recordSteps(customerId, planned.id, [step("created")]);
    await signs(invoice.contactId);
    await stopRetry(customerId, invoice.id, actor);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "cancel", reason: "retry_stopped" });
    await recordSteps(customerId, planned.id, [step("cancelled")]);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "wait", reason: "failed_needs_action" });
    await signs(invoice.contactId);
    expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({ outcome: "collect" });
    await planOn(false);
  });

  test.each<[string, (invoiceId: string) => Promise<unknown>]>([
    ["the plan is on", async () => await planOn(true)],
    ["somebody had the return before it tried again", async (id) => await approveRetry(customerId, id, actor)],
  ])(
    "goes by the last return, which can be of an older collection: it never retries a refusal, though %s",
    async (_why, allow) => {
      await planOn(true);
      const invoice = await returnedInvoice(customerId);
      await decideAfterReading(customerId, invoice.id);
      await failLatestPayment(customerId, invoice.id);
      await planOn(false);
      await allow(invoice.id);
      // Somebody resubmits the first one at GoCardless, and the payer reclaims the money.
      const [first] = await collectionsOf(invoice.id);
      const at = (minutes: number) => ({ occurredAt: new Date(Date.now() + minutes * 60_000) });
      await recordSteps(customerId, first?.id ?? "", [
        step("resubmission_requested", at(1)),
        step("submitted", at(2)),
        step("confirmed", at(3)),
        step("charged_back", { code: "MD06", cause: "refund_requested", ...at(4) }),
      ]);
      expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({
        outcome: "wait",
        reason: "failed_needs_action",
      });
      await planOn(false);
    },
  );

  test("leaves alone what GoCardless retries itself, and a person may not retry it either", async () => {
    await planOn(true);
    const invoice = await returnedInvoice(customerId, { willAttemptRetry: true });
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "wait", reason: "provider_retries" });
    await expect(approveRetry(customerId, invoice.id, actor)).rejects.toMatchObject({ code: "retry_by_provider" });
    const { id } = await latestCollection(customerId, invoice.id);
    await recordSteps(customerId, id, [step("resubmission_requested")]);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "keep", reason: "collection_running" });
    expect(await collectionsOf(invoice.id)).toHaveLength(1);
    await planOn(false);
  });

  test("waits for GoCardless' own retry of an older collection until its mandate has ended", async () => {
    await planOn(true);
    const invoice = await returnedInvoice(customerId);
    await decideAfterReading(customerId, invoice.id);
    const [first, second] = await collectionsOf(invoice.id);
    await failLatestPayment(customerId, invoice.id);
    const at = (minutes: number) => ({ occurredAt: new Date(Date.now() + minutes * 60_000) });
    const again = [
      step("resubmission_requested", at(1)),
      step("submitted", at(2)),
      step("failed", { code: "AM04", cause: "insufficient_funds", willAttemptRetry: true, ...at(3) }),
    ];
    await recordSteps(customerId, first?.id ?? "", again);
    // The second one is returned after that, without such an announcement.
    await db.collection.update({ where: key(second?.id ?? ""), data: { failedAt: at(4).occurredAt } });
    expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({
      outcome: "wait",
      reason: "provider_retries",
    });
    const lines = await readReturns(customerId, { filter: "open" }, { take: 50, isBack: false });
    expect(lines.find((line) => line.invoiceId === invoice.id)).toMatchObject({ willAttemptRetry: true });

    await db.mandate.update({ where: key(second?.mandateId ?? ""), data: { status: "cancelled" } });
    expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({ outcome: "request_mandate" });
    await seedMandate(customerId, invoice.contactId, { createdAt: at(5).occurredAt });
    expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({ outcome: "collect" });
    await planOn(false);
  });

  test("waits for GoCardless' own retry on a replaced mandate until the successor has ended", async () => {
    await planOn(true);
    const invoice = await returnedInvoice(customerId, { willAttemptRetry: true });
    const { mandateId } = await latestCollection(customerId, invoice.id);
    const { id: replacedById } = await seedMandate(customerId, invoice.contactId, { createdAt: new Date(0) });
    await db.mandate.update({ where: key(mandateId), data: { status: "cancelled", replacedById } });
    const lineOf = async () =>
      (await readReturns(customerId, { filter: "open" }, { take: 50, isBack: false })).find(
        (line) => line.invoiceId === invoice.id,
      );
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "wait", reason: "provider_retries" });
    expect(await lineOf()).toMatchObject({ willAttemptRetry: true });
    await db.mandate.update({ where: key(replacedById), data: { status: "cancelled" } });
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "request_mandate" });
    expect(await lineOf()).toMatchObject({ willAttemptRetry: false });
    await seedMandate(customerId, invoice.contactId, { createdAt: new Date(Date.now() + 60_000) });
    expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({ outcome: "collect" });
    await planOn(false);
  });
});
