import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type CollectionStep, recordSteps } from "@/lib/collections/events/mutations";
import { db } from "@/lib/core/database/db";
import { storeEntries, storeOpenAmount } from "@/lib/invoices/sync/mutations";
import { UNSENT_ORIGIN } from "@/lib/statuses/collection-rules";
import {
  connectedSupplier,
  decideNow,
  latestCollection,
  openNotices,
  readInvoice,
  seedInvoice,
  seedMandate,
} from "@/test/supplier-data";

const { customerId } = await connectedSupplier();

const collect = async (id: string) => await decideNow(customerId, id);
const setStatus = (invoiceId: string, status: "paid_out" | "failed", holdsInvoice: boolean) =>
  db.collection.updateMany({ where: { customerId, invoiceId }, data: { status, holdsInvoice } });

const paidOut = (id: string): CollectionStep => ({
  ...{ id: `EV-${id}`, action: "paid_out", origin: "gocardless", occurredAt: new Date(Date.now() + 60_000) },
  ...{ cause: null, code: null, text: null, willAttemptRetry: false },
});

/** A down payment and a final invoice of one payer who has given a mandate. */
async function project(deducts: boolean, deductedCents = 30_000) {
  const contactExternalId = randomUUID();
  const down = await seedInvoice(customerId, {
    entry: { contactExternalId, externalType: "downpaymentinvoice", totalCents: 30_000, openCents: 30_000 },
    document: { kind: "down_payment" },
  });
  const closing = await seedInvoice(customerId, {
    entry: { contactExternalId, totalCents: 70_000, openCents: 70_000 },
    document: {
      kind: "closing",
      ...(deducts ? { deductedIds: [down.externalId], deductedCents: [deductedCents] } : {}),
    },
  });
  await seedMandate(customerId, down.contactId);
  return { down, closing };
}

describe("down payments and final invoices", () => {
  test.each([
    ["that it deducts", true],
    ["of the same payer that it does not name", false],
  ])("a final invoice waits for a down payment %s, until that is paid out", async (_what, deducts) => {
    const { down, closing } = await project(deducts);
    expect(await collect(down.id)).toMatchObject({ outcome: "collect", amountCents: 30_000 });
    expect(await collect(closing.id)).toMatchObject({ outcome: "wait", reason: "down_payment_in_collection" });
    await setStatus(down.id, "paid_out", true);
    expect(await collect(closing.id)).toMatchObject({ outcome: "collect", amountCents: 70_000 });
  });

  test.each(["by its deductions", "by the down payment itself"])(
    "a final invoice written before its down payment was collected waits for a new version, known %s",
    async (told) => {
      const { down, closing } = await project(told === "by its deductions", 10_000);
      await db.invoice.updateMany({
        where: { customerId, id: down.id },
        data: { closingExternalId: told === "by its deductions" ? null : closing.externalId },
      });
      await collect(down.id);
      await setStatus(down.id, "paid_out", true);
      expect(await collect(closing.id)).toMatchObject({ outcome: "skip", reason: "down_payment_not_deducted" });
      const deducted = {
        deductedIds: [down.externalId],
        deductedCents: [30_000],
        totalCents: 40_000,
        openCents: 40_000,
      };
      await db.invoice.updateMany({ where: { customerId, id: closing.id }, data: deducted });
      expect(await collect(closing.id)).toMatchObject({ outcome: "collect", amountCents: 40_000 });
    },
  );

  test.each(["of the same payer", "that it has gone into"])(
    "an event of a down payment's collection flags the final invoice %s, and no other one",
    async (which) => {
      const [{ down, closing }, other] = [await project(false), await project(false)];
      const elsewhere = which === "of the same payer" ? closing : other.closing;
      const ties = which === "of the same payer" ? {} : { contactId: null, closingExternalId: elsewhere.externalId };
      await collect(down.id);
      await db.invoice.updateMany({ where: { customerId, id: down.id }, data: ties });
      await db.invoice.updateMany({ where: { customerId }, data: { needsDecision: false } });
      const { id } = await latestCollection(customerId, down.id);
      await recordSteps(customerId, id, [paidOut(id)]);
      const marked = await db.invoice.findMany({ where: { customerId, needsDecision: true }, select: { id: true } });
      expect(marked.map((row) => row.id).sort()).toEqual([down.id, elsewhere.id].sort());
    },
  );

  test("a final invoice waits until a list or a single read says how much of it is open", async () => {
    const { closing } = await project(false);
    const { id, externalId, entry } = closing;
    const list = { books: "LEXOFFICE" as const, askedAt: new Date(), readAll: false };
    const stop = { outcome: "skip", reason: "open_unknown" };
    await storeEntries(customerId, [{ ...entry, isOpenUnknown: true }], list);
    expect(await readInvoice(customerId, externalId)).toMatchObject({ needsDecision: true });
    expect(await collect(id)).toMatchObject(stop);
    await storeOpenAmount(customerId, await readInvoice(customerId, externalId), { status: "open", openCents: 40_000 });
    expect(await collect(id)).toMatchObject({ outcome: "collect", amountCents: 40_000 });
    // An existing collection is cancelled rather than raised to an amount that may include the advances.
    const unknown = { status: "open", openCents: 70_000, isOpenUnknown: true } as const;
    await storeOpenAmount(customerId, await readInvoice(customerId, externalId), unknown);
    expect(await collect(id)).toMatchObject({ ...stop, outcome: "cancel" });
  });

  test.each(["collected after it", "claimed by it"])(
    "a failed collection that the provider retries itself still blocks the one %s",
    async (which) => {
      const { down, closing } = await project(false);
      const [one, other] = which === "collected after it" ? [down, closing] : [closing, down];
      await collect(one.id);
      const failed = { status: "failed", holdsInvoice: false, willAttemptRetry: true } as const;
      await db.collection.updateMany({ where: { customerId, invoiceId: one.id }, data: failed });
      expect(await collect(other.id)).toMatchObject({ outcome: "wait" });
      // Even if its own mandate has ended, the retry can be executed on the successor.
      const { mandateId } = await latestCollection(customerId, one.id);
      const successor = await seedMandate(customerId, one.contactId);
      const ofSuccessor = { customerId_id: { customerId, id: successor.id } };
      const replaced = { status: "cancelled", replacedById: successor.id } as const;
      await db.mandate.updateMany({ where: { customerId, id: mandateId }, data: replaced });
      expect(await collect(other.id)).toMatchObject({ outcome: "wait" });
      await db.mandate.update({ where: ofSuccessor, data: { status: "cancelled" } });
      await seedMandate(customerId, one.contactId);
      expect(await collect(other.id)).toMatchObject({ outcome: "collect" });
    },
  );

  test("a resubmitted down payment cancels the collection of a final invoice that claims the same money", async () => {
    const { down, closing } = await project(false);
    await collect(down.id);
    const { id } = await latestCollection(customerId, down.id);
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    const of = (action: string, minutes: number) => ({
      ...{ ...paidOut(`${id}-${action}`), action, occurredAt: at(minutes) },
    });
    await recordSteps(customerId, id, [of("submitted", 1), { ...of("failed", 2), cause: "insufficient_funds" }]);
    expect(await collect(closing.id)).toMatchObject({ outcome: "collect" });
    await recordSteps(customerId, id, [of("resubmission_requested", 3)]);
    expect(await readInvoice(customerId, closing.externalId)).toMatchObject({ needsDecision: true });
    expect(await collect(closing.id)).toMatchObject({ outcome: "cancel", reason: "down_payment_in_collection" });
  });

  // Found by simulation run 50317.
  test.each(["the down payment", "the closing invoice"])(
    "a collection reopened after the other one went to the bank causes a notice until %s is returned",
    async (which) => {
      const { down, closing } = await project(false);
      await db.invoice.updateMany({
        where: { customerId, id: down.id },
        data: { closingExternalId: closing.externalId },
      });
      const recordOf = async (invoiceId: string) => {
        const { id } = await latestCollection(customerId, invoiceId);
        return async (minute: number, action: string, cause: string | null = null) => {
          const occurredAt = new Date(Date.now() + minute * 60_000);
          await recordSteps(customerId, id, [{ ...paidOut(`${id}-${minute}`), action, cause, occurredAt }]);
        };
      };
      await collect(down.id);
      const [ofDown, told] = [await recordOf(down.id), `claimed-twice:${down.id}`];
      await ofDown(1, "submitted");
      await ofDown(2, "failed", "insufficient_funds");
      expect(await collect(closing.id)).toMatchObject({ outcome: "collect", amountCents: 70_000 });
      const ofClosing = await recordOf(closing.id);
      await ofClosing(3, "submitted");
      await ofClosing(4, "confirmed");
      expect(await openNotices(customerId)).not.toContain(told);
      await ofDown(5, "resubmission_requested");
      expect(await openNotices(customerId)).toContain(told);
      expect(await collect(closing.id)).toMatchObject({ outcome: "keep" });
      await ofDown(6, "submitted");
      expect(await openNotices(customerId)).toContain(told);
      if (which === "the down payment") await ofDown(7, "failed", "insufficient_funds");
      else await ofClosing(7, "charged_back", "refund_requested");
      expect(await openNotices(customerId)).not.toContain(told);
    },
  );

  test("a collection ended as never sent causes a notice if the bank has it after all", async () => {
    const { down, closing } = await project(false);
    await collect(down.id);
    const { id } = await latestCollection(customerId, down.id);
    const end = { ...paidOut(`${id}-end`), action: "cancelled", origin: UNSENT_ORIGIN };
    await recordSteps(customerId, id, [end]);
    expect(await collect(closing.id)).toMatchObject({ outcome: "collect", amountCents: 70_000 });
    expect(await openNotices(customerId)).not.toContain(`claimed-twice:${down.id}`);
    await recordSteps(customerId, id, [{ ...paidOut(`${id}-submitted`), action: "submitted" }]);
    expect(await openNotices(customerId)).toContain(`claimed-twice:${down.id}`);
  });

  test.each([
    ["one that is revived while the closing invoice deducts it", true],
    ["one that is revived while nothing else is debited", false],
  ])("%s causes no notice", async (_what, isClosingDebited) => {
    const { down, closing } = await project(true);
    if (isClosingDebited) expect(await collect(closing.id)).toMatchObject({ outcome: "collect" });
    expect(await collect(down.id)).toMatchObject({ outcome: "collect" });
    const { id } = await latestCollection(customerId, down.id);
    const at = (minute: number, action: string) => ({
      ...{ ...paidOut(`${id}-${minute}`), action, occurredAt: new Date(Date.now() + minute * 60_000) },
    });
    await recordSteps(customerId, id, [at(1, "submitted"), { ...at(2, "failed"), cause: "insufficient_funds" }]);
    await recordSteps(customerId, id, [at(3, "resubmission_requested")]);
    expect(await latestCollection(customerId, down.id)).toMatchObject({ status: "created", holdsInvoice: true });
    expect(await openNotices(customerId)).not.toContain(`claimed-twice:${down.id}`);
  });

  test("a deduction removed afterwards makes no double claim: the earlier collection keeps its amount", async () => {
    const { down, closing } = await project(true);
    await collect(closing.id);
    await collect(down.id);
    const { id } = await latestCollection(customerId, down.id);
    await db.invoice.updateMany({
      where: { customerId, id: closing.id },
      data: { deductedIds: [], deductedCents: [] },
    });
    await recordSteps(customerId, id, [{ ...paidOut(`${id}-submitted`), action: "submitted" }]);
    expect(await openNotices(customerId)).not.toContain(`claimed-twice:${down.id}`);
  });

  test("a down payment that was returned no longer blocks the final invoice", async () => {
    const { down, closing } = await project(true);
    await collect(down.id);
    await setStatus(down.id, "failed", false);
    expect(await collect(closing.id)).toMatchObject({ outcome: "collect" });
  });

  test.each(["by its deductions", "by the down payment itself", "by the same payer alone"])(
    "a down payment that was held is not collected next to the final invoice that claims it, known %s",
    async (told) => {
      const { down, closing } = await project(told === "by its deductions", 10_000);
      const closingExternalId = told === "by the down payment itself" ? closing.externalId : null;
      await db.invoice.updateMany({ where: { customerId, id: down.id }, data: { closingExternalId } });
      expect(await collect(closing.id)).toMatchObject({ outcome: "collect" });
      expect(await collect(down.id)).toMatchObject({ outcome: "wait", reason: "claimed_by_closing" });
      // The final invoice is returned: now the down payment may be collected, and the final invoice waits.
      await setStatus(closing.id, "failed", false);
      expect(await collect(down.id)).toMatchObject({ outcome: "collect", amountCents: 30_000 });
      expect(await db.collection.count({ where: { customerId, invoiceId: down.id, holdsInvoice: true } })).toBe(1);
    },
  );

  test("a down payment is collected next to a final invoice that deducts it in full", async () => {
    const { down, closing } = await project(true);
    await collect(closing.id);
    expect(await collect(down.id)).toMatchObject({ outcome: "collect", amountCents: 30_000 });
  });

  test("an event of a final invoice's collection flags its down payment", async () => {
    const { down, closing } = await project(false);
    await collect(closing.id);
    await db.invoice.updateMany({ where: { customerId }, data: { needsDecision: false } });
    const { id } = await latestCollection(customerId, closing.id);
    await recordSteps(customerId, id, [paidOut(id)]);
    expect(await readInvoice(customerId, down.externalId)).toMatchObject({ needsDecision: true });
  });

  test("another payer's down payment does not block a final invoice", async () => {
    const [one, two] = [await project(true), await project(true)];
    await collect(one.down.id);
    expect(await collect(two.closing.id)).toMatchObject({ outcome: "collect" });
  });
});
