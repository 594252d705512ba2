import { beforeEach, describe, expect, test } from "vitest";
import { lockInvoice } from "@/lib/collections/decision/mutations";
import { db } from "@/lib/core/database/db";
import { MOST_CONDITIONS } from "@/lib/customers/schema";
import { jobs } from "@/lib/jobs/catalogue";
import { ensureMandateRequest } from "@/lib/mandates/requests/mutations";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { awaitLocked } from "@/test/locks";
import { connectedSupplier, decideNow, latestCollection, seedCollection, seedInvoice } from "@/test/supplier-data";
import { addPaymentCondition, saveSettings } from "./mutations";

beforeEach(clearJobs);

describe("saved settings", () => {
  test("have every open invoice decided again, and no closed one", async () => {
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

  test("do not deadlock with a decision that is under way", async () => {
    const { customerId, actor } = await connectedSupplier();
    const { id, contactId } = await seedInvoice(customerId);
    let saving: Promise<void> = Promise.resolve();
    await db.$transaction(async (tx) => {
      await lockInvoice(tx, customerId, id);
      saving = saveSettings(customerId, { daysEarlier: 2 }, actor);
      await awaitLocked(1);
      // As a decision does: stores a row of the supplier, which locks the supplier's key for that moment.
      await ensureMandateRequest(tx, customerId, { contactId, invoiceId: id, byMail: false });
    });
    await saving;
    expect(await db.mandateRequest.count({ where: { customerId, contactId } })).toBe(1);
    expect(await db.customer.findUnique({ where: { id: customerId } })).toMatchObject({ daysEarlier: 2 });
  });

  test("of one supplier do not affect another one", async () => {
    const [one, other] = [await connectedSupplier(), await connectedSupplier()];
    await seedInvoice(other.customerId);
    await db.invoice.updateMany({ where: { customerId: other.customerId }, data: { needsDecision: false } });
    await saveSettings(one.customerId, { paymentConditions: ["Bar"], daysEarlier: 7 }, one.actor);
    expect(await db.customer.findUniqueOrThrow({ where: { id: other.customerId } })).toMatchObject({ daysEarlier: 0 });
    expect(await db.invoice.count({ where: { customerId: other.customerId, needsDecision: true } })).toBe(0);
  });

  test("without an invoice's payment condition cancel its collection", async () => {
    const { customerId, actor } = await connectedSupplier();
    const { invoice } = await seedCollection(customerId);
    await saveSettings(customerId, { paymentConditions: ["Zahlbar sofort"] }, actor);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "cancel", reason: "condition_mismatch" });
    expect((await latestCollection(customerId, invoice.id)).cancelRequestedAt).not.toBeNull();
  });
});

describe("an added payment condition", () => {
  const stored = async (customerId: string) =>
    (await db.customer.findUniqueOrThrow({ where: { id: customerId } })).paymentConditions;
  const audited = (customerId: string) => db.auditEntry.count({ where: { customerId, action: "settings.changed" } });

  test("comes last and has open invoices decided again, and adding it again changes nothing", async () => {
    const { customerId, actor } = await connectedSupplier();
    const [before] = await stored(customerId);
    await seedInvoice(customerId);
    await db.invoice.updateMany({ where: { customerId }, data: { needsDecision: false } });
    expect(await addPaymentCondition(customerId, "Bankeinzug", actor)).toEqual([before, "Bankeinzug"]);
    expect(await stored(customerId)).toEqual([before, "Bankeinzug"]);
    expect(await db.invoice.count({ where: { customerId, needsDecision: true } })).toBe(1);
    expect(await waitingJobs(jobs.decideInvoices)).toEqual([{ customerId }]);
    expect(await addPaymentCondition(customerId, "Bankeinzug", actor)).toEqual([before, "Bankeinzug"]);
    expect(await audited(customerId)).toBe(1);
  });

  test("is stored together with those that are added at the same moment", async () => {
    const { customerId, actor } = await connectedSupplier();
    const words = ["Bankeinzug", "SEPA-Einzug", "Lastschrift", "Einzug zum Monatsende"];
    await Promise.all(words.map((word) => addPaymentCondition(customerId, word, actor)));
    expect((await stored(customerId)).slice(1).sort()).toEqual(words.sort());
    expect(await audited(customerId)).toBe(words.length);
  });

  test("is refused if the maximum is reached, or if the plan allows only one", async () => {
    const { customerId, actor } = await connectedSupplier();
    const many = Array.from({ length: MOST_CONDITIONS }, (_, i) => `Einzug ${i}`);
    await saveSettings(customerId, { paymentConditions: many }, actor);
    await expect(addPaymentCondition(customerId, "Noch einer", actor)).rejects.toMatchObject({ code: "invalid_input" });
    expect(await stored(customerId)).toEqual(many);
    await db.customer.update({ where: { id: customerId }, data: { paymentConditions: ["Einzug"] } });
    await db.contract.updateMany({ where: { customerId }, data: { planType: "basic" } });
    await expect(addPaymentCondition(customerId, "Bankeinzug", actor)).rejects.toMatchObject({
      code: "premium_required",
    });
    expect(await stored(customerId)).toEqual(["Einzug"]);
    expect(await audited(customerId)).toBe(1);
  });
});
