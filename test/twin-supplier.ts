import { randomUUID } from "node:crypto";
import { decideInvoice } from "@/lib/collections/decision/mutations";
import { carryOutCollection } from "@/lib/collections/execution/jobs";
import { withDirectDebit } from "@/lib/connections/provider/access";
import { wantSync } from "@/lib/connections/record/mutations";
import { connectByKey } from "@/lib/connections/sign-in/key-provider";
import { db } from "@/lib/core/database/db";
import { now, refreshClock } from "@/lib/core/time/clock";
import { storeEvents } from "@/lib/inbox/group-commit";
import { toIncomingEvent } from "@/lib/inbox/mutations";
import { syncInvoices } from "@/lib/invoices/sync/jobs";
import { readDetails } from "@/lib/mandates/provider/import-provider";
import { storeMandate } from "@/lib/mandates/record/mutations";
import type { OnlineSystem } from "@/lib/providers/accounting/systems";
import type { Connectable } from "@/lib/vendors/types";
import { seedConnection } from "@/prisma/seed/connect";
import { DIRECT_DEBIT_TERM, type SeededSupplier, seedSupplier } from "@/prisma/seed/suppliers";
import type { TestSandbox } from "./sandbox";

/** A supplier who is connected to an organisation of its own at each twin. */
export interface TwinSupplier extends SeededSupplier {
  /** The accounting system, and the organisation there. */
  system: OnlineSystem;
  books: string;
  /** The organisation at GoCardless. */
  account: string;
}

export async function supplierAtTwins(
  sandbox?: TestSandbox,
  system: OnlineSystem = "LEXOFFICE",
): Promise<TwinSupplier> {
  await refreshClock();
  const supplier = await seedSupplier({ paymentConditions: [DIRECT_DEBIT_TERM] });
  const { customerId } = supplier;
  const name = `Werkstatt ${randomUUID().slice(0, 8)}`;
  await seedConnection(supplier, "GOCARDLESS", { name });
  if (system === "LEXOFFICE") await seedConnection(supplier, system, { name });
  else if (sandbox) await connectByKey(supplier, system, (await openSevdesk(sandbox, name)).apiKey);
  // As after the set-up of the connections.
  await withDirectDebit(customerId, async (gc) => {
    const { id, verificationStatus } = await gc.account.creditor();
    await db.connection.updateMany({
      where: { customerId, type: "GOCARDLESS" },
      data: { creditorId: id, verificationStatus, mandatesReadAt: now(), schedulesReadAt: now() },
    });
  });
  return {
    ...supplier,
    system,
    books: await organisation(supplier, system),
    account: await organisation(supplier, "GOCARDLESS"),
  };
}

/** Opens an account of its own at sevdesk; its user copied the key. */
export async function openSevdesk(sandbox: TestSandbox, name: string): Promise<{ id: string; apiKey: string }> {
  return await sandbox.desk("/sevdesk/clients", { name });
}

async function organisation({ customerId }: SeededSupplier, type: Connectable): Promise<string> {
  const row = await db.connection.findUniqueOrThrow({ where: { customerId_type: { customerId, type } } });
  return row.organisationId ?? "";
}

export interface AccountingInvoice {
  id: string;
  number: string;
  contactId: string;
}

/** The control panel's names for the systems and their accounts. */
export const DESKS = {
  LEXOFFICE: { provider: "lexware", owner: "organisation" },
  SEVDESK: { provider: "sevdesk", owner: "client" },
} as const;

/** The supplier writes an invoice in the accounting system. */
export async function writeInvoice(
  sandbox: TestSandbox,
  supplier: TwinSupplier,
  changes: {
    contact?: { name: string; email: string | null };
    amountCents?: number;
    dueDate?: string;
    type?: string;
    number?: string;
    paymentTermLabel?: string;
    /** For a final invoice: the down payments that it deducts. */
    deductions?: string[];
  } = {},
): Promise<AccountingInvoice> {
  const at = DESKS[supplier.system];
  return await sandbox.desk<AccountingInvoice>(`/${at.provider}/invoices`, {
    [at.owner]: supplier.books,
    contact: { name: "Café Ähre", email: `zahler-${randomUUID().slice(0, 8)}@aehre.example` },
    amountCents: 11_900,
    paymentTermLabel: DIRECT_DEBIT_TERM,
    ...changes,
  });
}

const HOUR_MS = 3_600_000;

/** Stores GoCardless' events in the inbox, as its webhooks would. Returns how many were new. */
export async function bringEvents({ customerId, account }: TwinSupplier): Promise<number> {
  const { rows: events } = await withDirectDebit(customerId, (gc) =>
    gc.account.events({ since: new Date(now().getTime() - HOUR_MS) }),
  );
  return await storeEvents(
    "GOCARDLESS",
    events.map((event) => toIncomingEvent(event, account)),
  );
}

export interface Ledger {
  gocardless: {
    payments: { id: string; organisation: string; mandate: string; status: string; metadata: Record<string, string> }[];
    payouts: { id: string; organisation: string; amountCents: number }[];
  };
  sevdesk: {
    invoices: { id: string; status: number; paidCents: number; openCents: number }[];
    transactions: { id: string; cents: number; purpose: string; status: number }[];
    bookings: { invoice: string; transaction: string; type: string; cents: number }[];
  };
  lexware: {
    vouchers: { id: string; openCents: number }[];
    hints: { voucherId: string; externalReference: string }[];
    transactions: { externalReference: string; cents: number; feeCents: number }[];
  };
}

/** Returns the twins' own record of what happened to the money. */
export async function readLedger(sandbox: TestSandbox): Promise<Ledger> {
  return await sandbox.desk<Ledger>("/ledger");
}

/** Creates an invoice that was read from the accounting system and submitted to GoCardless, on a mandate of its own. */
export async function debitAtTwins(sandbox: TestSandbox, supplier: TwinSupplier, amountCents = 11_900) {
  const written = await writeAndRead(sandbox, supplier, amountCents);
  return { written, ...(await debitOnMandate(sandbox, supplier, written.id)) };
}

/** Creates the same, but only decided: GoCardless has not been called. */
export async function plannedAtTwins(sandbox: TestSandbox, supplier: TwinSupplier) {
  const written = await writeAndRead(sandbox, supplier, 11_900);
  return { written, ...(await planOnMandate(sandbox, supplier, written.id)) };
}

async function writeAndRead(
  sandbox: TestSandbox,
  supplier: TwinSupplier,
  amountCents: number,
): Promise<AccountingInvoice> {
  const { customerId } = supplier;
  const written = await writeInvoice(sandbox, supplier, { amountCents });
  await db.$transaction((tx) => wantSync(tx, customerId, "listing"));
  await syncInvoices.run({ customerId });
  return written;
}

/** Collects an invoice that was read from the accounting system, on a mandate that its payer has just granted. */
export async function debitOnMandate(
  sandbox: TestSandbox,
  supplier: Pick<TwinSupplier, "customerId" | "account">,
  externalId: string,
) {
  const { customerId } = supplier;
  const planned = await planOnMandate(sandbox, supplier, externalId);
  const { collectionId } = planned;
  await carryOutCollection.run({ customerId, collectionId });
  const { providerId } = await db.collection.findUniqueOrThrow({
    where: { customerId_id: { customerId, id: collectionId } },
  });
  if (!providerId) throw new Error("the debit did not reach GoCardless");
  return { ...planned, paymentId: providerId };
}

async function planOnMandate(
  sandbox: TestSandbox,
  { customerId, account }: Pick<TwinSupplier, "customerId" | "account">,
  externalId: string,
) {
  const { id: invoiceId, contactId } = await db.invoice.findFirstOrThrow({ where: { customerId, externalId } });
  const customer = { companyName: "Café Ähre", email: `zahler-${randomUUID()}@aehre.example` };
  const { mandate } = await sandbox.desk<{ mandate: { id: string } }>("/gocardless/mandates", {
    organisation: account,
    customer,
  });
  await withDirectDebit(customerId, async (gc) => {
    const told = await gc.mandates.read(mandate.id);
    await storeMandate(customerId, told, { contactId: contactId ?? undefined, ...(await readDetails(gc, told)) });
  });
  await decideInvoice(customerId, invoiceId);
  const { id: collectionId } = await db.collection.findFirstOrThrow({ where: { customerId, invoiceId } });
  return { invoiceId, collectionId, mandateId: mandate.id, contactId: contactId ?? "" };
}
