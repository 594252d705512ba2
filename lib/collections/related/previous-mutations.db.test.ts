import { beforeEach, describe, expect, test } from "vitest";
import { recordSteps } from "@/lib/collections/events/mutations";
import { setExcluded } from "@/lib/collections/instructions/mutations";
import { readReturns } from "@/lib/collections/returns/data";
import { dismissReturn } from "@/lib/collections/returns/mutations";
import { approveRetry } from "@/lib/collections/returns/retry-mutations";
import { db } from "@/lib/core/database/db";
import { saveSettings } from "@/lib/customers/record/mutations";
import { jobs } from "@/lib/jobs/catalogue";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { broughtAlong, leaveAccounting, numbered, returnedElsewhere, returnToBooks } from "@/test/moved-books";
import { decideAfterReading, failLatestPayment, returnedInvoice, step } from "@/test/returned-debits";
import {
  connectedSupplier,
  decideNow,
  latestCollection,
  openNotices,
  seedCollection,
  seedMandate,
} from "@/test/supplier-data";

const { customerId, actor } = await connectedSupplier();
const key = (id: string) => ({ customerId_id: { customerId, id } });
const rowOf = (id: string) => db.invoice.findUniqueOrThrow({ where: key(id), include: { collections: true } });
const caseOf = (invoiceId: string) => db.returnCase.findFirst({ where: { customerId, invoiceId } });
const planOn = (retriesReturns: boolean) => saveSettings(customerId, { retriesReturns }, actor);

beforeEach(async () => {
  await clearJobs();
  await planOn(false);
});

describe("an invoice whose collection was returned in a previous system", () => {
  test("waits for a person, with an open case, and is retried after an approval", async () => {
    const { former, invoice } = await returnedElsewhere(customerId, { code: "MS03", cause: "refer_to_payer" });
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "wait", reason: "failed_needs_action" });
    expect((await rowOf(invoice.id)).collections).toEqual([]);
    const first = await latestCollection(customerId, former.id);
    expect(await caseOf(invoice.id)).toMatchObject({ isDone: false, collectionId: first.id });
    expect(await caseOf(former.id)).toMatchObject({ isDone: true, outcome: "migrated" });
    const notices = await openNotices(customerId);
    expect(notices).toContain(`collection-returned:${invoice.id}`);
    expect(notices).not.toContain(`collection-returned:${former.id}`);
    const desk = await readReturns(customerId, { filter: "open" }, { take: 50, isBack: false });
    expect(desk.find((line) => line.invoiceId === invoice.id)).toMatchObject({
      attempts: 1,
      tries: 0,
      failureCode: "MS03",
    });
    expect(desk.some((line) => line.invoiceId === former.id)).toBe(false);

    await approveRetry(customerId, invoice.id, actor);
    // The open amount is read again first, as before any other retry.
    expect(await decideNow(customerId, invoice.id)).toBeUndefined();
    expect(await waitingJobs(jobs.syncInvoices)).toHaveLength(1);
    await db.invoice.update({ where: key(invoice.id), data: { openStaleAt: null } });
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "collect", retriedBy: "person" });
    expect(await openNotices(customerId)).not.toContain(`collection-returned:${invoice.id}`);
    const second = await latestCollection(customerId, invoice.id);
    await recordSteps(customerId, second.id, [step("created"), step("submitted"), step("confirmed")]);
    expect(await caseOf(invoice.id)).toMatchObject({ isDone: true, outcome: "collected" });
  });

  test("whose mandate cannot be used again needs an approval for an older one, or a newly signed one", async () => {
    const closed = { code: "AC04", cause: "bank_account_closed" };
    const { invoice } = await returnedElsewhere(customerId, closed);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "wait", reason: "failed_needs_action" });
    await approveRetry(customerId, invoice.id, actor);
    expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({ outcome: "collect", retriedBy: "person" });

    const { invoice: next } = await returnedElsewhere(customerId, closed);
    expect(await decideNow(customerId, next.id)).toMatchObject({ outcome: "wait", reason: "failed_needs_action" });
    const { id } = await seedMandate(customerId, next.contactId, { createdAt: new Date(Date.now() + 60_000) });
    expect(await decideAfterReading(customerId, next.id)).toMatchObject({ outcome: "collect" });
    expect(await latestCollection(customerId, next.id)).toMatchObject({ mandateId: id, retriedBy: null });
  });

  test("is retried by the plan as often as the plan has retries left", async () => {
    await planOn(true);
    const former = await returnedInvoice(customerId, {}, numbered());
    await decideAfterReading(customerId, former.id);
    await failLatestPayment(customerId, former.id);
    await leaveAccounting(customerId, former);
    const invoice = await broughtAlong(customerId, former);
    expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({ outcome: "collect", retriedBy: "plan" });
    await failLatestPayment(customerId, invoice.id);
    expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({ reason: "failed_needs_action" });
    const [line] = await readReturns(customerId, { filter: "open" }, { take: 1, isBack: false });
    expect(line).toMatchObject({ invoiceId: invoice.id, attempts: 3 });
  });

  test("waits for a person even if the return comes after the document's migration", async () => {
    const { invoice: former, collection } = await seedCollection(customerId, numbered());
    await recordSteps(customerId, collection.id, [step("created"), step("submitted"), step("confirmed")]);
    await leaveAccounting(customerId, former);
    const invoice = await broughtAlong(customerId, former);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason: "collected_in_other_books" });
    await recordSteps(customerId, collection.id, [step("charged_back", { code: "MD06", cause: "refund_requested" })]);
    expect(await rowOf(invoice.id)).toMatchObject({ needsDecision: true });
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason: "failed_needs_action" });
    expect(await caseOf(invoice.id)).toMatchObject({ isDone: false, collectionId: collection.id });
  });

  test("is settled by what the new accounting system reports", async () => {
    const { invoice } = await returnedElsewhere(customerId);
    await decideNow(customerId, invoice.id);
    await db.invoice.update({ where: key(invoice.id), data: { bookStatus: "paid", openCents: 0 } });
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "skip", reason: "paid" });
    expect(await caseOf(invoice.id)).toMatchObject({ isDone: true, outcome: "settled" });
  });

  test("is not settled by a paid status after a late failure, because our own booking may have caused it", async () => {
    const { invoice: former, collection } = await seedCollection(customerId, numbered());
    const received = [step("created"), step("submitted"), step("confirmed"), step("paid_out")];
    await recordSteps(customerId, collection.id, [...received, step("failed", { code: "AM04" })]);
    await leaveAccounting(customerId, former);
    const invoice = await broughtAlong(customerId, former);
    await decideNow(customerId, invoice.id);
    await db.invoice.update({ where: key(invoice.id), data: { bookStatus: "paid", openCents: 0 } });
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason: "paid_by_returned_debit" });
    expect(await caseOf(invoice.id)).toMatchObject({ isDone: false });
  });

  test("has its case where a retry is running, and afterwards where it can be retried", async () => {
    const former = await returnedInvoice(customerId, {}, numbered());
    await approveRetry(customerId, former.id, actor);
    await decideAfterReading(customerId, former.id);
    const second = await latestCollection(customerId, former.id);
    await recordSteps(customerId, second.id, [step("created")]);
    await leaveAccounting(customerId, former);
    const invoice = await broughtAlong(customerId, former);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason: "collected_in_other_books" });
    expect(await caseOf(former.id)).toMatchObject({ isDone: false });
    expect(await openNotices(customerId)).not.toContain(`collection-returned:${invoice.id}`);
    await recordSteps(customerId, second.id, [step("submitted"), step("failed", { code: "AM04" })]);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason: "failed_needs_action" });
    expect(await caseOf(invoice.id)).toMatchObject({ isDone: false, collectionId: second.id });
  });

  test("is closed when the collection there is resubmitted and brings the money", async () => {
    const { former, invoice } = await returnedElsewhere(customerId);
    await decideNow(customerId, invoice.id);
    const { id } = await latestCollection(customerId, former.id);
    const at = (minutes: number) => ({ occurredAt: new Date(Date.now() + minutes * 60_000) });
    await recordSteps(customerId, id, [step("resubmission_requested", at(1))]);
    expect(await openNotices(customerId)).not.toContain(`collection-returned:${invoice.id}`);
    await recordSteps(customerId, id, [step("submitted", at(2)), step("confirmed", at(3))]);
    expect(await caseOf(invoice.id)).toMatchObject({ isDone: true, outcome: "collected" });
  });

  test("causes no second alert by mail when its case is migrated", async () => {
    const former = await returnedInvoice(customerId, {}, numbered());
    const alertedAt = new Date("2026-11-01T08:00:00Z");
    await db.notice.updateMany({ where: { customerId, key: `collection-returned:${former.id}` }, data: { alertedAt } });
    await leaveAccounting(customerId, former);
    const invoice = await broughtAlong(customerId, former);
    await decideNow(customerId, invoice.id);
    const where = { customerId_key: { customerId, key: `collection-returned:${invoice.id}` } };
    expect(await db.notice.findUnique({ where })).toMatchObject({ resolvedAt: null, alertedAt });
  });

  test("causes one notice, although GoCardless reports more about the collection there", async () => {
    const { invoice: former, collection } = await seedCollection(customerId, numbered());
    const received = [step("created"), step("submitted"), step("confirmed"), step("paid_out")];
    const taken = step("charged_back", { code: "MD06", cause: "refund_requested" });
    await recordSteps(customerId, collection.id, [...received, taken]);
    await leaveAccounting(customerId, former);
    const invoice = await broughtAlong(customerId, former);
    await decideNow(customerId, invoice.id);
    await recordSteps(customerId, collection.id, [step("chargeback_settled")]);
    await dismissReturn(customerId, invoice.id, actor);
    const keys = [former, invoice].map(({ id }) => `collection-returned:${id}`);
    expect((await openNotices(customerId)).filter((one) => keys.includes(one))).toEqual([]);
  });

  test("is in the returns queue again when the supplier returns, whatever settled it in between", async () => {
    const { former, invoice } = await returnedElsewhere(customerId);
    await decideNow(customerId, invoice.id);
    await approveRetry(customerId, invoice.id, actor);
    await decideAfterReading(customerId, invoice.id);
    await failLatestPayment(customerId, invoice.id, { occurredAt: new Date(Date.now() + 60_000) });
    await db.invoice.update({ where: key(invoice.id), data: { bookStatus: "voided", openCents: 0 } });
    await decideNow(customerId, invoice.id);
    expect(await caseOf(invoice.id)).toMatchObject({ outcome: "settled" });
    await leaveAccounting(customerId, invoice, "DATEV");
    await returnToBooks(customerId, former);
    await decideNow(customerId, former.id);
    const { id: collectionId, failedAt } = await latestCollection(customerId, invoice.id);
    const open = { isDone: false, outcome: null };
    expect(await caseOf(former.id)).toMatchObject({ ...open, collectionId, returnedAt: failedAt });
    expect(await openNotices(customerId)).toContain(`collection-returned:${former.id}`);
  });

  test("is in the returns queue where it is owed, even if its case was closed in the previous system", async () => {
    const former = await returnedInvoice(customerId, {}, numbered());
    await decideNow(customerId, former.id);
    await dismissReturn(customerId, former.id, actor);
    await decideNow(customerId, former.id);
    await leaveAccounting(customerId, former);
    const invoice = await broughtAlong(customerId, former);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason: "invoice_excluded" });
    expect(await caseOf(invoice.id)).toBeNull();
    await setExcluded(customerId, invoice.id, false, actor);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason: "failed_needs_action" });
    expect(await caseOf(invoice.id)).toMatchObject({ isDone: false });
    expect(await caseOf(former.id)).toMatchObject({ isDone: true, outcome: "dismissed" });
    expect(await openNotices(customerId)).toContain(`collection-returned:${invoice.id}`);

    // The case has the last return, from whichever system.
    await approveRetry(customerId, invoice.id, actor);
    await decideAfterReading(customerId, invoice.id);
    await failLatestPayment(customerId, invoice.id, { occurredAt: new Date(Date.now() + 60_000) });
    const { id: collectionId, failedAt } = await latestCollection(customerId, invoice.id);
    await dismissReturn(customerId, invoice.id, actor);
    await leaveAccounting(customerId, invoice, "DATEV");
    await returnToBooks(customerId, former);
    await setExcluded(customerId, former.id, false, actor);
    expect(await decideNow(customerId, former.id)).toMatchObject({ reason: "failed_needs_action" });
    expect(await caseOf(former.id)).toMatchObject({ isDone: false, collectionId, returnedAt: failedAt });
  });

  test("has its case migrated with the document, back to the first system and on to a third one", async () => {
    const { former, invoice } = await returnedElsewhere(customerId);
    await decideNow(customerId, invoice.id);
    await leaveAccounting(customerId, invoice, "DATEV");
    await returnToBooks(customerId, former);
    expect(await decideNow(customerId, former.id)).toMatchObject({ reason: "failed_needs_action" });
    expect(await caseOf(former.id)).toMatchObject({ isDone: false, outcome: null });
    expect(await caseOf(invoice.id)).toMatchObject({ isDone: true, outcome: "migrated" });
    await leaveAccounting(customerId, former);
    const third = await broughtAlong(customerId, former);
    expect(await decideNow(customerId, third.id)).toMatchObject({ reason: "failed_needs_action" });
    expect(await caseOf(third.id)).toMatchObject({ isDone: false });
    expect(await caseOf(former.id)).toMatchObject({ isDone: true, outcome: "migrated" });
    expect(
      await db.returnCase.count({ where: { customerId, isDone: false, invoiceId: { in: [former.id, invoice.id] } } }),
    ).toBe(0);
  });

  test("is found by number and by day or total, and any other document is collected when due", async () => {
    const { former } = await returnedElsewhere(customerId);
    const other = await broughtAlong(customerId, former, `${former.entry.number}-2`);
    expect(await decideNow(customerId, other.id)).toMatchObject({ outcome: "collect" });
    const { id } = await broughtAlong(customerId, former);
    await db.invoice.update({ where: key(id), data: { voucherDate: new Date("2020-01-01"), totalCents: 1 } });
    expect(await decideNow(customerId, id)).toMatchObject({ outcome: "collect" });
  });
});
