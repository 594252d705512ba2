import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { decideInvoices } from "@/lib/collections/jobs";
import { disconnect, wantSync } from "@/lib/connections/mutations";
import { db } from "@/lib/core/db";
import { drainInbox } from "@/lib/events/jobs";
import { syncInvoices } from "@/lib/invoices/sync-jobs";
import { seedConnection } from "@/prisma/seed/connect";
import { TestSandbox } from "@/test/sandbox";
import {
  bringEvents,
  debitAtTwins,
  readLedger,
  supplierAtTwins,
  type TwinSupplier,
  writeInvoice,
} from "@/test/twin-supplier";
import { bookPayouts } from "./jobs";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());

let supplier: TwinSupplier;
let debit: Awaited<ReturnType<typeof debitAtTwins>>;

/** A debit of 119.00 on an invoice of sevdesk, from where the supplier moves. */
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
const payouts = () => db.payout.findMany({ where: { customerId: supplier.customerId } });

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
