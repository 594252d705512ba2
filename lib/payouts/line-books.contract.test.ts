import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { decideInvoices } from "@/lib/collections/jobs";
import { connectByKey } from "@/lib/connections/key-mutations";
import { disconnect, wantSync } from "@/lib/connections/mutations";
import { db } from "@/lib/core/db";
import { drainInbox } from "@/lib/events/jobs";
import { syncInvoices } from "@/lib/invoices/sync-jobs";
import { seedConnection } from "@/prisma/seed/connect";
import { TestSandbox } from "@/test/sandbox";
import { openNotices } from "@/test/supplier-data";
import {
  bringEvents,
  debitAtTwins,
  readLedger,
  supplierAtTwins,
  type TwinSupplier,
  writeInvoice,
} from "@/test/twin-supplier";
import { bookPayouts } from "./jobs";
import { invoiceReference, retriggerPayout } from "./mutations";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());

let supplier: TwinSupplier;
let debit: Awaited<ReturnType<typeof debitAtTwins>>;

/** A debit of 119.00 on an invoice of sevdesk, which has no hints: the line itself settles. */
beforeEach(async () => {
  supplier = await supplierAtTwins(sandbox, "SEVDESK");
  debit = await debitAtTwins(sandbox, supplier);
});

const run = (job: { run: (payload: never) => Promise<void> }) => job.run({ customerId: supplier.customerId } as never);
const events = async () => {
  await bringEvents(supplier);
  await run(drainInbox);
};
async function payOut(): Promise<void> {
  await sandbox.desk(`/gocardless/payments/${debit.paymentId}/pay-out`, {});
  await events();
}
const read = async () => {
  await db.$transaction((tx) => wantSync(tx, supplier.customerId, "listing"));
  await run(syncInvoices);
  await run(decideInvoices);
};
const invoice = (externalId = debit.written.id) =>
  db.invoice.findFirstOrThrow({
    where: { customerId: supplier.customerId, externalId },
    include: { collections: true, contact: { include: { mandates: true } } },
  });
const payouts = () => db.payout.findMany({ where: { customerId: supplier.customerId }, include: { bookings: true } });
const reference = () => invoiceReference(debit.invoiceId);
const inBooks = async () => {
  const { sevdesk } = await readLedger(sandbox);
  const lines = sevdesk.transactions.filter((row) => row.purpose?.startsWith(reference()));
  return {
    invoice: sevdesk.invoices.find((row) => row.id === debit.written.id),
    lines: lines.map(({ cents, status }) => ({ cents, status })),
    bookings: sevdesk.bookings.filter((row) => row.invoice === debit.written.id),
  };
};
/** The payment gross and linked, its fee apart and left to the supplier, the invoice paid once. */
async function expectBooked(): Promise<void> {
  expect(await payouts()).toMatchObject([{ bookingStatus: "booked", bookingError: null }]);
  expect(await inBooks()).toMatchObject({
    invoice: { status: 1000, paidCents: 11_900 },
    lines: [
      { cents: 11_900, status: 400 },
      { cents: -139, status: 100 },
    ],
    bookings: [{ type: "FULL_PAYMENT", cents: 11_900 }],
  });
}

describe("a payout in books that settle by line", () => {
  test("marks the invoice as paid, once, however often it is asked for", async () => {
    await payOut();
    await run(bookPayouts);
    await expectBooked();
    const hints = await db.bookingHint.findMany({ where: { customerId: supplier.customerId } });
    expect(hints).toMatchObject([{ sentAt: null }]);
    const [payout] = await payouts();
    await retriggerPayout(supplier.customerId, payout?.id ?? "", supplier.actor);
    await run(bookPayouts);
    await expectBooked();
    await read();
    expect(await invoice()).toMatchObject({ bookStatus: "paid", openCents: 0 });
  });

  test.each([
    ["status-500", "/api/v1/CheckAccount/Factory/*"],
    ["malformed-json", "/api/v1/CheckAccountTransaction"],
    ["malformed-json", "/api/v1/Invoice/*/bookAmount"],
    ["status-429", "/api/v1/CheckAccountTransaction"],
  ])("cut off by %s at %s goes on where it stood", async (fault, path) => {
    await payOut();
    await sandbox.fault("sevdesk", fault, path);
    await expect(run(bookPayouts)).rejects.toMatchObject({ isRetryable: true });
    await run(bookPayouts);
    await expectBooked();
  });

  test("with a key that is gone waits; connecting again takes it up", async () => {
    await payOut();
    const { apiKey } = await sandbox.desk<{ apiKey: string }>("/sevdesk/keys/rotate", { client: supplier.books });
    await run(bookPayouts);
    expect(await payouts()).toMatchObject([{ bookingStatus: "pending" }]);
    expect(await openNotices(supplier.customerId)).toEqual(["connection-lost:SEVDESK"]);
    await connectByKey(supplier, "SEVDESK", apiKey);
    await run(bookPayouts);
    await expectBooked();
  });
});

test("a debit that is claimed back after it was booked: the supplier is told that the books do not know", async () => {
  await payOut();
  await run(bookPayouts);
  await read();
  expect(await invoice()).toMatchObject({ reason: "collected" });
  await sandbox.desk(`/gocardless/payments/${debit.paymentId}/charge-back`, { code: "MD06" });
  await events();
  await read();
  expect(await invoice()).toMatchObject({ outcome: "skip", reason: "paid_by_returned_debit" });
  // What the books hold is not touched, by another run either.
  await run(bookPayouts);
  await expectBooked();
});

describe("what happens in the books meanwhile", () => {
  const act = (what: string, body: object = {}) => sandbox.desk(`/sevdesk/invoices/${debit.written.id}/${what}`, body);

  test.each([
    ["pay", "paid"],
    ["void", "voided"],
  ])("%s: the debit is taken back before it goes out", async (what, bookStatus) => {
    await act(what);
    await read();
    expect(await invoice()).toMatchObject({ bookStatus, outcome: "cancel" });
    expect((await invoice()).collections).toMatchObject([{ cancelRequestedAt: expect.any(Date) }]);
  });

  test("a part payment lowers the debit", async () => {
    await act("part-pay", { amountCents: 1_900 });
    await read();
    expect(await invoice()).toMatchObject({ openCents: 10_000, outcome: "replace", reason: "amount_changed" });
  });

  test("a reminder claims nothing of its own", async () => {
    await act("remind");
    await read();
    expect(await db.invoice.count({ where: { customerId: supplier.customerId } })).toBe(1);
  });
});

describe("changing the books", () => {
  /** To Lexware Office, with the same payer and the same invoice brought along. */
  async function moveToLexware(changes: { email?: string; number?: string } = {}) {
    const { contact, number } = await invoice();
    await disconnect(supplier.customerId, "SEVDESK", supplier.actor);
    await seedConnection(supplier, "LEXOFFICE", { name: `Werkstatt ${randomUUID().slice(0, 8)}` });
    const connection = await db.connection.findUniqueOrThrow({
      where: { customerId_type: { customerId: supplier.customerId, type: "LEXOFFICE" } },
    });
    const email = changes.email ?? contact?.email ?? null;
    const moved = { ...supplier, system: "LEXOFFICE" as const, books: connection.organisationId ?? "" };
    const written = await writeInvoice(sandbox, moved, {
      contact: { name: contact?.companyName ?? "", email },
      ...({ number: changes.number ?? number } as object),
    });
    await read();
    return { former: contact, written };
  }

  test("the same invoice is not debited a second time, and its former self is left as it is", async () => {
    const { written } = await moveToLexware();
    expect(await invoice(written.id)).toMatchObject({ reason: "collected_in_other_books", collections: [] });
    const former = { bookStatus: "deleted", openCents: 0, outcome: "keep", reason: "collection_running" };
    expect(await invoice()).toMatchObject({ ...former, collections: [{ status: "created", amountCents: 11_900 }] });
    await payOut();
    await run(bookPayouts);
    // The new books never heard of the former document: its payment is told, and hinted at nothing.
    expect(await payouts()).toMatchObject([{ bookingStatus: "booked" }]);
    expect((await readLedger(sandbox)).lexware.hints.some((hint) => hint.voucherId === debit.written.id)).toBe(false);
  });

  test("another invoice of the same payer is debited on the mandate there is", async () => {
    const { former, written } = await moveToLexware({ number: `NEU-${randomUUID().slice(0, 6)}` });
    const row = await invoice(written.id);
    expect(row.contact).toMatchObject({ id: former?.id, books: "LEXOFFICE" });
    expect(row).toMatchObject({ outcome: "collect", contact: { mandates: [{ providerId: debit.mandateId }] } });
    expect(await db.mandateRequest.count({ where: { customerId: supplier.customerId } })).toBe(0);
  });

  test("a payer of the same name with another address is left for a person to confirm", async () => {
    const email = `neu-${randomUUID().slice(0, 8)}@aehre.example`;
    const { written } = await moveToLexware({ email, number: `NEU-${randomUUID().slice(0, 6)}` });
    expect(await invoice(written.id)).toMatchObject({ reason: "match_unconfirmed" });
    const mandate = await db.mandate.findFirstOrThrow({ where: { customerId: supplier.customerId } });
    const { contactId } = await invoice(written.id);
    expect(mandate).toMatchObject({ contactId: null, proposedContactId: contactId, proposalReason: "same_name" });
  });
});
