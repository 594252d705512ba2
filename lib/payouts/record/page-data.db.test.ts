import { expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { sumsOf } from "@/lib/payouts/rules";
import { connectedSupplier, seedInvoice } from "@/test/supplier-data";
import { readPayoutWhole } from "./page-data";

const { customerId } = await connectedSupplier();
const stranger = await connectedSupplier();

const ITEMS = [
  { type: "payment_paid_out", tenths: 100_000 },
  { type: "payment_paid_out", tenths: 250_505 },
  { type: "payment_charged_back", tenths: -80_000 },
  { type: "payment_charged_back", tenths: 0 },
  { type: "payment_refunded", tenths: -7 },
  { type: "payment_refunded", tenths: 3_000 },
  { type: "gocardless_fee", tenths: -2_705 },
  { type: "gocardless_fee", tenths: 1_000 },
];

async function seedPayout(owner: typeof customerId, sent: (Date | null)[]): Promise<string> {
  const id = newId("payout");
  const of = { customerId: owner, payoutId: id };
  await db.payout.create({ data: { customerId: owner, id, providerId: `PO${id}`, status: "paid", amountCents: 1 } });
  await db.payoutItem.createMany({ data: ITEMS.map((item, position) => ({ ...of, position, ...item })) });
  const line = { kind: "payment", purpose: "", amountCents: 1 };
  await db.booking.createMany({
    data: sent.map((sentAt, i) => ({ ...of, ...line, id: newId("booking"), reference: `${id}:${i}`, sentAt })),
  });
  return id;
}

test("the sums of a payout cover all its items, however few are shown", async () => {
  const id = await seedPayout(customerId, [new Date(), null]);
  const invoice = await seedInvoice(customerId);
  const foreign = await seedInvoice(stranger.customerId);
  const whole = await readPayoutWhole(customerId, id, [invoice.id, foreign.id]);
  expect(sumsOf(whole.sums)).toEqual(sumsOf(ITEMS));
  expect(whole).toMatchObject({ itemCount: ITEMS.length, bookingCount: 2, isAllSent: false });
  expect(whole.invoices.map((one) => one.id)).toEqual([invoice.id]);
});

test.each([
  ["no line", [], false],
  ["every line", [new Date(), new Date()], true],
] as const)("with %s sent, a payout counts as completely booked: %s", async (_name, sent, expected) => {
  const id = await seedPayout(customerId, [...sent]);
  expect((await readPayoutWhole(customerId, id, [])).isAllSent).toBe(expected);
});

test("another supplier's payout reads as empty", async () => {
  const id = await seedPayout(stranger.customerId, [null]);
  expect(await readPayoutWhole(customerId, id, [])).toEqual({
    sums: [],
    itemCount: 0,
    bookingCount: 0,
    isAllSent: false,
    invoices: [],
  });
});
