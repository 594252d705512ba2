import { buffer } from "node:stream/consumers";
import { beforeEach, expect, test } from "vitest";
import type { CustomerId } from "@/lib/auth/scope";
import { disconnect } from "@/lib/connections/record/provider";
import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { toDate } from "@/lib/core/time/dates";
import { saveSettings } from "@/lib/datev/settings/mutations";
import { blankForm } from "@/lib/datev/settings/rules";
import { toLines } from "@/lib/payouts/rules";
import type { SeededSupplier } from "@/prisma/seed/suppliers";
import { readExtf } from "@/test/extf-reader";
import { connectedSupplier, seedInvoice } from "@/test/supplier-data";
import { makeBatch, takeBatch } from "./mutations";

const NET_CENTS = 41_400;
const PROVIDER_ID = "PO0001HALF";

let supplier: SeededSupplier;
let customerId: CustomerId;
let payoutId: string;

/**
 * A payout of two payments with a fee each. Its lines were made for Lexware Office; then the supplier moves to DATEV.
 */
beforeEach(async () => {
  supplier = await connectedSupplier();
  customerId = supplier.customerId;
  payoutId = newId("payout");
  const invoices = [
    await seedInvoice(customerId, { entry: { number: "RE-1" } }),
    await seedInvoice(customerId, { entry: { number: "RE-2" } }),
  ];
  const facts = { providerId: PROVIDER_ID, reference: "HALF-1", status: "paid", amountCents: NET_CENTS } as const;
  const when = { arrivalDate: toDate("2026-09-10"), archivedAt: new Date(), isProven: true };
  await db.payout.create({ data: { customerId, id: payoutId, ...facts, ...when } });
  const items = invoices.flatMap(({ id: invoiceId }, i) => [
    { type: "payment_paid_out", tenths: [297_500, 119_000][i] ?? 0, providerPaymentId: `PM${i}`, invoiceId },
    { type: "gocardless_fee", tenths: [-1_500, -1_000][i] ?? 0, providerPaymentId: `PM${i}`, invoiceId },
  ]);
  const rows = items.map((item, position) => ({ ...item, position, collectionId: null, isForeign: false }));
  await db.payoutItem.createMany({ data: rows.map((row) => ({ customerId, payoutId, ...row })) });
  for (const line of toLines(rows, NET_CENTS)) {
    const { position: _at, providerPaymentId: _payment, collectionId: _collection, ...booking } = line;
    const id = newId("booking");
    await db.booking.create({
      data: { customerId, id, payoutId, reference: `${payoutId}-${id}`, purpose: "", ...booking },
    });
  }
  await disconnect(customerId, "LEXOFFICE", supplier.actor);
  await use({ bank: "1200" });
});

const use = (form: { bank: string }) =>
  saveSettings(customerId, { ...blankForm(), consultant: "29098", client: "55003", ...form }, supplier.actor);
const make = () => makeBatch(customerId, "2026-09", supplier.actor);
const taken = (where: object) =>
  db.booking.updateMany({ where: { customerId, payoutId, ...where }, data: { sentAt: new Date() } });

async function fileOf(batchId: string) {
  const content = await buffer((await takeBatch(customerId, batchId)).body);
  return readExtf(content).rows.map(({ cells }) => [cells[1], cells[7], cells[8], cells[11]]);
}

const WHOLE = [
  ["297,50", "1360", "10000", "RE-1"],
  ["119,00", "1360", "10000", "RE-2"],
  ["2,50", "4970", "1360", "HALF-1"],
  ["414,00", "1200", "1360", "HALF-1"],
];

test("a payout that no previous system has begun to book is completely in the file", async () => {
  expect(await fileOf(await make())).toEqual(WHOLE);
});

test("the file of a half-booked payout holds what the previous system has not taken, and notes the rest", async () => {
  await taken({ kind: "payment", amountCents: 29_750 });
  const batchId = await make();
  expect(await fileOf(batchId)).toEqual([WHOLE[1], ["1,00", "4970", "1360", "HALF-1"], WHOLE[3]]);
  const { notes } = await db.datevBatch.findUniqueOrThrow({ where: { customerId_id: { customerId, id: batchId } } });
  expect(notes).toContainEqual({ kind: "booked_before", settlement: PROVIDER_ID, amountCents: 29_600 });
});

test("a booked arrival at the bank is not booked again, and a completely booked payout has no file", async () => {
  await taken({ kind: "payout" });
  expect(await fileOf(await make())).toEqual(WHOLE.slice(0, 3));
  const where = { customerId_id: { customerId, id: payoutId } };
  await db.payout.update({ where, data: { datevBatchId: null, bookingStatus: "pending" } });
  // If the bank statement books the arrival, nothing of this payout is left for a file.
  await db.booking.updateMany({ where: { customerId, payoutId, kind: "payout" }, data: { sentAt: null } });
  await taken({ kind: "payment" });
  await use({ bank: "" });
  await expect(make()).rejects.toMatchObject({ code: "nothing_to_hand_over" });
  await use({ bank: "1200" });
  await taken({});
  await expect(make()).rejects.toMatchObject({ code: "nothing_to_hand_over" });
});
