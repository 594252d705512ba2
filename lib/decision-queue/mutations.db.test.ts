import { expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { jobs } from "@/lib/jobs/catalogue";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { awaitLocked } from "@/test/locks";
import { connectedSupplier, seedInvoice } from "@/test/supplier-data";
import { invalidateAll, markOpen, markOpenOf } from "./mutations";

/** A supplier with two invoices that are not flagged for a decision. */
async function decided() {
  const { customerId } = await connectedSupplier();
  const [one, other] = [await seedInvoice(customerId), await seedInvoice(customerId)];
  await db.invoice.updateMany({ where: { customerId }, data: { needsDecision: false } });
  const marked = async () =>
    (await db.invoice.findMany({ where: { customerId, needsDecision: true } })).map(({ id }) => id).sort();
  return { customerId, one, other, marked };
}

test("flags all open invoices, or those of some contacts, and no other supplier's", async () => {
  const { customerId, one, other, marked } = await decided();
  const stranger = await decided();
  await db.$transaction((tx) => markOpenOf(tx, customerId, [one.contactId, stranger.other.contactId]));
  expect(await marked()).toEqual([one.id]);
  await db.invoice.updateMany({
    where: { customerId, id: one.id },
    data: { bookStatus: "paid", needsDecision: false },
  });
  await clearJobs();
  await db.$transaction((tx) => invalidateAll(tx, customerId));
  expect(await marked()).toEqual([other.id]);
  expect(await stranger.marked()).toEqual([]);
  expect(await waitingJobs(jobs.decideInvoices)).toEqual([{ customerId }]);
});

test("locks invoices in the order of their ids, so that a holder of the first can lock the second", async () => {
  const { customerId, one, other, marked } = await decided();
  const change = (id: string, data: object) => db.invoice.updateMany({ where: { customerId, id }, data });
  await change(one.id, { id: "inv_zz" });
  await change(other.id, { number: "moved behind it" });
  const marking = await db.$transaction(async (tx) => {
    await tx.invoice.updateMany({ where: { customerId, id: other.id }, data: { number: "held" } });
    const begun = markOpen(db, customerId);
    await awaitLocked(1);
    await tx.invoice.updateMany({ where: { customerId, id: "inv_zz" }, data: { number: "held" } });
    return { begun };
  });
  await marking.begun;
  expect(await marked()).toEqual([other.id, "inv_zz"].sort());
});
