import { afterAll, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { drainInbox } from "@/lib/events/jobs";
import { retriggerPayout } from "@/lib/payouts/record/mutations";
import { bend, straighten } from "@/test/bent-answers";
import { BOOK_KEEPING } from "@/test/book-keeping";
import { TestSandbox } from "@/test/sandbox";
import { openNotices, referenceInAccounting } from "@/test/supplier-data";
import { bringEvents, debitAtTwins, readLedger, supplierAtTwins, type TwinSupplier } from "@/test/twin-supplier";
import { bookPayouts } from "./jobs";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());

let supplier: TwinSupplier;
type Debit = Awaited<ReturnType<typeof debitAtTwins>>;

/** A collection that was paid out, with its payout. */
async function paidOut(cents: number): Promise<Debit & { payoutId: string }> {
  const debit = await debitAtTwins(sandbox, supplier, cents);
  await sandbox.desk(`/gocardless/payments/${debit.paymentId}/pay-out`, {});
  await bringEvents(supplier);
  await drainInbox.run({ customerId: supplier.customerId });
  const { customerId } = supplier;
  const line = await db.booking.findFirstOrThrow({ where: { customerId, invoiceId: debit.invoiceId } });
  return { ...debit, payoutId: line.payoutId };
}
const book = () => bookPayouts.run({ customerId: supplier.customerId });
const status = async ({ payoutId: id }: { payoutId: string }) =>
  (await db.payout.findUniqueOrThrow({ where: { customerId_id: { customerId: supplier.customerId, id } } }))
    .bookingStatus;
const entered = async ({ written, invoiceId }: Debit) =>
  BOOK_KEEPING.SEVDESK.enteredIn(await readLedger(sandbox), written.id, await referenceInAccounting(invoiceId));

test("a payout with an unreadable document waits for a person and does not block the payouts behind it", async () => {
  supplier = await supplierAtTwins(sandbox, "SEVDESK");
  const [odd, next] = [await paidOut(11_900), await paidOut(30_000)];
  bend(odd.written.id, { status: { value: "1000" } });
  await book();
  expect(await status(odd)).toBe("needs_attention");
  expect(await openNotices(supplier.customerId)).toEqual([`booking-refused:${odd.payoutId}`]);
  expect(await status(next)).toBe("booked");
  expect(await entered(next)).toMatchObject({ openCents: 0, paidCents: [30_000], ties: 1 });

  // Once the document is readable again, the missing lines are booked, and none twice.
  straighten();
  await retriggerPayout(supplier.customerId, odd.payoutId, supplier.actor);
  await book();
  expect(await status(odd)).toBe("booked");
  expect(await entered(odd)).toMatchObject({ openCents: 0, paidCents: [11_900], ties: 1 });
  expect(await openNotices(supplier.customerId)).toEqual([]);
});
