import { beforeEach, describe, expect, test } from "vitest";
import { stopCollection } from "@/lib/collections/decision/mutations";
import { recordSteps } from "@/lib/collections/events/mutations";
import { holdInvoice, setExcluded } from "@/lib/collections/instructions/mutations";
import { dismissReturn, reopenDismissed } from "@/lib/collections/returns/mutations";
import { approveRetry, stopRetry } from "@/lib/collections/returns/retry-mutations";
import { db } from "@/lib/core/database/db";
import { today } from "@/lib/core/time/clock";
import { addDays } from "@/lib/core/time/dates";
import { saveSettings } from "@/lib/customers/record/mutations";
import { setContactExcluded } from "@/lib/payers/exclusion/mutations";
import { clearJobs } from "@/test/jobs";
import { broughtAlong, leaveAccounting, numbered, returnedElsewhere, returnToBooks } from "@/test/moved-books";
import { decideAfterReading, returnedInvoice, step } from "@/test/returned-debits";
import { connectedSupplier, decideNow, latestCollection, seedCollection } from "@/test/supplier-data";

const { customerId, actor } = await connectedSupplier();
const key = (id: string) => ({ customerId_id: { customerId, id } });
const rowOf = (id: string) => db.invoice.findUniqueOrThrow({ where: key(id), include: { collections: true } });
const caseOf = (invoiceId: string) => db.returnCase.findFirst({ where: { customerId, invoiceId } });
const planOn = (retriesReturns: boolean) => saveSettings(customerId, { retriesReturns }, actor);

beforeEach(async () => {
  await clearJobs();
  await planOn(false);
});

describe("an instruction given in another accounting system", () => {
  test("also applies here if it blocks a collection: excluded, held, or not to be retried", async () => {
    await planOn(true);
    const day = new Date("2030-06-03");
    const [left, off, stopped] = [
      await returnedElsewhere(customerId),
      await returnedElsewhere(customerId),
      await returnedElsewhere(customerId),
    ];
    await db.invoice.update({ where: key(off.former.id), data: { heldUntil: day } });
    await dismissReturn(customerId, left.former.id, actor);
    await stopRetry(customerId, stopped.former.id, actor);
    expect(await decideNow(customerId, left.invoice.id)).toMatchObject({ reason: "invoice_excluded" });
    expect(await decideNow(customerId, off.invoice.id)).toMatchObject({ reason: "invoice_held" });
    expect(await decideNow(customerId, stopped.invoice.id)).toMatchObject({ reason: "failed_needs_action" });
    // The dismissed case stays closed, and the invoice here has no case.
    expect(await caseOf(left.former.id)).toMatchObject({ outcome: "dismissed" });
    expect(await caseOf(left.invoice.id)).toBeNull();
    // From now on it is an instruction of this invoice, and a person revokes it like any other.
    expect(await rowOf(off.invoice.id)).toMatchObject({ heldUntil: day });
    await approveRetry(customerId, stopped.invoice.id, actor);
    expect(await decideAfterReading(customerId, stopped.invoice.id)).toMatchObject({ retriedBy: "person" });
  });

  test("has to be given again if it is an approval, which was for the collection there", async () => {
    const former = await returnedInvoice(customerId, {}, numbered());
    await approveRetry(customerId, former.id, actor);
    await leaveAccounting(customerId, former);
    const invoice = await broughtAlong(customerId, former);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason: "failed_needs_action" });
  });

  test("stays revoked once it has been revoked here", async () => {
    const former = await returnedInvoice(customerId, {}, numbered());
    await setExcluded(customerId, former.id, true, actor);
    await leaveAccounting(customerId, former);
    const invoice = await broughtAlong(customerId, former);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason: "invoice_excluded" });
    await setExcluded(customerId, invoice.id, false, actor);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason: "failed_needs_action" });
  });
});

test("a case that was migrated to another accounting system can be neither dismissed nor reopened", async () => {
  const { former, invoice } = await returnedElsewhere(customerId);
  await decideNow(customerId, invoice.id);
  for (const act of [dismissReturn, reopenDismissed])
    await expect(act(customerId, former.id, actor)).rejects.toMatchObject({ code: "not_found" });
  expect(await rowOf(former.id)).toMatchObject({ isExcluded: false });
  expect(await caseOf(invoice.id)).toMatchObject({ isDone: false });
});

describe("an instruction about an invoice that also exists in another accounting system", () => {
  test.each([
    ["excluded", (id: string) => setExcluded(customerId, id, true, actor), "invoice_excluded"],
    ["held", (id: string) => holdInvoice(customerId, id, addDays(today(), 30), actor), "invoice_held"],
    ["not to be tried again", (id: string) => stopRetry(customerId, id, actor), "failed_needs_action"],
    ["dismissed", (id: string) => dismissReturn(customerId, id, actor), "invoice_excluded"],
  ])("still applies when the supplier returns to that system: %s", async (_what, say, reason) => {
    const { former, invoice } = await returnedElsewhere(customerId);
    await decideNow(customerId, invoice.id);
    await say(invoice.id);
    await leaveAccounting(customerId, invoice, "DATEV");
    await returnToBooks(customerId, former);
    await planOn(true);
    expect(await decideAfterReading(customerId, former.id)).toMatchObject({ reason });
    expect((await rowOf(former.id)).collections).toHaveLength(1);
  });

  test.each([
    ["excluded", (id: string) => setExcluded(customerId, id, true, actor), "invoice_excluded"],
    ["held", (id: string) => holdInvoice(customerId, id, addDays(today(), 30), actor), "invoice_held"],
  ])("cancels the collection made from that system, and no other one follows: %s", async (_what, say, reason) => {
    const { former, invoice } = await runningElsewhere();
    await say(invoice.id);
    expect(await decideNow(customerId, former.id)).toMatchObject({ outcome: "cancel", reason });
    const { id } = await latestCollection(customerId, former.id);
    await recordSteps(customerId, id, [step("cancelled")]);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason });
  });

  test("cancels the collection made from that system if it is about the payer, whom both rows have", async () => {
    const { former, invoice } = await runningElsewhere();
    await db.invoice.update({ where: key(former.id), data: { contactId: invoice.contactId, needsDecision: false } });
    await setContactExcluded(customerId, invoice.contactId, true, actor);
    expect(await rowOf(former.id)).toMatchObject({ needsDecision: true });
    expect(await decideNow(customerId, former.id)).toMatchObject({ outcome: "cancel", reason: "contact_excluded" });
  });

  test("counts, if it is an approval, where it was given last, and for its day", async () => {
    const { former, invoice } = await returnedElsewhere(customerId);
    await approveRetry(customerId, invoice.id, actor, addDays(today(), 40));
    await leaveAccounting(customerId, invoice, "DATEV");
    await returnToBooks(customerId, former);
    await approveRetry(customerId, former.id, actor, addDays(today(), 60));
    expect(await rowOf(invoice.id)).toMatchObject({ retryApprovedAt: null, retryOn: null });
    await expect(stopRetry(customerId, invoice.id, actor)).resolves.toBeUndefined();
    expect(await rowOf(former.id)).toMatchObject({ retryApprovedAt: null, retryStoppedAt: expect.any(Date) });
  });

  test("is refused if it should stop a retry that the bank has, from whichever system it was made", async () => {
    const { former, invoice } = await runningElsewhere();
    await recordSteps(customerId, (await latestCollection(customerId, former.id)).id, [step("submitted")]);
    await expect(stopRetry(customerId, invoice.id, actor)).rejects.toMatchObject({ code: "too_late_to_cancel" });
  });

  test("is refused if it should exclude an invoice whose collection the bank has", async () => {
    const { former, invoice } = await runningElsewhere();
    await recordSteps(customerId, (await latestCollection(customerId, former.id)).id, [step("submitted")]);
    await expect(setExcluded(customerId, invoice.id, true, actor)).rejects.toMatchObject({
      code: "too_late_to_cancel",
    });
    expect(await rowOf(invoice.id)).toMatchObject({ isExcluded: false });
  });

  test("also prevents a new collection from the accounting system in use if it stops one", async () => {
    const { former, invoice } = await runningElsewhere();
    const { id } = await latestCollection(customerId, former.id);
    await stopCollection(customerId, id, actor);
    await recordSteps(customerId, id, [step("cancelled")]);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason: "invoice_excluded" });
  });

  test("reopens a dismissed return where it can be retried", async () => {
    const { former, invoice } = await returnedElsewhere(customerId);
    await dismissReturn(customerId, former.id, actor);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason: "invoice_excluded" });
    await reopenDismissed(customerId, former.id, actor);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason: "failed_needs_action" });
    expect(await caseOf(invoice.id)).toMatchObject({ isDone: false });
  });

  test("does not deadlock with another one about the same document", async () => {
    const { former, invoice } = await returnedElsewhere(customerId);
    const { id } = await latestCollection(customerId, former.id);
    const heard = (code: string) => recordSteps(customerId, id, [step("charged_back", { code })]);
    await Promise.all([
      ...[former, invoice].flatMap((one) => [stopRetry(customerId, one.id, actor), decideNow(customerId, one.id)]),
      ...[heard("MD06"), heard("MS02"), setExcluded(customerId, invoice.id, true, actor)],
    ]);
    for (const one of [former, invoice])
      expect(await rowOf(one.id)).toMatchObject({ isExcluded: true, retryStoppedAt: expect.any(Date) });
  });
});

/** An invoice of the accounting system in use, whose collection from the previous system waits at the provider. */
async function runningElsewhere() {
  const { invoice: former, collection } = await seedCollection(customerId, numbered());
  await recordSteps(customerId, collection.id, [step("created")]);
  await db.collection.update({ where: key(collection.id), data: { calledAt: new Date() } });
  await leaveAccounting(customerId, former);
  const invoice = await broughtAlong(customerId, former);
  expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason: "collected_in_other_books" });
  return { former, invoice };
}
