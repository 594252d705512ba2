import { describe, expect, test } from "vitest";
import { today } from "@/lib/core/clock";
import { addDays, toDate } from "@/lib/core/dates";
import { db } from "@/lib/core/db";
import { holdInvoice, setExcluded } from "@/lib/invoices/mutations";
import { dismissAll } from "@/test/notices";
import { connectedSupplier, decideNow, seedCollection } from "@/test/supplier-data";
import { excludeDebits, holdDebits } from "./upcoming-mutations";

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

describe("a debit that the bank already has", () => {
  test("is not said to be stopped: the wish is refused, and nothing is stored", async () => {
    const id = await atTheBank();
    const late = { code: "too_late_to_cancel" };
    await expect(setExcluded(customerId, id, true, actor)).rejects.toMatchObject(late);
    await expect(holdInvoice(customerId, id, UNTIL, actor)).rejects.toMatchObject(late);
    await expect(excludeDebits(customerId, [id], actor)).rejects.toMatchObject(late);
    await expect(holdDebits(customerId, [id], UNTIL, actor)).rejects.toMatchObject(late);
    expect(await read(id)).toMatchObject({ isExcluded: false, heldUntil: null });
    expect(await db.auditEntry.count({ where: { customerId, subject: id } })).toBe(0);
  });

  test("is counted apart where others can still be stopped", async () => {
    const [late, early] = [await atTheBank(), (await seedCollection(customerId)).invoice.id];
    expect(await holdDebits(customerId, [late, early], UNTIL, actor)).toEqual({ count: 1, lateCount: 1 });
    expect((await read(early)).heldUntil).not.toBeNull();
    expect((await read(late)).heldUntil).toBeNull();
  });

  test("may be taken in again, whatever became of the wish to leave it out", async () => {
    const id = await atTheBank();
    await db.invoice.updateMany({ where: { customerId, id }, data: { isExcluded: true } });
    await setExcluded(customerId, id, false, actor);
    expect(await read(id)).toMatchObject({ isExcluded: false });
  });

  test("and that was to be stopped is told once, also when it is decided on again after it was laid aside", async () => {
    const id = await atTheBank();
    // Its cancellation came too late: the wish stands, the debit goes on.
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

describe("a debit that the bank has, whose day is moved", () => {
  const moveDue = (id: string, days: number) =>
    db.invoice.updateMany({
      where: { customerId, id },
      data: { dueDate: toDate(addDays(today(), days)), needsDecision: true },
    });

  test("to a later one in the books, is told once; to an earlier one it is only taken late", async () => {
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

  test("is not told because of a setting: the payer was promised no other day", async () => {
    await db.customer.update({ where: { id: customerId }, data: { daysEarlier: 5 } });
    await db.contract.update({ where: { customerId }, data: { planType: "premium" } });
    const id = await atTheBank();
    await db.customer.update({ where: { id: customerId }, data: { daysEarlier: 0 } });
    expect(await decideNow(customerId, id)).toEqual({ outcome: "keep", reason: "collection_running" });
    expect(await told(id)).toEqual([]);
  });
});

describe("a debit that was paid out", () => {
  const paidOut = async (openCents: number) => {
    const { invoice, collection } = await seedCollection(customerId);
    await db.collection.updateMany({ where: { customerId, id: collection.id }, data: { status: "paid_out" } });
    await db.invoice.updateMany({ where: { customerId, id: invoice.id }, data: { openCents } });
    return invoice.id;
  };
  const claim = (id: string, openCents: number) =>
    db.invoice.updateMany({ where: { customerId, id }, data: { openCents, needsDecision: true } });

  test.each([0, 11_900])("and of which the books claim %i cents is in order: booked, or not yet", async (openCents) => {
    const id = await paidOut(openCents);
    expect(await decideNow(customerId, id)).toMatchObject({ outcome: "keep", reason: "collected" });
    expect(await told(id)).toEqual([]);
  });

  test("and whose invoice claims money again is told, once; nothing more is debited", async () => {
    const id = await paidOut(4_000);
    expect(await decideNow(customerId, id)).toMatchObject({ outcome: "keep", reason: "collected" });
    expect(await told(id)).toEqual([{ kind: "amount_changed_late" }]);
    await dismissAll(customerId, "amount_changed_late");
    await decideNow(customerId, id);
    expect(await told(id)).toEqual([]);
    expect(await db.collection.count({ where: { customerId, invoiceId: id } })).toBe(1);
  });

  test("is told of what it differs by once more while it is not paid out, whatever that sum was told as before", async () => {
    const id = await atTheBank();
    for (const openCents of [15_900, 4_000]) {
      await claim(id, openCents);
      await decideNow(customerId, id);
      expect(await told(id)).toEqual([{ kind: "amount_changed_late" }]);
      await dismissAll(customerId, "amount_changed_late");
    }
  });

  test("is not told a second time of a difference that was told while the bank had it", async () => {
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
