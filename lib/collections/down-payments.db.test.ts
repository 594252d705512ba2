import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { db } from "@/lib/core/db";
import { storeEntries, storeOpenAmount } from "@/lib/invoices/sync-mutations";
import {
  connectedSupplier,
  decideNow,
  latestCollection,
  openNotices,
  readInvoice,
  seedInvoice,
  seedMandate,
} from "@/test/supplier-data";
import { type CollectionStep, recordSteps } from "./event-mutations";
import { UNSENT_ORIGIN } from "./status-rules";

const { customerId } = await connectedSupplier();

const collect = async (id: string) => await decideNow(customerId, id);
const setStatus = (invoiceId: string, status: "paid_out" | "failed", holdsInvoice: boolean) =>
  db.collection.updateMany({ where: { customerId, invoiceId }, data: { status, holdsInvoice } });

const paidOut = (id: string): CollectionStep => ({
  ...{ id: `EV-${id}`, action: "paid_out", origin: "gocardless", occurredAt: new Date(Date.now() + 60_000) },
  ...{ cause: null, code: null, text: null, willAttemptRetry: false },
});

/** A down payment and the closing invoice of one payer who has granted a mandate. */
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

describe("never the same euro twice", () => {
  test.each([
    ["that it deducts", true],
    ["of the same payer that it does not name", false],
  ])("the closing invoice waits for a down payment %s, until that is paid out", async (_what, deducts) => {
    const { down, closing } = await project(deducts);
    expect(await collect(down.id)).toMatchObject({ outcome: "collect", amountCents: 30_000 });
    expect(await collect(closing.id)).toMatchObject({ outcome: "wait", reason: "down_payment_in_collection" });
    await setStatus(down.id, "paid_out", true);
    expect(await collect(closing.id)).toMatchObject({ outcome: "collect", amountCents: 70_000 });
  });

  test.each(["by its deductions", "by the down payment itself"])(
    "a closing invoice that was written before its down payment was collected, told %s, waits to be written anew",
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
    "what becomes of a down payment's debit has the closing invoice %s decided anew, and no other one",
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

  test("a closing invoice of which the books do not say what is left waits until they do, in the list or one by one", async () => {
    const { closing } = await project(false);
    const { id, externalId, entry } = closing;
    const list = { books: "LEXOFFICE" as const, askedAt: new Date(), readAll: false };
    const stop = { outcome: "skip", reason: "open_unknown" };
    await storeEntries(customerId, [{ ...entry, isOpenUnknown: true }], list);
    expect(await readInvoice(customerId, externalId)).toMatchObject({ needsDecision: true });
    expect(await collect(id)).toMatchObject(stop);
    await storeOpenAmount(customerId, await readInvoice(customerId, externalId), { status: "open", openCents: 40_000 });
    expect(await collect(id)).toMatchObject({ outcome: "collect", amountCents: 40_000 });
    // A debit that stands is called off rather than raised to what may hold the advances.
    const unknown = { status: "open", openCents: 70_000, isOpenUnknown: true } as const;
    await storeOpenAmount(customerId, await readInvoice(customerId, externalId), unknown);
    expect(await collect(id)).toMatchObject({ ...stop, outcome: "cancel" });
  });

  test.each(["collected after it", "claimed by it"])(
    "a debit that came back and that the provider tries again itself still stands in the way of the one %s",
    async (which) => {
      const { down, closing } = await project(false);
      const [one, other] = which === "collected after it" ? [down, closing] : [closing, down];
      await collect(one.id);
      const failed = { status: "failed", holdsInvoice: false, willAttemptRetry: true } as const;
      await db.collection.updateMany({ where: { customerId, invoiceId: one.id }, data: failed });
      expect(await collect(other.id)).toMatchObject({ outcome: "wait" });
      // Whatever has become of the mandate itself, the one in its place can carry it out.
      const { mandateId } = await latestCollection(customerId, one.id);
      const heir = await seedMandate(customerId, one.contactId);
      const ofHeir = { customerId_id: { customerId, id: heir.id } };
      const replaced = { status: "cancelled", replacedById: heir.id } as const;
      await db.mandate.updateMany({ where: { customerId, id: mandateId }, data: replaced });
      expect(await collect(other.id)).toMatchObject({ outcome: "wait" });
      await db.mandate.update({ where: ofHeir, data: { status: "cancelled" } });
      await seedMandate(customerId, one.contactId);
      expect(await collect(other.id)).toMatchObject({ outcome: "collect" });
    },
  );

  test("a down payment that is tried again at the provider ends the debit of the closing invoice that asks for the same", async () => {
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

  // Life 50317 found what this is about.
  test.each(["the down payment", "the closing invoice"])(
    "one that is revived after the other had gone to the bank is told, until %s comes back",
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

  test("one that was ended as never sent, and is with the bank after all beside the closing invoice's debit, is told", async () => {
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
  ])("%s is not told", async (_what, isClosingDebited) => {
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

  test("a deduction that the books take back is no second debit: the debit that went before keeps its amount", async () => {
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

  test("one that came back no longer stands in the way", async () => {
    const { down, closing } = await project(true);
    await collect(down.id);
    await setStatus(down.id, "failed", false);
    expect(await collect(closing.id)).toMatchObject({ outcome: "collect" });
  });

  test.each(["by its deductions", "by the down payment itself", "by the same payer alone"])(
    "a down payment that was held back is not debited beside the closing invoice that took its money, told %s",
    async (told) => {
      const { down, closing } = await project(told === "by its deductions", 10_000);
      const closingExternalId = told === "by the down payment itself" ? closing.externalId : null;
      await db.invoice.updateMany({ where: { customerId, id: down.id }, data: { closingExternalId } });
      expect(await collect(closing.id)).toMatchObject({ outcome: "collect" });
      expect(await collect(down.id)).toMatchObject({ outcome: "wait", reason: "claimed_by_closing" });
      // The closing invoice came back in its turn: then the down payment may be debited, and that one waits.
      await setStatus(closing.id, "failed", false);
      expect(await collect(down.id)).toMatchObject({ outcome: "collect", amountCents: 30_000 });
      expect(await db.collection.count({ where: { customerId, invoiceId: down.id, holdsInvoice: true } })).toBe(1);
    },
  );

  test("a down payment that the closing invoice deducts in full is debited beside it: it was taken back since", async () => {
    const { down, closing } = await project(true);
    await collect(closing.id);
    expect(await collect(down.id)).toMatchObject({ outcome: "collect", amountCents: 30_000 });
  });

  test("what becomes of a closing invoice's debit has its down payment decided anew", async () => {
    const { down, closing } = await project(false);
    await collect(closing.id);
    await db.invoice.updateMany({ where: { customerId }, data: { needsDecision: false } });
    const { id } = await latestCollection(customerId, closing.id);
    await recordSteps(customerId, id, [paidOut(id)]);
    expect(await readInvoice(customerId, down.externalId)).toMatchObject({ needsDecision: true });
  });

  test("another payer's down payment does not either", async () => {
    const [one, two] = [await project(true), await project(true)];
    await collect(one.down.id);
    expect(await collect(two.closing.id)).toMatchObject({ outcome: "collect" });
  });
});
