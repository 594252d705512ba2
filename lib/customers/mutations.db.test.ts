import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/lib/core/db";
import { jobs } from "@/lib/jobs/catalogue";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { connectedSupplier, decideNow, latestCollection, seedCollection, seedInvoice } from "@/test/supplier-data";
import { saveSettings } from "./mutations";

beforeEach(clearJobs);

describe("settings", () => {
  test("make every open invoice be decided again, and closed ones not", async () => {
    const { customerId, actor } = await connectedSupplier();
    const [open, paid] = [await seedInvoice(customerId), await seedInvoice(customerId)];
    await db.invoice.update({ where: { customerId_id: { customerId, id: paid.id } }, data: { bookStatus: "paid" } });
    await db.invoice.updateMany({ where: { customerId }, data: { needsDecision: false } });
    await saveSettings(customerId, { daysEarlier: 3 }, actor);
    const waiting = await db.invoice.findMany({ where: { customerId, needsDecision: true } });
    expect(waiting.map((row) => row.id)).toEqual([open.id]);
    expect(await waitingJobs(jobs.decideInvoices)).toEqual([{ customerId }]);
    expect(await db.auditEntry.findFirst({ where: { customerId, action: "settings.changed" } })).toMatchObject({
      userId: actor.userId,
      detail: { daysEarlier: 3 },
    });
  });

  test("of one supplier are nobody else's", async () => {
    const [one, other] = [await connectedSupplier(), await connectedSupplier()];
    await seedInvoice(other.customerId);
    await db.invoice.updateMany({ where: { customerId: other.customerId }, data: { needsDecision: false } });
    await saveSettings(one.customerId, { paymentConditions: ["Bar"], daysEarlier: 7 }, one.actor);
    expect(await db.customer.findUniqueOrThrow({ where: { id: other.customerId } })).toMatchObject({ daysEarlier: 0 });
    expect(await db.invoice.count({ where: { customerId: other.customerId, needsDecision: true } })).toBe(0);
  });

  test("a payment condition that no longer means direct debit takes the debit back", async () => {
    const { customerId, actor } = await connectedSupplier();
    const { invoice } = await seedCollection(customerId);
    await saveSettings(customerId, { paymentConditions: ["Zahlbar sofort"] }, actor);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "cancel", reason: "condition_mismatch" });
    expect((await latestCollection(customerId, invoice.id)).cancelRequestedAt).not.toBeNull();
  });
});
