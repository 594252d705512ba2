import { randomUUID } from "node:crypto";
import { readSupplierFacts } from "@/lib/collections/data";
import { carryOutCollection } from "@/lib/collections/jobs";
import { decideInvoice } from "@/lib/collections/mutations";
import { withDirectDebit } from "@/lib/connections/access";
import { wantSync } from "@/lib/connections/mutations";
import { LEXWARE_PACE } from "@/lib/connections/pace-mutations";
import { now, refreshClock } from "@/lib/core/clock";
import { db } from "@/lib/core/db";
import { storeEvents } from "@/lib/inbox/group-commit";
import { syncInvoices } from "@/lib/invoices/sync-jobs";
import { readDetails } from "@/lib/mandates/adopt-mutations";
import { storeMandate } from "@/lib/mandates/mutations";
import { seedConnection } from "@/prisma/seed/connect";
import { DIRECT_DEBIT_TERM, type SeededSupplier, seedSupplier } from "@/prisma/seed/suppliers";
import type { TestSandbox } from "./sandbox";

// The twins of the tests allow thousands of calls a second; that we keep to two is tested on its own.
LEXWARE_PACE.intervalMs = 1;

/** A supplier who is connected with an organisation of its own at each twin. */
export interface TwinSupplier extends SeededSupplier {
  /** The organisation at Lexware. */
  books: string;
  /** The organisation at GoCardless. */
  account: string;
}

export async function supplierAtTwins(): Promise<TwinSupplier> {
  await refreshClock();
  const supplier = await seedSupplier({ paymentConditions: [DIRECT_DEBIT_TERM] });
  const { customerId } = supplier;
  const name = `Werkstatt ${randomUUID().slice(0, 8)}`;
  await seedConnection(supplier, "GOCARDLESS", { name });
  await seedConnection(supplier, "LEXOFFICE", { name });
  // What the set-up of the connections leaves behind.
  await withDirectDebit(customerId, async (gc) => {
    const { id, verificationStatus } = await gc.account.creditor();
    await db.connection.updateMany({
      where: { customerId, type: "GOCARDLESS" },
      data: { creditorId: id, verificationStatus, mandatesReadAt: now(), enginesReadAt: now() },
    });
  });
  return {
    ...supplier,
    books: await organisation(supplier, "LEXOFFICE"),
    account: await organisation(supplier, "GOCARDLESS"),
  };
}

async function organisation({ customerId }: SeededSupplier, type: "LEXOFFICE" | "GOCARDLESS"): Promise<string> {
  const row = await db.connection.findUniqueOrThrow({ where: { customerId_type: { customerId, type } } });
  return row.organisationId ?? "";
}

export interface BookInvoice {
  id: string;
  number: string;
  contactId: string;
}

/** The supplier writes an invoice in the books. */
export async function writeInvoice(
  sandbox: TestSandbox,
  supplier: TwinSupplier,
  changes: { contact?: { name: string; email: string | null }; amountCents?: number; dueDate?: string } = {},
): Promise<BookInvoice> {
  return await sandbox.desk<BookInvoice>("/lexware/invoices", {
    organisation: supplier.books,
    contact: { name: "Café Ähre", email: `zahler-${randomUUID().slice(0, 8)}@aehre.example` },
    amountCents: 11_900,
    paymentTermLabel: DIRECT_DEBIT_TERM,
    ...changes,
  });
}

const HOUR_MS = 3_600_000;

/** Brings GoCardless's events into the inbox, as its webhooks would. Gives how many were new. */
export async function bringEvents({ customerId, account }: TwinSupplier): Promise<number> {
  const events = await withDirectDebit(customerId, (gc) =>
    gc.account.events(new Date(now().getTime() - HOUR_MS), 1_000),
  );
  return await storeEvents(
    "GOCARDLESS",
    events.map((event) => ({
      ...event,
      eventId: event.id,
      organisationId: account,
      subject: `${event.resource}:${event.resourceId}`,
    })),
  );
}

interface Ledger {
  gocardless: {
    payments: { id: string; organisation: string; mandate: string; status: string; metadata: Record<string, string> }[];
    payouts: { id: string; organisation: string; amountCents: number }[];
  };
  lexware: {
    vouchers: { id: string; openCents: number }[];
    hints: { voucherId: string; externalReference: string }[];
    transactions: { externalReference: string; cents: number; feeCents: number }[];
  };
}

/** What really happened with the money, by the twins' own record. */
export async function readLedger(sandbox: TestSandbox): Promise<Ledger> {
  return await sandbox.desk<Ledger>("/ledger");
}

/** An invoice that was read from the books and whose debit stands at GoCardless, on a mandate of its own. */
export async function debitAtTwins(sandbox: TestSandbox, supplier: TwinSupplier, amountCents = 11_900) {
  const { customerId, account } = supplier;
  const written = await writeInvoice(sandbox, supplier, { amountCents });
  await db.$transaction((tx) => wantSync(tx, customerId, "listing"));
  await syncInvoices.run({ customerId } as never);
  const { id: invoiceId, contactId } = await db.invoice.findUniqueOrThrow({
    where: { customerId_externalId: { customerId, externalId: written.id } },
  });
  const customer = { companyName: "Café Ähre", email: `zahler-${randomUUID()}@aehre.example` };
  const { mandate } = await sandbox.desk<{ mandate: { id: string } }>("/gocardless/mandates", {
    organisation: account,
    customer,
  });
  await withDirectDebit(customerId, async (gc) => {
    const told = await gc.mandates.read(mandate.id);
    await storeMandate(customerId, told, { contactId: contactId ?? undefined, ...(await readDetails(gc, told)) });
  });
  await decideInvoice(customerId, invoiceId, await readSupplierFacts(db, customerId));
  const { id: collectionId } = await db.collection.findFirstOrThrow({ where: { customerId, invoiceId } });
  await carryOutCollection.run({ customerId, collectionId } as never);
  const { providerId } = await db.collection.findUniqueOrThrow({
    where: { customerId_id: { customerId, id: collectionId } },
  });
  if (!providerId) throw new Error("the debit did not reach GoCardless");
  return { written, invoiceId, collectionId, paymentId: providerId, mandateId: mandate.id, contactId: contactId ?? "" };
}
