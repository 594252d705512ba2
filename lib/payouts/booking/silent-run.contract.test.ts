import { afterAll, afterEach, expect, test, vi } from "vitest";
import { db } from "@/lib/core/database/db";
import { drainInbox } from "@/lib/events/jobs";
import { BOOK_KEEPING } from "@/test/book-keeping";
import { TestSandbox } from "@/test/sandbox";
import { referenceInAccounting } from "@/test/supplier-data";
import { letTurnRunOut } from "@/test/turns";
import { bringEvents, debitAtTwins, readLedger, supplierAtTwins } from "@/test/twin-supplier";
import { bookPayouts } from "./jobs";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => vi.unstubAllGlobals());

test("a run that stalled after its look-up posts nothing once another run has booked meanwhile", async () => {
  const supplier = await supplierAtTwins(sandbox, "SEVDESK");
  const { customerId } = supplier;
  const { paymentId, invoiceId, written } = await debitAtTwins(sandbox, supplier);
  await sandbox.desk(`/gocardless/payments/${paymentId}/pay-out`, {});
  await bringEvents(supplier);
  await drainInbox.run({ customerId });
  const book = () => bookPayouts.run({ customerId });

  // The first run stalls right after the accounting system has listed the lines on the account.
  const real = globalThis.fetch;
  const [asleep, awake] = [new Signal(), new Signal()];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const answer = await real(url, init);
    if (init?.method === "GET" && new URL(url).pathname.endsWith("/CheckAccountTransaction")) {
      vi.unstubAllGlobals();
      asleep.give();
      await awake.given;
    }
    return answer;
  });
  const first = book();
  await asleep.given;
  await letTurnRunOut(customerId);
  await book();
  awake.give();
  await expect(first).rejects.toThrow("another run");
  expect(await db.payout.findFirst({ where: { customerId } })).toMatchObject({ bookingStatus: "booked" });
  expect(
    BOOK_KEEPING.SEVDESK.enteredIn(await readLedger(sandbox), written.id, await referenceInAccounting(invoiceId)),
  ).toEqual({
    openCents: 0,
    paidCents: [11_900],
    feeCents: [-139],
    ties: 1,
  });
});

class Signal {
  give = () => {};
  readonly given = new Promise<void>((resolve) => {
    this.give = resolve;
  });
}
