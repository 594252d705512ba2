import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeEach, expect, test } from "vitest";
import { decideInvoices } from "@/lib/collections/decision/jobs";
import { carryOutCollection } from "@/lib/collections/execution/jobs";
import { approveRetry } from "@/lib/collections/returns/retry-mutations";
import { disconnect } from "@/lib/connections/record/provider";
import { db } from "@/lib/core/database/db";
import { today } from "@/lib/core/time/clock";
import { addDays } from "@/lib/core/time/dates";
import { saveSettings } from "@/lib/e-invoices/settings/mutations";
import { readEInvoices } from "@/lib/e-invoices/tray/jobs";
import { storeFile } from "@/lib/e-invoices/tray/mutations";
import { drainInbox } from "@/lib/events/jobs";
import type { JobWork } from "@/lib/jobs/runner";
import { setAlwaysCollected } from "@/lib/payers/always/mutations";
import { bookPayouts } from "@/lib/payouts/booking/jobs";
import { readStatementHead, readStatementItems } from "@/lib/payouts/statement/data";
import { statementCsv } from "@/lib/payouts/statement/rendering";
import { E_INVOICE_DETAILS } from "@/prisma/seed/suppliers";
import { ciiInvoice, type InvoiceFacts, pdfWith, ublInvoice, zugferd1Invoice } from "@/test/e-invoices";
import { TestSandbox } from "@/test/sandbox";
import { bringEvents, debitOnMandate, readLedger, supplierAtTwins, type TwinSupplier } from "@/test/twin-supplier";

/** From the bytes of a file to the money at GoCardless, with the product's own reader, jobs and client. */
const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());

let supplier: TwinSupplier;
let number: string;

beforeEach(async () => {
  supplier = await supplierAtTwins(sandbox);
  await disconnect(supplier.customerId, "LEXOFFICE", supplier.actor);
  await saveSettings(supplier.customerId, E_INVOICE_DETAILS, supplier.actor);
  number = `RE-${randomUUID().slice(0, 8)}`;
});

const run = (job: JobWork) => job.run({ customerId: supplier.customerId });

/** The supplier's invoice of 119.00 by direct debit. */
function facts(changes: InvoiceFacts = {}): InvoiceFacts {
  const days = { issueDate: today(), dueDate: addDays(today(), 14) };
  return { number, mandate: undefined, creditorId: undefined, ...days, ...changes };
}

/** Receives a file, reads it, and decides what it has changed. */
async function receive(bytes: string | Buffer) {
  const { customerId } = supplier;
  const { id } = await storeFile(customerId, { name: "Rechnung", bytes: Buffer.from(bytes) }, { via: "upload" });
  await run(readEInvoices);
  await run(decideInvoices);
  return await db.eInvoiceFile.findUniqueOrThrow({ where: { customerId_id: { customerId, id } } });
}

async function debited() {
  await receive(ublInvoice(facts()));
  return await debitOnMandate(sandbox, supplier, number);
}

/** Runs the jobs of all collections, as the worker does after each decision. */
async function carryOut(): Promise<void> {
  const { customerId } = supplier;
  for (const { id } of await db.collection.findMany({ where: { customerId }, orderBy: { id: "asc" } }))
    await carryOutCollection.run({ customerId, collectionId: id });
}

async function atBank(paymentId: string, step: "pay-out" | "fail" | "charge-back"): Promise<void> {
  await sandbox.desk(`/gocardless/payments/${paymentId}/${step}`, {});
  await bringEvents(supplier);
  await run(drainInbox);
}

/** Returns what GoCardless was told to debit: the state and the amount of each payment, oldest first. */
async function payments(): Promise<[status: string, cents: number][]> {
  const { gocardless } = await readLedger(sandbox);
  const own = gocardless.payments.filter(({ organisation }) => organisation === supplier.account);
  return own.map((payment) => [payment.status, (payment as unknown as { amountCents: number }).amountCents]);
}

const invoice = () => db.invoice.findFirstOrThrow({ where: { customerId: supplier.customerId, externalId: number } });

test("a file becomes one debit; its payout is a list for the books, and the invoice is paid", async () => {
  const { paymentId } = await debited();
  // The same invoice comes again, as a hybrid PDF.
  const again = await receive(await pdfWith({ "factur-x.xml": ciiInvoice(facts()) }));
  expect(again).toMatchObject({ status: "done", outcome: "direct_debit", reason: "duplicate" });
  await carryOut();
  expect(await payments()).toEqual([["pending_submission", 11_900]]);

  await atBank(paymentId, "pay-out");
  await run(bookPayouts);
  expect(await invoice()).toMatchObject({ bookStatus: "paid", openCents: 0 });
  const { customerId } = supplier;
  const payout = await db.payout.findFirstOrThrow({ where: { customerId } });
  expect(payout).toMatchObject({ isProven: true, bookingStatus: "pending" });
  const head = await readStatementHead(customerId, payout.id);
  const csv = await text(Readable.from(statementCsv(head, readStatementItems(customerId, payout.id), "en")));
  expect(csv).toContain(number);
  expect(csv).toContain("119.00");
});

test.each([
  ["UBL", (own: InvoiceFacts) => ublInvoice(own)],
  ["ZUGFeRD 1", (own: InvoiceFacts) => zugferd1Invoice({ ...own, means: ["49"] })],
  ["a PDF", (own: InvoiceFacts) => pdfWith({ "zugferd-invoice.xml": ciiInvoice(own) })],
])("an invoice in %s is debited with its payable amount, which may be less than its total", async (_what, write) => {
  await receive(await write(facts({ total: "200.00", prepaid: "81.00", payable: "119.00" })));
  await debitOnMandate(sandbox, supplier, number);
  expect(await payments()).toEqual([["pending_submission", 11_900]]);
});

test("after a return the invoice is open again, and a person's retry makes one more debit", async () => {
  const { paymentId, invoiceId } = await debited();
  await atBank(paymentId, "fail");
  expect(await invoice()).toMatchObject({ bookStatus: "open", openCents: 11_900 });
  await approveRetry(supplier.customerId, invoiceId, supplier.actor);
  await run(decideInvoices);
  await carryOut();
  expect(await payments()).toEqual([
    ["failed", 11_900],
    ["pending_submission", 11_900],
  ]);
});

test("after a chargeback a paid invoice is open again", async () => {
  const { paymentId } = await debited();
  await atBank(paymentId, "pay-out");
  expect(await invoice()).toMatchObject({ bookStatus: "paid", openCents: 0 });
  await atBank(paymentId, "charge-back");
  expect(await invoice()).toMatchObject({ bookStatus: "open", openCents: 11_900 });
});

test("a correction by a second file replaces the debit that is not with the bank yet", async () => {
  await debited();
  const corrected = facts({
    number: `${number}-K`,
    typeCode: "384",
    preceding: [number],
    payable: "89.00",
    total: "89.00",
  });
  expect(await receive(ciiInvoice(corrected))).toMatchObject({ status: "done", reason: "replaces" });
  await carryOut();
  await run(decideInvoices);
  await carryOut();
  expect(await payments()).toEqual([
    ["cancelled", 11_900],
    ["pending_submission", 8_900],
  ]);
});

test("a credit over the whole amount closes the invoice and cancels its debit", async () => {
  await debited();
  const credit = facts({ number: `GS-${number}`, typeCode: "381", preceding: [number], dueDate: undefined });
  expect(await receive(ublInvoice(credit, "CreditNote"))).toMatchObject({ status: "done", reason: "credited" });
  await carryOut();
  expect(await invoice()).toMatchObject({ bookStatus: "voided", openCents: 0 });
  expect(await payments()).toEqual([["cancelled", 11_900]]);
});

test("the same number with another amount is held and changes no debit", async () => {
  await debited();
  const other = await receive(ublInvoice(facts({ payable: "120.00", total: "120.00" })));
  expect(other).toMatchObject({ status: "held", reason: "number_taken" });
  await carryOut();
  expect(await payments()).toEqual([["pending_submission", 11_900]]);
});

test("an invoice that says transfer is debited only after the supplier has said so for its payer", async () => {
  const { contactId } = await debited();
  number = `${number}-2`;
  await receive(ublInvoice(facts({ means: ["58"] })));
  await carryOut();
  expect(await invoice()).toMatchObject({ outcome: "skip", reason: "pays_otherwise", contactId });
  await setAlwaysCollected(supplier.customerId, contactId, true, supplier.actor);
  await run(decideInvoices);
  await carryOut();
  expect((await payments()).map(([, cents]) => cents)).toEqual([11_900, 11_900]);
});

test("for a payer with a mandate and the supplier's word, nothing else than an invoice becomes a debit", async () => {
  const { contactId } = await debited();
  await setAlwaysCollected(supplier.customerId, contactId, true, supplier.actor);
  const own = (changes: InvoiceFacts) => facts({ number: `RE-${randomUUID().slice(0, 8)}`, ...changes });
  const files: [file: string, outcome: string][] = [
    [ublInvoice(own({}), "CreditNote"), "credit"],
    [ciiInvoice(own({ typeCode: "381" })), "credit"],
    [ublInvoice(own({ payable: "-119.00" })), "negative"],
    [ciiInvoice(own({ typeCode: "389" })), "self_billed"],
    [ciiInvoice(own({ typeCode: "751" })), "accounting_only"],
    [ublInvoice(own({ payable: "0.00" })), "nothing_due"],
    [ciiInvoice(own({ payable: undefined })), "no_amount"],
    [ublInvoice(own({ currency: "CHF" })), "foreign_currency"],
    [ublInvoice(own({ sellerVatId: "DE999999999" })), "not_ours"],
    // Held until the supplier says whose creditor identifier it is.
    [ublInvoice(own({ creditorId: "AT61ZZZ01234567890" })), "direct_debit"],
    [ublInvoice(own({})).slice(0, 900), "unreadable"],
    ["<html/>", "not_an_invoice"],
  ];
  const outcomes: (string | null)[] = [];
  for (const [file] of files) outcomes.push((await receive(file)).outcome);
  expect(outcomes).toEqual(files.map(([, outcome]) => outcome));
  await carryOut();
  expect(await db.invoice.count({ where: { customerId: supplier.customerId } })).toBe(1);
  expect(await payments()).toEqual([["pending_submission", 11_900]]);
});
