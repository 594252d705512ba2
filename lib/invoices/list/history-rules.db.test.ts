import { expect, test } from "vitest";
import { stopCollection } from "@/lib/collections/decision/mutations";
import { confirmLate, holdInvoice, setExcluded } from "@/lib/collections/instructions/mutations";
import { db } from "@/lib/core/database/db";
import { withinSupplier } from "@/lib/core/tenants/tenant-scope";
import { today } from "@/lib/core/time/clock";
import { addDays } from "@/lib/core/time/dates";
import { setContactExcluded } from "@/lib/payers/exclusion/mutations";
import { connectedSupplier, seedCollection, seedInvoice } from "@/test/supplier-data";
import { historyOf } from "./history-rules";

const readHistory = async (customerId: string, invoiceId: string) =>
  historyOf(await db.invoiceHistory.findUnique({ where: { customerId_invoiceId: { customerId, invoiceId } } }));

test("lists who did what about an invoice, its payer and its collection", async () => {
  const { customerId, actor } = await connectedSupplier();
  const { invoice, collection } = await seedCollection(customerId);
  const other = await seedInvoice(customerId);
  const colleague = { ...actor, userName: "Zweite Kraft" };
  const until = addDays(today(), 30);
  await setContactExcluded(customerId, invoice.contactId, true, colleague);
  // Acts before the invoice existed, or about another invoice, are not part of its history.
  const createdAt = new Date();
  await db.invoice.updateMany({ where: { customerId, id: invoice.id }, data: { createdAt } });
  await holdInvoice(customerId, invoice.id, until, actor);
  await holdInvoice(customerId, invoice.id, null, colleague);
  await setExcluded(customerId, other.id, true, actor);
  await setExcluded(customerId, invoice.id, true, actor);
  await setExcluded(customerId, invoice.id, false, actor);
  await confirmLate(customerId, invoice.id, actor);
  await stopCollection(customerId, collection.id, colleague);
  await setContactExcluded(customerId, invoice.contactId, false, colleague);
  const { acts, payouts } = await readHistory(customerId, invoice.id);
  const [me, they] = [actor.userName, colleague.userName];
  expect(acts.toReversed().map(({ act, by, until: day }) => [act, by, day])).toEqual([
    ["invoice.held", me, until],
    ["invoice.released", they, undefined],
    ["invoice.excluded", me, undefined],
    ["invoice.included", me, undefined],
    ["invoice.late-confirmed", me, undefined],
    ["collection.stopped", they, undefined],
    ["contact.included", they, undefined],
  ]);
  expect(payouts).toEqual([]);
  const stranger = await connectedSupplier();
  const seen = await withinSupplier(stranger.customerId, () => readHistory(customerId, invoice.id));
  expect(seen).toEqual({ acts: [], payouts: [], refunds: [] });
});

test("lists each payout of the invoice's payments once, by bank reference or GoCardless id", async () => {
  const { customerId } = await connectedSupplier();
  const { invoice, collection } = await seedCollection(customerId);
  const [id, other] = ["PM-of-it", "PM-of-another"];
  await db.collection.updateMany({ where: { customerId, id: collection.id }, data: { providerId: id } });
  const payout = (key: string, reference: string, payments: string[]) =>
    db.payout.create({
      data: {
        ...{ customerId, id: `pay_${key}`, providerId: `PO-${key}`, reference, status: "paid", amountCents: 0 },
        items: {
          create: payments.map((one, position) => ({ position, type: "x", tenths: 0, providerPaymentId: one })),
        },
      },
    });
  await payout("a", "EINZUG-1", [id, other, id]);
  await payout("b", "", [id]);
  await payout("c", "EINZUG-3", [other]);
  const { payouts } = await readHistory(customerId, invoice.id);
  expect(payouts.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual([
    { id: "pay_a", reference: "EINZUG-1" },
    { id: "pay_b", reference: "PO-b" },
  ]);
});

test("lists the refunds of the invoice's payments, and those that failed", async () => {
  const { customerId } = await connectedSupplier();
  const { invoice, collection } = await seedCollection(customerId);
  const id = "PM-of-it";
  await db.collection.updateMany({ where: { customerId, id: collection.id }, data: { providerId: id } });
  const payout = (key: string, paidAt: string, items: [type: string, tenths: number, payment?: string][]) =>
    db.payout.create({
      data: {
        ...{ customerId, id: `pay_${key}`, providerId: `PO-${key}`, status: "paid", amountCents: 0, paidAt },
        items: {
          create: items.map(([type, tenths, providerPaymentId], position) => ({
            ...{ position, type, tenths, providerPaymentId },
          })),
        },
      },
    });
  const [first, then] = ["2026-03-02T09:00:00.000Z", "2026-03-04T09:00:00.000Z"];
  await payout("a", first, [
    ["payment_paid_out", 119_000, id],
    ["payment_refunded", -40_000, id],
    ["payment_refunded", -10_000, "PM-of-another"],
    ["refund", -5_000],
  ]);
  await payout("b", then, [["refund_funds_returned", 40_000, id]]);
  const { refunds } = await readHistory(customerId, invoice.id);
  expect(refunds).toEqual([
    { id: "pay_b-0", cents: -4_000, at: then, reference: "PO-b" },
    { id: "pay_a-1", cents: 4_000, at: first, reference: "PO-a" },
  ]);
});
