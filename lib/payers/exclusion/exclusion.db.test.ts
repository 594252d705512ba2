import { expect, test } from "vitest";
import { recordSteps } from "@/lib/collections/events/mutations";
import { approveRetry } from "@/lib/collections/returns/retry-mutations";
import { db } from "@/lib/core/database/db";
import { today } from "@/lib/core/time/clock";
import { addDays } from "@/lib/core/time/dates";
import { failLatestPayment, step } from "@/test/returned-debits";
import { connectedSupplier, decideNow, latestCollection, seedCollection, seedInvoice } from "@/test/supplier-data";
import { readExclusionStakes } from "./data";
import { setContactExcluded } from "./mutations";

const { customerId, actor } = await connectedSupplier();

/** Creates a contact with one collection of 119.00, and functions to add invoices and payment events. */
async function contactWithDebits() {
  const { invoice } = await seedCollection(customerId);
  const { contactExternalId } = invoice.entry;
  const another = async (cents: number, termLabel?: string) => {
    const entry = { contactExternalId, totalCents: cents, openCents: cents };
    const { id } = await seedInvoice(customerId, { entry, document: termLabel ? { termLabel } : {} });
    await decideNow(customerId, id);
    return id;
  };
  const told = async (id: string, ...actions: string[]) =>
    await recordSteps(
      customerId,
      (await latestCollection(customerId, id)).id,
      actions.map((action) => step(action)),
    );
  return { contactId: invoice.contactId, first: invoice.id, another, told };
}

const NOTHING = { count: 0, cents: 0 };

test("reports how many invoices an exclusion affects, and which collections it can and cannot cancel", async () => {
  const { contactId, first, another, told } = await contactWithDebits();
  const created = await another(20_000);
  const [withBank, taken, back] = [await another(3_000), await another(400), await another(50_000)];
  await another(7_777, "Zahlbar in 14 Tagen");
  await told(created, "created");
  await told(withBank, "created", "submitted");
  await told(taken, "created", "submitted", "confirmed");
  await failLatestPayment(customerId, back);
  await decideNow(customerId, back);
  await seedCollection(customerId);

  const stakes = await readExclusionStakes(customerId, contactId);
  expect(stakes).toEqual({
    invoices: { count: 3, cents: 81_900 },
    stops: { count: 2, cents: 31_900 },
    runsOn: { count: 1, cents: 3_000 },
  });
  await setContactExcluded(customerId, contactId, true, actor);
  const open = await db.invoice.findMany({ where: { customerId, contactId, bookStatus: "open" } });
  for (const { id } of open) await decideNow(customerId, id);
  const stopped = await db.collection.findMany({ where: { customerId, NOT: { cancelRequestedAt: null } } });
  expect(stopped.map(({ invoiceId }) => invoiceId).sort()).toEqual([first, created].sort());
});

test("revokes the retry approval of an excluded contact, also if the contact is included again", async () => {
  const { contactId, first } = await contactWithDebits();
  await failLatestPayment(customerId, first);
  await approveRetry(customerId, first, actor, addDays(today(), 20));
  await setContactExcluded(customerId, contactId, true, actor);
  expect(await decideNow(customerId, first)).toMatchObject({ outcome: "skip", reason: "contact_excluded" });
  await setContactExcluded(customerId, contactId, false, actor);
  expect(await decideNow(customerId, first)).toMatchObject({ outcome: "wait", reason: "failed_needs_action" });
});

test("counts a collection at a disconnected GoCardless account as one that cannot be cancelled", async () => {
  const { contactId, first, told } = await contactWithDebits();
  await told(first, "created");
  const { id, mandateId } = await latestCollection(customerId, first);
  await db.collection.updateMany({ where: { customerId, id }, data: { calledAt: new Date() } });
  await db.mandate.updateMany({ where: { customerId, id: mandateId }, data: { status: "other_account" } });
  expect(await readExclusionStakes(customerId, contactId)).toEqual({
    invoices: NOTHING,
    stops: NOTHING,
    runsOn: { count: 1, cents: 11_900 },
  });
});

test("refuses to report the effects for a contact of another supplier", async () => {
  const { contactId } = await contactWithDebits();
  const stranger = await connectedSupplier();
  await expect(readExclusionStakes(stranger.customerId, contactId)).rejects.toMatchObject({ code: "not_found" });
});
