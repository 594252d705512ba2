import { describe, expect, test } from "vitest";
import { holdInvoice, setExcluded } from "@/lib/collections/instructions/mutations";
import { excludeDebits, holdDebits } from "@/lib/collections/upcoming/mutations";
import { db } from "@/lib/core/database/db";
import { today } from "@/lib/core/time/clock";
import { addDays, toDate } from "@/lib/core/time/dates";
import { dismissAll } from "@/test/notices";
import { connectedSupplier, decideNow, seedCollection } from "@/test/supplier-data";

const { customerId, actor } = await connectedSupplier();
const UNTIL = addDays(today(), 60);

async function atTheBank() {
  const seeded = await seedCollection(customerId);
  await db.collection.updateMany({ where: { customerId, id: seeded.collection.id }, data: { status: "submitted" } });
  return seeded.invoice.id;
}
const read = (id: string) => db.invoice.findUniqueOrThrow({ where: { customerId_id: { customerId, id } } });
const told = (id: string) =>
  db.notice.findMany({ where: { customerId, invoiceId: id, resolvedAt: null }, select: { kind: true } });

describe("a collection that the bank already has", () => {
  test("cannot be stopped: the request is refused, and nothing is stored", async () => {
    const id = await atTheBank();
    const late = { code: "too_late_to_cancel" };
    await expect(setExcluded(customerId, id, true, actor)).rejects.toMatchObject(late);
    await expect(holdInvoice(customerId, id, UNTIL, actor)).rejects.toMatchObject(late);
    await expect(excludeDebits(customerId, [id], actor)).rejects.toMatchObject(late);
    await expect(holdDebits(customerId, [id], UNTIL, actor)).rejects.toMatchObject(late);
    expect(await read(id)).toMatchObject({ isExcluded: false, heldUntil: null });
    expect(await db.auditEntry.count({ where: { customerId, subject: id } })).toBe(0);
  });

  test("is counted separately where others can still be stopped", async () => {
    const [late, early] = [await atTheBank(), (await seedCollection(customerId)).invoice.id];
    expect(await holdDebits(customerId, [late, early], UNTIL, actor)).toEqual({ count: 1, lateCount: 1 });
    expect((await read(early)).heldUntil).not.toBeNull();
    expect((await read(late)).heldUntil).toBeNull();
  });

  test("may be included again, even if its exclusion came too late", async () => {
    const id = await atTheBank();
    await db.invoice.updateMany({ where: { customerId, id }, data: { isExcluded: true } });
    await setExcluded(customerId, id, false, actor);
    expect(await read(id)).toMatchObject({ isExcluded: false });
  });

  test("causes one notice if it was to be stopped, and none by a new decision after the dismissal", async () => {
    const id = await atTheBank();
    // Its cancellation came too late: the exclusion stays stored, and the collection continues.
    await db.invoice.updateMany({ where: { customerId, id }, data: { isExcluded: true } });
    expect(await decideNow(customerId, id)).toMatchObject({ outcome: "keep", reason: "too_late_to_change" });
    expect(await told(id)).toEqual([{ kind: "stopped_late" }]);
    await dismissAll(customerId, "stopped_late");
    await decideNow(customerId, id);
    expect(await told(id)).toEqual([]);
    await db.invoice.updateMany({ where: { customerId, id }, data: { openCents: 4_000 } });
    await decideNow(customerId, id);
    expect(await told(id)).toEqual([{ kind: "amount_changed_late" }]);
    await db.invoice.updateMany({ where: { customerId, id }, data: { openCents: 3_000 } });
    await dismissAll(customerId, "amount_changed_late");
    await decideNow(customerId, id);
    expect(await told(id)).toEqual([{ kind: "amount_changed_late" }]);
  });
});

describe("a collection that the bank has, whose day is moved", () => {
  const moveDue = (id: string, days: number) =>
    db.invoice.updateMany({
      where: { customerId, id },
      data: { dueDate: toDate(addDays(today(), days)), needsDecision: true },
    });

  test("causes one notice if the invoice is due later, and none if it is due earlier", async () => {
    const id = await atTheBank();
    await moveDue(id, 90);
    expect(await decideNow(customerId, id)).toEqual({ outcome: "keep", reason: "date_changed_late" });
    expect(await told(id)).toEqual([{ kind: "date_changed_late" }]);
    await dismissAll(customerId, "date_changed_late");
    await moveDue(id, 95);
    await decideNow(customerId, id);
    expect(await told(id)).toEqual([]);
    await moveDue(id, 1);
    expect(await decideNow(customerId, id)).toEqual({ outcome: "keep", reason: "collection_running" });
  });

  test("causes no notice because of a setting: the payer was promised no other day", async () => {
    await db.customer.update({ where: { id: customerId }, data: { daysEarlier: 5 } });
    await db.contract.update({ where: { customerId }, data: { planType: "premium" } });
    const id = await atTheBank();
    await db.customer.update({ where: { id: customerId }, data: { daysEarlier: 0 } });
    expect(await decideNow(customerId, id)).toEqual({ outcome: "keep", reason: "collection_running" });
    expect(await told(id)).toEqual([]);
  });
});

describe("a collection that was paid out", () => {
  const paidOut = async (openCents: number) => {
    const { invoice, collection } = await seedCollection(customerId);
    await db.collection.updateMany({ where: { customerId, id: collection.id }, data: { status: "paid_out" } });
    await db.invoice.updateMany({ where: { customerId, id: invoice.id }, data: { openCents } });
    return invoice.id;
  };
  const claim = (id: string, openCents: number) =>
    db.invoice.updateMany({ where: { customerId, id }, data: { openCents, needsDecision: true } });

  test.each([0, 11_900])("causes no notice if %i cents are open: booked, or not yet", async (openCents) => {
    const id = await paidOut(openCents);
    expect(await decideNow(customerId, id)).toMatchObject({ outcome: "keep", reason: "collected" });
    expect(await told(id)).toEqual([]);
  });

  test("causes one notice if its invoice shows a new open amount, and nothing more is collected", async () => {
    const id = await paidOut(4_000);
    expect(await decideNow(customerId, id)).toMatchObject({ outcome: "keep", reason: "collected" });
    expect(await told(id)).toEqual([{ kind: "amount_changed_late" }]);
    await dismissAll(customerId, "amount_changed_late");
    await decideNow(customerId, id);
    expect(await told(id)).toEqual([]);
    expect(await db.collection.count({ where: { customerId, invoiceId: id } })).toBe(1);
  });

  test("causes a second notice before its payout, even if the sum then fell by its own amount", async () => {
    const id = await atTheBank();
    for (const openCents of [15_900, 4_000]) {
      await claim(id, openCents);
      await decideNow(customerId, id);
      expect(await told(id)).toEqual([{ kind: "amount_changed_late" }]);
      await dismissAll(customerId, "amount_changed_late");
    }
  });

  test("causes no second notice for a difference that was reported while the bank had it", async () => {
    const id = await atTheBank();
    await claim(id, 15_900);
    await decideNow(customerId, id);
    expect(await told(id)).toEqual([{ kind: "amount_changed_late" }]);
    await dismissAll(customerId, "amount_changed_late");
    await db.collection.updateMany({ where: { customerId, invoiceId: id }, data: { status: "paid_out" } });
    for (const openCents of [15_900, 4_000]) {
      await claim(id, openCents);
      await decideNow(customerId, id);
      expect(await told(id)).toEqual([]);
    }
    await claim(id, 5_000);
    await decideNow(customerId, id);
    expect(await told(id)).toEqual([{ kind: "amount_changed_late" }]);
  });
});
