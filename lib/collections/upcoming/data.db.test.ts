import { beforeEach, describe, expect, test } from "vitest";
import { carryOutCollection } from "@/lib/collections/execution/jobs";
import { db } from "@/lib/core/database/db";
import { today } from "@/lib/core/time/clock";
import { addDays, fromDate } from "@/lib/core/time/dates";
import { nextTargetDay } from "@/lib/core/time/target-calendar";
import { jobs } from "@/lib/jobs/catalogue";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { connectedSupplier, decideNow, seedCollection } from "@/test/supplier-data";
import { readDebitsOfDay, readLargestDebits, readUpcomingDays } from "./data";
import { excludeDebits, holdDebits } from "./mutations";

const { customerId, actor } = await connectedSupplier();
const stranger = await connectedSupplier();
const DAY = nextTargetDay(addDays(today(), 21));
const LATER = nextTargetDay(addDays(today(), 30));

async function debit(totalCents: number, dueDate = DAY) {
  return await seedCollection(customerId, {
    entry: { totalCents, openCents: totalCents, dueDate, number: `RE-${totalCents}` },
  });
}

beforeEach(clearJobs);
const page = (changes: object = {}) => readDebitsOfDay(customerId, { day: DAY, page: { rows: 2, ...changes } });
const row = async (invoiceId: string) =>
  (await readDebitsOfDay(customerId, { day: DAY, page: { rows: 50 } })).items.find(
    (one) => one.invoiceId === invoiceId,
  );

describe("the collections of the next days", () => {
  test("are listed by day with count, sum and number that can be stopped, for one supplier only", async () => {
    const [a, b] = [await debit(10_000), await debit(20_000)];
    await debit(5_000, LATER);
    await seedCollection(stranger.customerId, { entry: { dueDate: DAY } });
    await db.collection.update({
      where: { customerId_id: { customerId, id: a.collection.id } },
      data: { status: "submitted" },
    });
    expect(await readUpcomingDays(customerId)).toEqual([
      { day: DAY, count: 2, cents: 30_000, stoppable: 1 },
      { day: LATER, count: 1, cents: 5_000, stoppable: 1 },
    ]);
    const { items } = await page();
    expect(items).toMatchObject([
      { invoiceId: b.invoice.id, number: "RE-20000", amountCents: 20_000, state: "stoppable", day: DAY },
      { invoiceId: a.invoice.id, state: "sent" },
    ]);
    // The largest ones for the mail, and on request only those that can be stopped.
    const range = { from: DAY, to: LATER, rows: 2 };
    expect((await readLargestDebits(db, customerId, range)).map((one) => one.amountCents)).toEqual([20_000, 10_000]);
    const stoppable = await readLargestDebits(db, customerId, { ...range, onlyStoppable: true });
    expect(stoppable.map((one) => one.amountCents)).toEqual([20_000, 5_000]);
  });

  test("are on the day that the provider has granted", async () => {
    const { collection } = await debit(7_000, LATER);
    const granted = nextTargetDay(addDays(LATER, 1));
    await db.collection.update({
      where: { customerId_id: { customerId, id: collection.id } },
      data: { chargeDate: new Date(`${granted}T00:00:00Z`) },
    });
    const days = await readUpcomingDays(customerId);
    expect(days.map((one) => one.day)).toContain(granted);
    expect(fromDate(collection.requestedDate)).toBe(LATER);
  });

  test("are paged by key, forwards and back, even if amounts are equal", async () => {
    for (let i = 0; i < 3; i += 1) await debit(1_000);
    const first = await page();
    expect(first.newer).toBeUndefined();
    const second = await page({ after: first.older });
    const third = await page({ after: second.older });
    expect(third.older).toBeUndefined();
    const ids = [...first.items, ...second.items, ...third.items].map((one) => one.id);
    expect(new Set(ids).size).toBe(5);
    expect(await page({ before: third.newer })).toMatchObject({ items: second.items });
    expect(await page({ before: second.newer })).toMatchObject({ items: first.items });
    // Nothing follows the last row or an unknown one: the first page is shown.
    expect(await page({ after: third.items.at(-1)?.id })).toEqual(first);
    expect(await page({ after: "col_nobody" })).toEqual(first);
  });
});

describe("stopping collections", () => {
  test("holds several at once, and the row shows the progress: stopping, held, and collected again", async () => {
    const [a, b] = [await debit(31_000), await debit(32_000)];
    const until = addDays(today(), 90);
    expect(await holdDebits(customerId, [a.invoice.id, b.invoice.id, a.invoice.id], until, actor)).toEqual({
      count: 2,
      lateCount: 0,
    });
    expect(await waitingJobs(jobs.decideInvoices)).toEqual([{ customerId }]);
    expect(await row(a.invoice.id)).toMatchObject({ state: "stopping" });
    await decideNow(customerId, a.invoice.id);
    expect(await row(a.invoice.id)).toMatchObject({ state: "stopping", status: "pending" });
    await carryOutCollection.run({ customerId, collectionId: a.collection.id });
    expect(await row(a.invoice.id)).toMatchObject({ state: "held", status: "cancelled", heldUntil: until });
    // After the release the next attempt takes its place.
    await db.invoice.updateMany({ where: { customerId, id: a.invoice.id }, data: { heldUntil: null } });
    await decideNow(customerId, a.invoice.id);
    expect(await row(a.invoice.id)).toMatchObject({ state: "stoppable", status: "pending" });
    expect(await db.auditEntry.count({ where: { customerId, action: "invoice.held" } })).toBe(2);
  });

  test("excludes an invoice, which the row shows", async () => {
    const { invoice, collection } = await debit(33_000);
    await excludeDebits(customerId, [invoice.id], actor);
    await decideNow(customerId, invoice.id);
    await carryOutCollection.run({ customerId, collectionId: collection.id });
    expect(await row(invoice.id)).toMatchObject({ state: "excluded" });
  });

  test("is refused for another supplier's collection, or until a day that is not ahead", async () => {
    const { invoice } = await debit(34_000);
    const foreign = await seedCollection(stranger.customerId, { entry: { dueDate: DAY } });
    const both = [invoice.id, foreign.invoice.id];
    await expect(holdDebits(customerId, both, addDays(today(), 9), actor)).rejects.toMatchObject({ code: "not_found" });
    await expect(excludeDebits(customerId, both, actor)).rejects.toMatchObject({ code: "not_found" });
    await expect(holdDebits(customerId, [invoice.id], today(), actor)).rejects.toMatchObject({ code: "invalid_input" });
    expect(await row(invoice.id)).toMatchObject({ state: "stoppable" });
    const other = await db.invoice.findFirstOrThrow({ where: { id: foreign.invoice.id } });
    expect(other).toMatchObject({ isExcluded: false, heldUntil: null });
  });
});
