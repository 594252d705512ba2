import { beforeEach, describe, expect, test } from "vitest";
import { stopCollection } from "@/lib/collections/decision/mutations";
import { type CollectionStep, recordSteps } from "@/lib/collections/events/mutations";
import { setExcluded } from "@/lib/collections/instructions/mutations";
import { db } from "@/lib/core/database/db";
import { today } from "@/lib/core/time/clock";
import { addDays, fromDate, toDate } from "@/lib/core/time/dates";
import { nextTargetDay } from "@/lib/core/time/target-calendar";
import { jobs } from "@/lib/jobs/catalogue";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { decideAfterReading, failLatestPayment, returnedInvoice, step } from "@/test/returned-debits";
import { connectedSupplier, decideNow, latestCollection, seedCollection, seedMandate } from "@/test/supplier-data";
import { readReturns } from "./data";
import { approveRetry } from "./retry-mutations";

const { customerId, actor } = await connectedSupplier();

beforeEach(clearJobs);

const key = (id: string) => ({ customerId_id: { customerId, id } });
const returned = async (changes: Partial<CollectionStep> = {}) => await returnedInvoice(customerId, changes);
/** Earlier than any collection of these tests. */
const EARLIER = new Date("2024-05-01");
const decideWithReading = async (invoiceId: string) => await decideAfterReading(customerId, invoiceId);

describe("a retry approved by a person", () => {
  test("is debited on the agreed day, and moves with it", async () => {
    const invoice = await returned({ code: "MD06", cause: "refund_requested" });
    const agreed = nextTargetDay(addDays(today(), 40));
    expect(await approveRetry(customerId, invoice.id, actor, agreed)).toEqual({ day: agreed });
    await decideWithReading(invoice.id);
    expect(fromDate((await latestCollection(customerId, invoice.id)).requestedDate)).toBe(agreed);
    const later = nextTargetDay(addDays(agreed, 10));
    await approveRetry(customerId, invoice.id, actor, later);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "replace", wantedDate: later });
    const planned = await latestCollection(customerId, invoice.id);
    await recordSteps(customerId, planned.id, [step("cancelled")]);
    await decideWithReading(invoice.id);
    expect(fromDate((await latestCollection(customerId, invoice.id)).requestedDate)).toBe(later);
    const trail = await db.auditEntry.findMany({ where: { customerId, subject: invoice.id }, orderBy: { id: "asc" } });
    expect(trail.map(({ action, detail }) => [action, detail])).toEqual([
      ["invoice.retry-approved", { retryOn: agreed }],
      ["invoice.retry-approved", { retryOn: later }],
    ]);
  });

  test("rolls a closed day forward, and is refused without a change for a day too early or too far", async () => {
    const invoice = await returned();
    const before = await db.invoice.findUnique({ where: key(invoice.id) });
    for (const [day, code] of [
      [addDays(today(), -1), "retry_day_too_early"],
      [today(), "retry_day_too_early"],
      [addDays(today(), 366), "invalid_input"],
    ] as const)
      await expect(approveRetry(customerId, invoice.id, actor, day)).rejects.toMatchObject({ code });
    expect(await db.invoice.findUnique({ where: key(invoice.id) })).toEqual(before);
    let sunday = addDays(today(), 20);
    while (new Date(`${sunday}T00:00:00Z`).getUTCDay() !== 0) sunday = addDays(sunday, 1);
    expect(await approveRetry(customerId, invoice.id, actor, sunday)).toEqual({ day: nextTargetDay(sunday) });
  });

  test.each([
    ["MD01", "mandate_cancelled", "retry_not_possible"],
    ["AC04", "bank_account_closed", "retry_not_possible"],
    ["MD07", "bank_account_closed", "payer_deceased"],
    ["RR01", "other", "retry_not_possible"],
  ])("is refused after %s", async (code, cause, refusal) => {
    const invoice = await returned({ code, cause });
    await expect(approveRetry(customerId, invoice.id, actor)).rejects.toMatchObject({ code: refusal });
  });

  test("is refused while a charged-back invoice counts as paid, and planned once it is open again", async () => {
    const { invoice, collection } = await seedCollection(customerId);
    const received = [step("created"), step("submitted"), step("confirmed"), step("paid_out")];
    await recordSteps(customerId, collection.id, received);
    await db.invoice.update({ where: key(invoice.id), data: { bookStatus: "paid", openCents: 0 } });
    await recordSteps(customerId, collection.id, [step("charged_back", { code: "MD06", cause: "refund_requested" })]);
    await decideNow(customerId, invoice.id);
    const before = await db.invoice.findUnique({ where: key(invoice.id) });
    expect(before).toMatchObject({ outcome: "skip", reason: "paid_by_returned_debit" });
    await clearJobs();
    await expect(approveRetry(customerId, invoice.id, actor)).rejects.toMatchObject({
      code: "not_collectable",
      fields: [{ field: "reason", message: "paid_by_returned_debit" }],
    });
    expect(await db.invoice.findUnique({ where: key(invoice.id) })).toEqual(before);
    expect(await db.auditEntry.count({ where: { customerId, subject: invoice.id } })).toBe(0);
    expect(await waitingJobs(jobs.decideInvoices)).toEqual([]);
    const [line] = await readReturns(customerId, { filter: "open" }, { take: 1, isBack: false });
    expect(line).toMatchObject({ invoiceId: invoice.id, decided: "skip", reason: "paid_by_returned_debit" });

    await db.invoice.update({ where: key(invoice.id), data: { bookStatus: "open", openCents: 11_900 } });
    await approveRetry(customerId, invoice.id, actor);
    expect(await decideWithReading(invoice.id)).toMatchObject({ outcome: "collect", retriedBy: "person" });
  });

  test.each([
    ["excluded", { isExcluded: true }, "invoice_excluded"],
    ["held", { heldUntil: toDate(addDays(today(), 30)) }, "invoice_held"],
    ["archived", { isArchived: true }, "archived"],
  ])("is refused for an invoice that is %s, even if a retry is already planned", async (_, data, reason) => {
    const invoice = await returned();
    const refused = { code: "not_collectable", fields: [{ field: "reason", message: reason }] };
    await db.invoice.update({ where: key(invoice.id), data });
    await expect(approveRetry(customerId, invoice.id, actor)).rejects.toMatchObject(refused);
    await db.invoice.update({
      where: key(invoice.id),
      data: { isExcluded: false, heldUntil: null, isArchived: false },
    });
    await approveRetry(customerId, invoice.id, actor);
    await decideWithReading(invoice.id);
    await db.invoice.update({ where: key(invoice.id), data });
    await expect(approveRetry(customerId, invoice.id, actor)).rejects.toMatchObject(refused);
  });

  test.each<[string, (invoiceId: string, collectionId: string) => Promise<void>]>([
    ["its collection is stopped", async (_invoice, id) => await stopCollection(customerId, id, actor)],
    ["its invoice is excluded", async (id) => await setExcluded(customerId, id, true, actor)],
  ])("is revoked when %s, and needs a new approval once it is included again", async (_how, revoke) => {
    const invoice = await returned();
    await approveRetry(customerId, invoice.id, actor);
    await decideWithReading(invoice.id);
    const planned = await latestCollection(customerId, invoice.id);
    await revoke(invoice.id, planned.id);
    await decideNow(customerId, invoice.id);
    await recordSteps(customerId, planned.id, [step("cancelled")]);
    await setExcluded(customerId, invoice.id, false, actor);
    expect(await decideWithReading(invoice.id)).toMatchObject({ outcome: "wait", reason: "failed_needs_action" });
  });

  test("uses another good mandate, older than the return, even if the first one cannot be used again", async () => {
    const invoice = await returned({ code: "AC04", cause: "bank_account_closed" });
    const { mandateId } = await latestCollection(customerId, invoice.id);
    const other = await seedMandate(customerId, invoice.contactId, { createdAt: EARLIER });
    const line = async () => (await readReturns(customerId, { filter: "open" }, { take: 1, isBack: false }))[0];
    await db.mandate.updateMany({ where: { customerId, id: mandateId }, data: { status: "failed" } });
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "wait", reason: "failed_needs_action" });
    const shown = { invoiceId: invoice.id, isMandateUsable: true, standing: "other", tries: 0 };
    const day = toDate(addDays(today(), 9));
    await db.mandate.updateMany({ where: { customerId, id: other.id }, data: { nextPossibleChargeDate: day } });
    expect(await line()).toMatchObject({
      ...shown,
      nextPossibleChargeDate: day,
      chosen: { reference: other.reference },
    });
    // An invoice flagged for a decision keeps its mandate on the screen; a mandate that has ended is not offered.
    await db.invoice.update({ where: key(invoice.id), data: { needsDecision: true } });
    expect(await line()).toMatchObject(shown);
    const none = { isMandateUsable: false, standing: "same", chosen: null };
    for (const [data, back] of [
      [{ status: "cancelled" }, { status: "active" }],
      [{ cancelRequestedAt: new Date() }, { cancelRequestedAt: null }],
    ] as const) {
      await db.mandate.updateMany({ where: { customerId, id: other.id }, data });
      expect(await line()).toMatchObject(none);
      await db.mandate.updateMany({ where: { customerId, id: other.id }, data: back });
    }
    const { day: promised } = await approveRetry(customerId, invoice.id, actor);
    expect(await decideWithReading(invoice.id)).toMatchObject({ outcome: "collect", retriedBy: "person" });
    const second = await latestCollection(customerId, invoice.id);
    // Without an agreed day it waits for the due date, which is later than the earliest day of the mandate.
    expect(second).toMatchObject({ attempt: 2, mandateId: other.id, requestedDate: toDate(promised ?? "") });
    // The day of a planned retry can still be moved.
    const agreed = nextTargetDay(addDays(today(), 40));
    expect(await approveRetry(customerId, invoice.id, actor, agreed)).toEqual({ day: agreed });
    // A return of that retry concerns its own mandate: it needs a new approval, and the first approval has ended.
    await failLatestPayment(customerId, invoice.id, { code: "AC04", cause: "bank_account_closed" });
    await decideNow(customerId, invoice.id);
    expect(await line()).toMatchObject({ standing: "spent", tries: 1 });
    await expect(approveRetry(customerId, invoice.id, actor)).rejects.toMatchObject({ code: "retry_not_possible" });
  });

  test("covers the named mandate only, neither a third one nor one that was returned like the first", async () => {
    const closed = { code: "AC04", cause: "bank_account_closed" };
    const end = async (id: string) =>
      await db.mandate.updateMany({ where: { customerId, id }, data: { status: "cancelled" } });
    const invoice = await returned(closed);
    const first = await latestCollection(customerId, invoice.id);
    const second = await seedMandate(customerId, invoice.contactId, { createdAt: EARLIER });
    await db.contact.updateMany({
      where: { customerId, id: invoice.contactId },
      data: { defaultMandateId: second.id },
    });
    await approveRetry(customerId, invoice.id, actor);
    await end(second.id);
    // The first mandate is usable and the only one left, but the approval did not name it.
    expect(await decideWithReading(invoice.id)).toMatchObject({ outcome: "wait", reason: "failed_needs_action" });
    await end(first.mandateId);
    const third = await seedMandate(customerId, invoice.contactId, { createdAt: EARLIER });
    expect(await decideWithReading(invoice.id)).toMatchObject({ outcome: "wait", reason: "failed_needs_action" });
    await approveRetry(customerId, invoice.id, actor);
    expect(await decideWithReading(invoice.id)).toMatchObject({ outcome: "collect", retriedBy: "person" });
    expect(await latestCollection(customerId, invoice.id)).toMatchObject({ mandateId: third.id });

    // After a return for lack of funds on the third mandate, neither a person nor the plan may use the first, closed
    // one.
    await failLatestPayment(customerId, invoice.id);
    await end(third.id);
    await db.mandate.updateMany({ where: { customerId, id: first.mandateId }, data: { status: "active" } });
    await db.customer.update({ where: { id: customerId }, data: { retriesReturns: true } });
    expect(await decideWithReading(invoice.id)).toMatchObject({ outcome: "wait", reason: "failed_needs_action" });
    await expect(approveRetry(customerId, invoice.id, actor)).rejects.toMatchObject({ code: "retry_not_possible" });
    await db.customer.update({ where: { id: customerId }, data: { retriesReturns: false } });
  });

  test("keeps the agreed day when the payer signs another mandate than the one it was approved for", async () => {
    const invoice = await returned({ code: "AC04", cause: "bank_account_closed" });
    const { mandateId } = await latestCollection(customerId, invoice.id);
    const meant = await seedMandate(customerId, invoice.contactId, { createdAt: EARLIER });
    await db.mandate.updateMany({ where: { customerId, id: mandateId }, data: { status: "failed" } });
    const agreed = nextTargetDay(addDays(today(), 30));
    await approveRetry(customerId, invoice.id, actor, agreed);
    await db.mandate.updateMany({ where: { customerId, id: meant.id }, data: { status: "cancelled" } });
    const signed = await seedMandate(customerId, invoice.contactId, { createdAt: new Date(Date.now() + 60_000) });
    const begun = await decideWithReading(invoice.id);
    expect(begun).toMatchObject({ outcome: "collect", wantedDate: agreed, chargeDate: agreed });
    expect(begun).not.toHaveProperty("retriedBy");
    expect(await latestCollection(customerId, invoice.id)).toMatchObject({ mandateId: signed.id, attempt: 2 });
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "keep" });
  });

  test("is refused on a mandate older than the report of the payer's death, whatever was returned since", async () => {
    const invoice = await returned({ code: "MD07", cause: "bank_account_closed" });
    await db.contact.updateMany({ where: { customerId, id: invoice.contactId }, data: { deceasedAt: null } });
    const { mandateId } = await latestCollection(customerId, invoice.id);
    const fresh = await seedMandate(customerId, invoice.contactId, { createdAt: new Date(Date.now() + 60_000) });
    await db.mandate.updateMany({ where: { customerId, id: mandateId }, data: { status: "cancelled" } });
    expect(await decideWithReading(invoice.id)).toMatchObject({ outcome: "collect" });
    await failLatestPayment(customerId, invoice.id, {
      code: "AC04",
      cause: "bank_account_closed",
      occurredAt: new Date(Date.now() + 120_000),
    });
    await db.mandate.updateMany({ where: { customerId, id: fresh.id }, data: { status: "cancelled" } });
    await seedMandate(customerId, invoice.contactId, { createdAt: EARLIER });
    await expect(approveRetry(customerId, invoice.id, actor)).rejects.toMatchObject({ code: "retry_not_possible" });
  });

  test("does not count the successor of the first mandate as another mandate", async () => {
    const invoice = await returned({ code: "AC04", cause: "bank_account_closed" });
    const { mandateId } = await latestCollection(customerId, invoice.id);
    const { id: replacedById } = await seedMandate(customerId, invoice.contactId, { createdAt: EARLIER });
    await db.mandate.updateMany({ where: { customerId, id: mandateId }, data: { status: "cancelled", replacedById } });
    await expect(approveRetry(customerId, invoice.id, actor)).rejects.toMatchObject({ code: "retry_not_possible" });
  });

  test("is planned without a day if only a mandate has to be settled first", async () => {
    const invoice = await returned();
    await db.customer.update({ where: { id: customerId }, data: { requestsMandates: false } });
    const { mandateId } = await latestCollection(customerId, invoice.id);
    await db.mandate.updateMany({ where: { customerId, id: mandateId }, data: { cancelRequestedAt: new Date() } });
    // Nothing is debited while it waits, so neither the earliest day nor an agreed one is promised.
    expect(await approveRetry(customerId, invoice.id, actor)).toEqual({ day: null });
    const agreed = nextTargetDay(addDays(today(), 40));
    expect(await approveRetry(customerId, invoice.id, actor, agreed)).toEqual({ day: null });
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "wait", reason: "requests_off" });
    await db.customer.update({ where: { id: customerId }, data: { requestsMandates: true } });
  });

  test("is refused while a collection is under way", async () => {
    const { invoice } = await seedCollection(customerId);
    await expect(approveRetry(customerId, invoice.id, actor)).rejects.toMatchObject({ code: "retry_not_possible" });
  });
});
