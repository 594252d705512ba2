import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/lib/core/db";
import { saveSettings } from "@/lib/customers/mutations";
import { jobs } from "@/lib/jobs/catalogue";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { debitComesBack, decideAfterReading, returnedInvoice, step } from "@/test/returned-debits";
import {
  connectedSupplier,
  decideNow,
  latestCollection,
  openNotices,
  type SeededInvoice,
  seedCollection,
  seedInvoice,
  seedMandate,
} from "@/test/supplier-data";
import { type CollectionStep, recordSteps } from "./event-mutations";
import { approveRetry, stopRetry } from "./retry-mutations";
import { readReturns } from "./return-data";
import { layAside, takeUpAgain } from "./return-mutations";

const { customerId, actor } = await connectedSupplier();
const key = (id: string) => ({ customerId_id: { customerId, id } });
const rowOf = (id: string) => db.invoice.findUniqueOrThrow({ where: key(id), include: { collections: true } });
const caseOf = (invoiceId: string) => db.returnCase.findFirst({ where: { customerId, invoiceId } });
const planOn = (retriesReturns: boolean) => saveSettings(customerId, { retriesReturns }, actor);

beforeEach(async () => {
  await clearJobs();
  await planOn(false);
});

/** The supplier keeps the books elsewhere from now on, and what was open is no longer read from here. */
async function leaveBooks({ id }: { id: string }): Promise<void> {
  const data = { books: "SEVDESK", bookStatus: "deleted", openCents: 0 } as const;
  await db.invoice.update({ where: key(id), data });
}

/** The same document, in the books in use: with a number as they spell it, and a mandate older than anything that came back. */
async function broughtAlong({ entry }: SeededInvoice, number = entry.number): Promise<SeededInvoice> {
  const invoice = await seedInvoice(customerId, { entry: { number: number.replace("-", " ") } });
  await seedMandate(customerId, invoice.contactId, { createdAt: new Date("2026-01-01") });
  return invoice;
}

const numbered = () => ({ entry: { number: `RE-${randomUUID()}` } });

/** An invoice of the books in use whose debit out of the books before has come back. */
async function returnedElsewhere(changes: Partial<CollectionStep> = {}) {
  const former = await returnedInvoice(customerId, changes, numbered());
  await leaveBooks(former);
  return { former, invoice: await broughtAlong(former) };
}

describe("an invoice whose debit came back in books used before", () => {
  test("waits for a person, lies on the desk with what is known, and is tried again by their word", async () => {
    const { former, invoice } = await returnedElsewhere({ code: "MS03", cause: "refer_to_payer" });
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "wait", reason: "failed_needs_action" });
    expect((await rowOf(invoice.id)).collections).toEqual([]);
    const first = await latestCollection(customerId, former.id);
    expect(await caseOf(invoice.id)).toMatchObject({ isDone: false, collectionId: first.id });
    expect(await caseOf(former.id)).toMatchObject({ isDone: true, outcome: "carried_over" });
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
    // The open amount is read again before it, as before any other.
    expect(await decideNow(customerId, invoice.id)).toBeUndefined();
    expect(await waitingJobs(jobs.syncInvoices)).toHaveLength(1);
    await db.invoice.update({ where: key(invoice.id), data: { openStaleAt: null } });
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "collect", retriedBy: "person" });
    expect(await openNotices(customerId)).not.toContain(`collection-returned:${invoice.id}`);
    const second = await latestCollection(customerId, invoice.id);
    await recordSteps(customerId, second.id, [step("created"), step("submitted"), step("confirmed")]);
    expect(await caseOf(invoice.id)).toMatchObject({ isDone: true, outcome: "collected" });
  });

  test("is no person's to try again where only a new mandate helps, and is debited on one signed since", async () => {
    const { invoice } = await returnedElsewhere({ code: "AC04", cause: "bank_account_closed" });
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "wait", reason: "failed_needs_action" });
    await expect(approveRetry(customerId, invoice.id, actor)).rejects.toMatchObject({ code: "retry_not_possible" });
    const { id } = await seedMandate(customerId, invoice.contactId, { createdAt: new Date(Date.now() + 60_000) });
    expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({ outcome: "collect" });
    expect(await latestCollection(customerId, invoice.id)).toMatchObject({ mandateId: id, retriedBy: null });
  });

  test("is tried again by the plan as often as the plan has tries left", async () => {
    await planOn(true);
    const former = await returnedInvoice(customerId, {}, numbered());
    await decideAfterReading(customerId, former.id);
    await debitComesBack(customerId, former.id);
    await leaveBooks(former);
    const invoice = await broughtAlong(former);
    expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({ outcome: "collect", retriedBy: "plan" });
    await debitComesBack(customerId, invoice.id);
    expect(await decideAfterReading(customerId, invoice.id)).toMatchObject({ reason: "failed_needs_action" });
    const [line] = await readReturns(customerId, { filter: "open" }, { take: 1, isBack: false });
    expect(line).toMatchObject({ invoiceId: invoice.id, attempts: 3 });
  });

  test("is so also if that comes back when it stands in the new books already", async () => {
    const { invoice: former, collection } = await seedCollection(customerId, numbered());
    await recordSteps(customerId, collection.id, [step("created"), step("submitted"), step("confirmed")]);
    await leaveBooks(former);
    const invoice = await broughtAlong(former);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason: "collected_in_other_books" });
    await recordSteps(customerId, collection.id, [step("charged_back", { code: "MD06", cause: "refund_requested" })]);
    expect(await rowOf(invoice.id)).toMatchObject({ needsDecision: true });
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason: "failed_needs_action" });
    expect(await caseOf(invoice.id)).toMatchObject({ isDone: false, collectionId: collection.id });
  });

  test("is settled with what the new books say of it", async () => {
    const { invoice } = await returnedElsewhere();
    await decideNow(customerId, invoice.id);
    await db.invoice.update({ where: key(invoice.id), data: { bookStatus: "paid", openCents: 0 } });
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "skip", reason: "paid" });
    expect(await caseOf(invoice.id)).toMatchObject({ isDone: true, outcome: "settled" });
  });

  test("is one of the same number, and of the same day or sum: any other is debited as it is due", async () => {
    const { former } = await returnedElsewhere();
    const other = await broughtAlong(former, `${former.entry.number}-2`);
    expect(await decideNow(customerId, other.id)).toMatchObject({ outcome: "collect" });
    const { id } = await broughtAlong(former);
    await db.invoice.update({ where: key(id), data: { voucherDate: new Date("2020-01-01"), totalCents: 1 } });
    expect(await decideNow(customerId, id)).toMatchObject({ outcome: "collect" });
  });
});

describe("what was said of an invoice in books used before", () => {
  test("goes along if it keeps it back: left out, put off, not to be tried again", async () => {
    await planOn(true);
    const day = new Date("2030-06-03");
    const [left, off, stopped] = [await returnedElsewhere(), await returnedElsewhere(), await returnedElsewhere()];
    await db.invoice.update({ where: key(off.former.id), data: { heldUntil: day } });
    await layAside(customerId, left.former.id, actor);
    await stopRetry(customerId, stopped.former.id, actor);
    expect(await decideNow(customerId, left.invoice.id)).toMatchObject({ reason: "invoice_excluded" });
    expect(await decideNow(customerId, off.invoice.id)).toMatchObject({ reason: "invoice_held" });
    expect(await decideNow(customerId, stopped.invoice.id)).toMatchObject({ reason: "failed_needs_action" });
    // What is done stays done; the desk has no line for it.
    expect(await caseOf(left.former.id)).toMatchObject({ outcome: "laid_aside" });
    expect(await caseOf(left.invoice.id)).toBeNull();
    // It is this invoice's word from now on, and a person takes it back as any other.
    expect(await rowOf(off.invoice.id)).toMatchObject({ heldUntil: day });
    await approveRetry(customerId, stopped.invoice.id, actor);
    expect(await decideAfterReading(customerId, stopped.invoice.id)).toMatchObject({ retriedBy: "person" });
  });

  test("is to be said anew if it lets it go: an approval was given for the debit there", async () => {
    const former = await returnedInvoice(customerId, {}, numbered());
    await approveRetry(customerId, former.id, actor);
    await leaveBooks(former);
    const invoice = await broughtAlong(former);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason: "failed_needs_action" });
  });

  test("is heard once: what is said of it here afterwards holds", async () => {
    const { former, invoice } = await returnedElsewhere();
    await db.invoice.update({ where: key(former.id), data: { isExcluded: true } });
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason: "invoice_excluded" });
    await db.invoice.update({ where: key(invoice.id), data: { isExcluded: false } });
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason: "failed_needs_action" });
  });
});

test("a line that has gone on to other books cannot be laid aside or taken up where it was", async () => {
  const { former, invoice } = await returnedElsewhere();
  await decideNow(customerId, invoice.id);
  for (const act of [layAside, takeUpAgain])
    await expect(act(customerId, former.id, actor)).rejects.toMatchObject({ code: "not_found" });
  expect(await rowOf(former.id)).toMatchObject({ isExcluded: false });
  expect(await caseOf(invoice.id)).toMatchObject({ isDone: false });
});
