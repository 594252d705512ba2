import { afterAll, afterEach, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { BookingStatus, PayoutStatus } from "@/lib/core/prisma/enums";
import { drainInbox } from "@/lib/events/jobs";
import { TestSandbox } from "@/test/sandbox";
import { openNotices, referenceInAccounting } from "@/test/supplier-data";
import { bringEvents, debitAtTwins, readLedger, supplierAtTwins } from "@/test/twin-supplier";
import { bookPayouts } from "./jobs";

/** Every state of a payout and of its booking, with every outcome of a booking run. */
const sandbox = await TestSandbox.start();
const supplier = await supplierAtTwins();
const { customerId } = supplier;
const debit = await debitAtTwins(sandbox, supplier);
await sandbox.desk(`/gocardless/payments/${debit.paymentId}/pay-out`, {});
await bringEvents(supplier);
await drainInbox.run({ customerId });
const { id } = await db.payout.findFirstOrThrow({ where: { customerId } });
const key = { customerId_id: { customerId, id } };

const straight = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = straight;
});
afterAll(() => sandbox.stop());

/** How the accounting system answers the booking lines. */
const ANSWERS: Record<string, (() => Response) | undefined> = {
  "take them": undefined,
  "refuse them for good": () => Response.json({ message: "closed" }, { status: 422 }),
  "may not be written to": () => Response.json({ message: "no finance scope" }, { status: 403 }),
  "do not answer": () => Response.json({ message: "down" }, { status: 503 }),
};
const COLUMNS = [...Object.keys(ANSWERS), "are not connected"];
/** Only a paid payout whose booking is pending is booked at all. A dot means "changes nothing". */
const WAITS = "booked needs_attention unavailable . .";
const NOTHING = ". . . . .";
const TABLE: Record<PayoutStatus, Record<BookingStatus, string>> = {
  pending: forStates(NOTHING),
  paid: forStates(WAITS),
  bounced: forStates(NOTHING),
};

function forStates(pending: string): Record<BookingStatus, string> {
  return { pending, booked: NOTHING, handed_over: NOTHING, needs_attention: NOTHING, unavailable: NOTHING };
}

let calls = 0;

function answerBy(answer: (() => Response) | undefined): void {
  calls = 0;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    // The twins run in this process, too; their webhook about the payout is no call of ours.
    if (url.origin !== process.env.APP_URL) calls += 1;
    const isOfLines = url.pathname === "/v1/finance/transactions";
    return answer && isOfLines ? answer() : await straight(input, init);
  };
}

test.each(
  Object.values(PayoutStatus).flatMap((status) =>
    Object.values(BookingStatus).map((booking) => [status, booking] as const),
  ),
)("a booking run moves a %s payout with booking %s only as the state table allows", async (status, bookingStatus) => {
  for (const [i, cell] of TABLE[status][bookingStatus].split(" ").entries()) {
    const column = COLUMNS[i] as string;
    const state = { status, bookingStatus, bookedAt: null, bookingError: null };
    const before = await db.payout.update({ where: key, data: state });
    await db.booking.updateMany({ where: { customerId }, data: { sentAt: null, error: null } });
    await db.notice.deleteMany({ where: { customerId } });
    const connection = { customerId, type: "LEXOFFICE" };
    const isConnected = column !== "are not connected";
    await db.connection.updateMany({ where: connection, data: { status: isConnected ? "connected" : "revoked" } });
    answerBy(ANSWERS[column]);
    // Run twice: however many attempts there are, each line is booked once.
    for (const _again of [1, 2]) {
      const run = bookPayouts.run({ customerId });
      const isDown = column === "do not answer" && TABLE[status][bookingStatus] === WAITS;
      if (isDown) await expect(run, column).rejects.toMatchObject({ isRetryable: true });
      else await run;
    }
    const after = await db.payout.findUniqueOrThrow({ where: key, include: { bookings: true } });
    const to = cell === "." ? bookingStatus : cell;
    expect(after, column).toMatchObject({ status, bookingStatus: to });
    expect(after.bookedAt !== null, column).toBe(cell === "booked");
    expect(after.bookings.filter(({ sentAt }) => sentAt).length, column).toBe(cell === "booked" ? 2 : 0);
    expect(await openNotices(customerId), column).toEqual(cell === "needs_attention" ? [`booking-refused:${id}`] : []);
    if (TABLE[status][bookingStatus] === NOTHING) {
      expect(calls, column).toBe(0);
      expect(after, column).toMatchObject(before);
    }
  }
});

test("each booking line is in the accounting system exactly once after all booking runs of this file", async () => {
  const { transactions } = (await readLedger(sandbox)).lexware;
  const reference = await referenceInAccounting(debit.invoiceId);
  const own = transactions.filter(({ externalReference }) => externalReference === reference);
  expect(own).toMatchObject([{ cents: 11_900 }]);
});
