import { beforeEach, describe, expect, test } from "vitest";
import { db, isUniqueViolation } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { today } from "@/lib/core/time/clock";
import { addDays, fromDate, toDate } from "@/lib/core/time/dates";
import { nextTargetDay } from "@/lib/core/time/target-calendar";
import { jobs } from "@/lib/jobs/catalogue";
import { clearJobs, waitingJobs } from "@/test/jobs";
import {
  connectedSupplier,
  decideNow,
  latestCollection,
  openNotices,
  seedCollection,
  seedInvoice,
  seedMandate,
} from "@/test/supplier-data";
import { stopCollection } from "./mutations";

const { customerId, actor } = await connectedSupplier({ companyName: "Schlosserei Groß & Söhne" });

beforeEach(clearJobs);

const collectionsOf = (invoiceId: string) =>
  db.collection.findMany({ where: { customerId, invoiceId }, orderBy: { attempt: "asc" } });
const setOpen = (id: string, openCents: number) =>
  db.invoice.update({ where: { customerId_id: { customerId, id } }, data: { openCents, needsDecision: true } });

describe("deciding an invoice", () => {
  test("stores the intent, its key and its job before anything is executed", async () => {
    const { invoice, mandate, collection } = await seedCollection(customerId, { entry: { number: "RE-77" } });
    const due = nextTargetDay(invoice.entry.dueDate);
    expect(collection).toMatchObject({
      attempt: 1,
      status: "pending",
      holdsInvoice: true,
      amountCents: 11_900,
      mandateId: mandate.id,
      providerId: null,
      calledAt: null,
      reference: "RE-77 Schlosserei Gross + Soehne",
      // Built from ids that outlive our own rows: a restored database computes the same key.
      idempotencyKey: `${customerId}:LEXOFFICE:${invoice.externalId}:1:11900`,
      wantedDate: toDate(invoice.entry.dueDate),
      requestedDate: toDate(due),
    });
    expect(await waitingJobs(jobs.carryOutCollection)).toEqual([{ customerId, collectionId: collection.id }]);
    expect(await db.collectionEvent.findMany({ where: { customerId, collectionId: collection.id } })).toMatchObject([
      { action: "planned", status: "pending" },
    ]);
  });

  test("stores the facts and the decision", async () => {
    const { invoice } = await seedCollection(customerId);
    const row = await db.invoice.findUniqueOrThrow({ where: { customerId_id: { customerId, id: invoice.id } } });
    expect(row).toMatchObject({ outcome: "collect", reason: "collect", needsDecision: false });
    expect(row.decision).toMatchObject({
      input: { invoice: { openCents: 11_900 }, mandate: { state: "usable" } },
      result: { outcome: "collect" },
    });
  });

  test("starts one collection if many workers decide at once", async () => {
    const invoice = await seedInvoice(customerId);
    await seedMandate(customerId, invoice.contactId);
    const decisions = await Promise.all(Array.from({ length: 8 }, () => decideNow(customerId, invoice.id)));
    expect(await collectionsOf(invoice.id)).toHaveLength(1);
    expect(decisions.filter((decision) => decision?.outcome === "collect")).toHaveLength(1);
    expect(decisions.filter((decision) => decision?.reason === "collection_running")).toHaveLength(7);
  });

  test("changes nothing the second time", async () => {
    const { invoice, collection } = await seedCollection(customerId);
    await decideNow(customerId, invoice.id);
    await decideNow(customerId, invoice.id);
    expect(await collectionsOf(invoice.id)).toEqual([collection]);
  });

  test("waits while the document, its amount or its contact has to be read again", async () => {
    const invoice = await seedInvoice(customerId);
    await seedMandate(customerId, invoice.contactId);
    const key = { customerId_id: { customerId, id: invoice.id } };
    for (const mark of ["staleAt", "openStaleAt"] as const) {
      await db.invoice.update({ where: key, data: { [mark]: new Date() } });
      expect(await decideNow(customerId, invoice.id)).toBeUndefined();
      await db.invoice.update({ where: key, data: { [mark]: null } });
    }
    await db.contact.update({
      where: { customerId_id: { customerId, id: invoice.contactId } },
      data: { staleAt: new Date() },
    });
    expect(await decideNow(customerId, invoice.id)).toBeUndefined();
    expect(await collectionsOf(invoice.id)).toEqual([]);
    expect((await db.invoice.findUniqueOrThrow({ where: key })).needsDecision).toBe(true);
  });

  test("takes the contact's default mandate, never the first of several", async () => {
    const invoice = await seedInvoice(customerId);
    await seedMandate(customerId, invoice.contactId);
    const second = await seedMandate(customerId, invoice.contactId);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason: "mandate_ambiguous" });
    await db.contact.update({
      where: { customerId_id: { customerId, id: invoice.contactId } },
      data: { defaultMandateId: second.id },
    });
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "collect" });
    expect((await latestCollection(customerId, invoice.id)).mandateId).toBe(second.id);
  });

  test("requests a mandate once, by mail, and raises a notice for a contact without e-mail", async () => {
    const invoice = await seedInvoice(customerId);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "request_mandate" });
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ reason: "mandate_requested" });
    const [request] = await db.mandateRequest.findMany({ where: { customerId, contactId: invoice.contactId } });
    expect(request).toMatchObject({
      byMail: true,
      email: "rechnung@baeckerei.example",
      invoiceId: invoice.id,
      status: "pending",
    });
    expect(await waitingJobs(jobs.inviteToSign)).toEqual([{ customerId, requestId: request?.id }]);

    const mute = await seedInvoice(customerId, { contact: { emails: [] } });
    expect(await decideNow(customerId, mute.id)).toMatchObject({ reason: "contact_without_email" });
    expect(await openNotices(customerId)).toContain(`contact-without-email:${mute.contactId}`);
    await db.contact.update({
      where: { customerId_id: { customerId, id: mute.contactId } },
      data: { email: "neu@baeckerei.example" },
    });
    await decideNow(customerId, mute.id);
    expect(await openNotices(customerId)).not.toContain(`contact-without-email:${mute.contactId}`);
  });

  test("makes a final invoice wait while a down payment of the same payer is being collected", async () => {
    const down = await seedCollection(customerId, {
      entry: { externalType: "downpaymentinvoice" },
      document: { kind: "down_payment" },
    });
    const contactExternalId = down.invoice.entry.contactExternalId;
    const closing = await seedInvoice(customerId, {
      entry: { contactExternalId },
      document: { kind: "closing", deductedIds: [] },
    });
    expect(await decideNow(customerId, closing.id)).toMatchObject({
      outcome: "wait",
      reason: "down_payment_in_collection",
    });
    const where = { customerId_id: { customerId, id: down.collection.id } };
    await db.collection.update({ where, data: { status: "paid_out" } });
    expect(await decideNow(customerId, closing.id)).toMatchObject({ outcome: "collect" });
  });
});

describe("a change in the accounting system", () => {
  test("to another amount requests a cancellation, and starts the new collection once that is done", async () => {
    const { invoice, collection } = await seedCollection(customerId);
    await setOpen(invoice.id, 5_000);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "replace", reason: "amount_changed" });
    const asked = await latestCollection(customerId, invoice.id);
    expect(asked).toMatchObject({ id: collection.id, cancelReason: "amount_changed", holdsInvoice: true });
    expect(asked.cancelRequestedAt).not.toBeNull();
    // The old collection still holds the invoice, so nothing else may start.
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "replace" });
    expect(await collectionsOf(invoice.id)).toHaveLength(1);

    await db.collection.update({
      where: { customerId_id: { customerId, id: collection.id } },
      data: { status: "cancelled", holdsInvoice: false },
    });
    await decideNow(customerId, invoice.id);
    expect(await latestCollection(customerId, invoice.id)).toMatchObject({
      attempt: 2,
      amountCents: 5_000,
      idempotencyKey: `${customerId}:LEXOFFICE:${invoice.externalId}:2:5000`,
    });
  });

  test("to paid cancels a collection while that is possible, and otherwise raises a notice", async () => {
    const early = await seedCollection(customerId);
    await db.invoice.update({
      where: { customerId_id: { customerId, id: early.invoice.id } },
      data: { bookStatus: "paid", openCents: 0 },
    });
    expect(await decideNow(customerId, early.invoice.id)).toMatchObject({ outcome: "cancel", reason: "paid" });
    expect((await latestCollection(customerId, early.invoice.id)).cancelReason).toBe("paid");

    const late = await seedCollection(customerId);
    await db.collection.update({
      where: { customerId_id: { customerId, id: late.collection.id } },
      data: { status: "submitted" },
    });
    await db.invoice.update({
      where: { customerId_id: { customerId, id: late.invoice.id } },
      data: { bookStatus: "paid", openCents: 0 },
    });
    expect(await decideNow(customerId, late.invoice.id)).toMatchObject({
      outcome: "keep",
      reason: "too_late_to_change",
    });
    expect((await latestCollection(customerId, late.invoice.id)).cancelRequestedAt).toBeNull();
    expect(await openNotices(customerId)).toContain(`paid_elsewhere:${late.invoice.id}`);
  });

  test("to another amount raises its own notice if it is too late, which an exclusion does not", async () => {
    const changed = await seedCollection(customerId);
    const excluded = await seedCollection(customerId);
    for (const { collection } of [changed, excluded]) {
      await db.collection.update({
        where: { customerId_id: { customerId, id: collection.id } },
        data: { status: "submitted" },
      });
    }
    await setOpen(changed.invoice.id, 4_000);
    await decideNow(customerId, changed.invoice.id);
    const key = { customerId_id: { customerId, id: excluded.invoice.id } };
    await db.invoice.update({ where: key, data: { isExcluded: true } });
    expect(await decideNow(customerId, excluded.invoice.id)).toMatchObject({ reason: "too_late_to_change" });
    const notices = await openNotices(customerId);
    expect(notices).toContain(`amount_changed_late:${changed.invoice.id}`);
    expect(notices).not.toContain(`amount_changed_late:${excluded.invoice.id}`);
    const told = await db.notice.findFirst({ where: { customerId, key: `amount_changed_late:${changed.invoice.id}` } });
    expect(told?.data).toMatchObject({ amountCents: changed.collection.amountCents, openCents: 4_000 });
  });

  test("keeps the first reason and time if a cancellation was already requested", async () => {
    const { invoice } = await seedCollection(customerId);
    await setOpen(invoice.id, 5_000);
    await decideNow(customerId, invoice.id);
    const first = await latestCollection(customerId, invoice.id);
    await setOpen(invoice.id, 0);
    await decideNow(customerId, invoice.id);
    expect(await latestCollection(customerId, invoice.id)).toMatchObject({
      cancelReason: "amount_changed",
      cancelRequestedAt: first.cancelRequestedAt,
    });
  });
});

describe("a stop by the supplier", () => {
  test("cancels the collection, excludes the invoice and writes an audit entry", async () => {
    const { invoice, collection } = await seedCollection(customerId);
    await clearJobs();
    await db.invoice.updateMany({ where: { customerId, id: invoice.id }, data: { collectNowAt: new Date() } });
    await stopCollection(customerId, collection.id, actor);
    expect(await latestCollection(customerId, invoice.id)).toMatchObject({ cancelReason: "by_supplier" });
    expect(
      await db.invoice.findUniqueOrThrow({ where: { customerId_id: { customerId, id: invoice.id } } }),
    ).toMatchObject({ isExcluded: true, collectNowAt: null });
    expect(await waitingJobs(jobs.carryOutCollection)).toEqual([{ customerId, collectionId: collection.id }]);
    const audit = await db.auditEntry.findMany({ where: { customerId, subject: collection.id } });
    expect(audit).toMatchObject([
      { action: "collection.stopped", userId: actor.userId, detail: { amountCents: 11_900 } },
    ]);
  });

  test.each(["submitted", "confirmed", "paid_out", "failed"] as const)(
    "is refused for a collection that is %s, and changes nothing",
    async (status) => {
      const { invoice, collection } = await seedCollection(customerId);
      await db.collection.update({ where: { customerId_id: { customerId, id: collection.id } }, data: { status } });
      await expect(stopCollection(customerId, collection.id, actor)).rejects.toMatchObject({
        code: "too_late_to_cancel",
      });
      expect((await latestCollection(customerId, invoice.id)).cancelRequestedAt).toBeNull();
      expect(await db.auditEntry.count({ where: { customerId, subject: collection.id } })).toBe(0);
    },
  );
});

describe("the database refuses", () => {
  test("a second collection that holds the invoice, a used attempt number and a used key", async () => {
    const { invoice, collection } = await seedCollection(customerId);
    // The database computes this column itself.
    const { debitDate: _, ...stored } = collection;
    const row = { ...stored, id: newId("collection"), attempt: 2, idempotencyKey: "another" };
    const insert = (changes: object) => db.collection.create({ data: { ...row, ...changes } });
    await expect(insert({})).rejects.toSatisfy(isUniqueViolation);
    await expect(insert({ holdsInvoice: false, attempt: 1 })).rejects.toSatisfy(isUniqueViolation);
    await expect(insert({ holdsInvoice: false, idempotencyKey: collection.idempotencyKey })).rejects.toSatisfy(
      isUniqueViolation,
    );
    expect(await insert({ holdsInvoice: false })).toMatchObject({ attempt: 2 });
    expect(await collectionsOf(invoice.id)).toHaveLength(2);
  });

  test("two collections of one payment", async () => {
    const [one, other] = [await seedCollection(customerId), await seedCollection(customerId)];
    const paid = (id: string) =>
      db.collection.update({ where: { customerId_id: { customerId, id } }, data: { providerId: "PM-SAME" } });
    await paid(one.collection.id);
    await expect(paid(other.collection.id)).rejects.toSatisfy(isUniqueViolation);
  });
});

test("an invoice due in three weeks is collected in three weeks, by business dates", async () => {
  const dueDate = addDays(today(), 21);
  const { collection } = await seedCollection(customerId, { entry: { dueDate }, document: { dueDate } });
  expect(fromDate(collection.requestedDate)).toBe(nextTargetDay(dueDate));
});
