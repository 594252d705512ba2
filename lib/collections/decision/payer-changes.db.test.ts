import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { storeContact } from "@/lib/contacts/mutations";
import { db } from "@/lib/core/database/db";
import type { CollectionStatus } from "@/lib/core/prisma/enums";
import { today } from "@/lib/core/time/clock";
import { addDays } from "@/lib/core/time/dates";
import { storeDocument } from "@/lib/invoices/sync/mutations";
import { jobs } from "@/lib/jobs/catalogue";
import { chooseMandate } from "@/lib/mandates/record/mutations";
import { clearJobs, waitingJobs } from "@/test/jobs";
import {
  bookContact,
  bookDocument,
  connectedSupplier,
  decideNow,
  latestCollection,
  openNotices,
  readInvoice,
  type SeededInvoice,
  seedCollection,
  seedMandate,
} from "@/test/supplier-data";

const { customerId, actor } = await connectedSupplier();
beforeEach(clearJobs);

/** A collection that is at the provider, in some state. */
async function debit(status: CollectionStatus) {
  const one = await seedCollection(customerId);
  const where = { customerId_id: { customerId, id: one.collection.id } };
  await db.collection.update({ where, data: { status, calledAt: new Date(), providerId: `PM${randomUUID()}` } });
  return {
    ...one,
    decide: () => decideNow(customerId, one.invoice.id),
    latest: () => latestCollection(customerId, one.invoice.id),
    /** Records that the provider has cancelled it. */
    end: () => db.collection.update({ where, data: { status: "cancelled", holdsInvoice: false } }),
  };
}

/** The supplier corrects the addressee in the accounting system. */
async function readdress({ externalId, entry, id }: SeededInvoice): Promise<string> {
  const contactExternalId = randomUUID();
  const row = await readInvoice(customerId, externalId);
  await storeDocument(customerId, row, bookDocument({ ...entry, contactExternalId }));
  const { contact } = await db.invoice.findUniqueOrThrow({
    where: { customerId_id: { customerId, id } },
    include: { contact: true },
  });
  if (!contact) throw new Error("the document named nobody");
  await storeContact(customerId, contact, bookContact(contactExternalId, { companyName: "Tischlerei Nord GmbH" }));
  return contact.id;
}

describe("another addressee in the accounting system", () => {
  test("has a collection cancelled that can still change, and is debited on a mandate of their own", async () => {
    const { invoice, collection, decide, latest, end } = await debit("created");
    const mandate = await seedMandate(customerId, await readdress(invoice));
    expect(await decide()).toMatchObject({ outcome: "replace", reason: "payer_changed" });
    expect(await latest()).toMatchObject({ id: collection.id, cancelReason: "payer_changed" });
    expect(await waitingJobs(jobs.carryOutCollection)).toContainEqual({ customerId, collectionId: collection.id });
    await end();
    expect(await decide()).toMatchObject({ outcome: "collect" });
    expect(await latest()).toMatchObject({ attempt: 2, mandateId: mandate.id });
  });

  test("without a mandate also has the collection cancelled, and is asked for one", async () => {
    const { invoice, latest, decide, end } = await debit("created");
    await readdress(invoice);
    expect(await decide()).toMatchObject({ outcome: "replace", reason: "payer_changed" });
    expect((await latest()).cancelRequestedAt).not.toBeNull();
    await end();
    expect(await decide()).toMatchObject({ outcome: "request_mandate", reason: "mandate_missing" });
  });

  test.each(["submitted", "confirmed"] as const)("causes a notice for a payment that is %s", async (status) => {
    const { invoice, latest, decide } = await debit(status);
    await readdress(invoice);
    expect(await decide()).toMatchObject({ outcome: "keep", reason: "payer_changed_late" });
    expect((await latest()).cancelRequestedAt).toBeNull();
    expect(await openNotices(customerId)).toContain(`payer_changed_late:${invoice.id}`);
  });

  test("has nothing cancelled on a mandate without a confirmed payer, or one that both payers may use", async () => {
    const [unmatched, shared] = [await debit("created"), await debit("created")];
    const where = { customerId_id: { customerId, id: unmatched.mandate.id } };
    await db.mandate.update({ where, data: { contactId: null } });
    expect(await unmatched.decide()).toMatchObject({ outcome: "keep", reason: "collection_running" });
    const id = await readdress(shared.invoice);
    const data = { defaultMandateId: shared.mandate.id };
    await db.contact.update({ where: { customerId_id: { customerId, id } }, data });
    expect(await shared.decide()).toMatchObject({ outcome: "keep", reason: "collection_running" });
  });
});

describe("choosing another mandate of the payer", () => {
  test("cancels a waiting collection and replaces it on the chosen mandate, only once", async () => {
    const { invoice, collection, decide, latest, end } = await debit("created");
    const chosen = await seedMandate(customerId, invoice.contactId, { nextPossibleChargeDate: addDays(today(), 4) });
    await chooseMandate(customerId, chosen.id, actor);
    expect(await latest()).toMatchObject({ id: collection.id, cancelReason: "mandate_chosen" });
    expect(await waitingJobs(jobs.carryOutCollection)).toContainEqual({ customerId, collectionId: collection.id });
    await end();
    expect(await decide()).toMatchObject({ outcome: "collect" });
    expect(await latest()).toMatchObject({ attempt: 2, mandateId: chosen.id, cancelRequestedAt: null });
    await chooseMandate(customerId, chosen.id, actor);
    expect(await latest()).toMatchObject({ attempt: 2, cancelRequestedAt: null });
  });

  test("leaves a collection alone that the bank has", async () => {
    const { invoice, latest } = await debit("submitted");
    await chooseMandate(customerId, (await seedMandate(customerId, invoice.contactId)).id, actor);
    expect(await latest()).toMatchObject({ attempt: 1, status: "submitted", cancelRequestedAt: null });
  });
});
