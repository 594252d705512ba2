import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { wantSync } from "../../lib/connections/record/mutations";
import { disconnect } from "../../lib/connections/record/provider";
import { connectByKey } from "../../lib/connections/sign-in/key-provider";
import { db } from "../../lib/core/database/db";
import { refreshClock } from "../../lib/core/time/clock";
import { saveSettings as saveDatev } from "../../lib/datev/settings/mutations";
import { blankForm } from "../../lib/datev/settings/rules";
import { saveSettings as saveEInvoices } from "../../lib/e-invoices/settings/mutations";
import { savePreferences } from "../../lib/notifications/preferences/mutations";
import { capabilitiesOf } from "../../lib/providers/accounting/systems";
import { accountingInUse, isOnlineSystem } from "../../lib/vendors/rules";
import { type AccountingSystem, BOOKS } from "../../lib/vendors/types";
import { seedConnection } from "../../prisma/seed/connect";
import {
  DIRECT_DEBIT_TERM,
  E_INVOICE_DETAILS,
  type SeededSupplier,
  type SupplierInput,
  seedSupplier,
} from "../../prisma/seed/suppliers";
import type { Day } from "../../sandbox/kit/calendar";
import { type AccountingInvoice, books, type Payer, sevdesk } from "./desk";

export { DIRECT_DEBIT_TERM };

/** A supplier of this test alone, with its own organisation at each twin. */
export interface Supplier extends SeededSupplier {
  companyName: string;
  /** The accounting system and the organisation there. */
  system: AccountingSystem;
  books: string;
  booksConnection: string;
  /** The organisation at GoCardless. */
  account: string;
}

export async function unconnectedSupplier(input: SupplierInput = {}): Promise<Supplier> {
  await refreshClock();
  const companyName = `Tischlerei ${randomUUID().slice(0, 8)}`;
  const seeded = await seedSupplier({ companyName, paymentConditions: [DIRECT_DEBIT_TERM], ...input });
  // These mails depend on the hour of the day, so only tests about these mails enable them.
  await savePreferences(seeded.customerId, seeded.userId, { preview: false, digest: false, alerts: true });
  return { ...seeded, companyName, system: "LEXOFFICE", books: "", booksConnection: "", account: "" };
}

/** The adviser's numbers of every supplier with DATEV here, as configured at the twin. */
export const DATEV_NUMBERS = { consultant: "29098", client: "55003" };

/** How a supplier connects each accounting system. */
const CONNECT: Record<AccountingSystem, (supplier: Supplier) => Promise<void>> = {
  LEXOFFICE: async (supplier) => await seedConnection(supplier, "LEXOFFICE", { name: supplier.companyName }),
  SEVDESK: async (supplier) =>
    await connectByKey(supplier, "SEVDESK", (await sevdesk.open(supplier.companyName)).apiKey),
  DATEV: async ({ customerId, actor }) => await saveDatev(customerId, { ...blankForm(), ...DATEV_NUMBERS }, actor),
  EINVOICE: async ({ customerId, actor }) => await saveEInvoices(customerId, E_INVOICE_DETAILS, actor),
};

export async function connectedSupplier(
  input: SupplierInput = {},
  system: AccountingSystem = "LEXOFFICE",
): Promise<Supplier> {
  const supplier = await unconnectedSupplier(input);
  await seedConnection(supplier, "GOCARDLESS", { name: supplier.companyName });
  await CONNECT[system](supplier);
  return { ...supplier, ...(await settledConnections(supplier)) };
}

/** Replaces the supplier's accounting system by another one. */
export async function moveSystem(supplier: Supplier, system: AccountingSystem): Promise<Supplier> {
  await disconnect(supplier.customerId, supplier.system, supplier.actor);
  await CONNECT[system](supplier);
  return { ...supplier, ...(await settledConnections(supplier)) };
}

const SET_UP_MS = 120_000;

/**
 * Waits until both connections are set up: the first sync is done, webhooks are registered, mandates are read. The
 * vendor allows two calls a second, so this takes seconds. Suppliers are therefore prepared before the test that needs
 * them.
 */
export async function settledConnections({ customerId }: { customerId: string }) {
  for (const startedAt = Date.now(); Date.now() - startedAt < SET_UP_MS; await pause(100)) {
    const rows = await db.connection.findMany({ where: { customerId, status: "connected" } });
    const kept = accountingInUse(rows);
    const gocardless = rows.find((row) => row.type === "GOCARDLESS");
    if (!kept || !gocardless?.mandatesReadAt) continue;
    // DATEV has nothing to read until somebody uploads a list.
    if (isOnlineSystem(kept.type) && !kept.lastSyncedAt) continue;
    if (isOnlineSystem(kept.type) && capabilitiesOf(kept.type).isCallingBack && !kept.subscriptionsCheckedAt) continue;
    return {
      system: kept.type,
      books: kept.organisationId ?? "",
      booksConnection: kept.externalConnectionId ?? "",
      account: gocardless.organisationId ?? "",
    };
  }
  throw new Error(`connections of ${customerId} were not set up in time`);
}

export interface SupplierPool {
  take: () => Promise<Supplier>;
}

/** Always prepares the next supplier, so that a test need not wait for the vendor's rate limit. */
export function supplierPool(): SupplierPool {
  let next = prepare();
  return {
    take: async () => {
      const taken = next;
      next = prepare();
      return await taken;
    },
  };
}

/** Prepares all suppliers before the first is used, so that none is being prepared while the calendar moves. */
export function supplierStock(size: number): SupplierPool {
  const stock = Array.from({ length: size }, prepare);
  return {
    take: async () => {
      await Promise.all(stock);
      return await (stock.pop() ?? connectedSupplier());
    },
  };
}

function prepare(): Promise<Supplier> {
  const supplier = connectedSupplier();
  supplier.catch(() => {});
  return supplier;
}

/** Returns a payer that no other test uses. */
export function newPayer(name = "Bäckerei Sonnenkorn", language: "de" | "en" = "de"): Payer & { email: string } {
  return { name, email: `payer-${randomUUID().slice(0, 8)}@payer.example`, language };
}

/** For tests that depend on how changes arrive: both languages with each accounting system that has an API. */
export const BOTH_SYSTEMS = BOOKS.flatMap((system) =>
  (["en-GB", "de-DE"] as const).map((locale) => ({ locale, system })),
);

/** Changes an invoice in the accounting system; `take-back` undoes the booking of a payment that did not arrive. */
export async function actInBooks(
  supplier: Supplier,
  { id }: { id: string },
  step: "pay" | "part-pay" | "void" | "change" | "take-back",
  body: object = {},
): Promise<void> {
  if (supplier.system === "SEVDESK") await sevdesk.invoice(id, step === "take-back" ? "reopen" : step, body);
  else await books.invoice(id, step === "take-back" ? "undo-assignment" : step, body);
  await requestSyncWithoutWebhooks(supplier);
}

export async function changeContact(supplier: Supplier, id: string, change: { email: string }): Promise<void> {
  await (supplier.system === "SEVDESK" ? sevdesk : books).changeContact(id, change);
}

/** Starts the sync of changes that otherwise runs every ten minutes, for accounting systems without webhooks. */
export async function requestSyncWithoutWebhooks({ customerId, system }: Supplier): Promise<void> {
  if (!isOnlineSystem(system) || capabilitiesOf(system).isCallingBack) return;
  await db.$transaction((tx) => wantSync(tx, customerId, "changes"));
}

export interface DebitInvoice {
  payer: Payer;
  amountCents?: number;
  dueDate?: Day;
  term?: string;
  type?: string;
}

/** Writes an invoice in the accounting system; by default one that is to be collected. */
export async function writeInvoice(supplier: Supplier, invoice: DebitInvoice): Promise<AccountingInvoice> {
  const written = {
    contact: invoice.payer,
    amountCents: invoice.amountCents ?? 11_900,
    dueDate: invoice.dueDate,
    paymentTermLabel: invoice.term ?? DIRECT_DEBIT_TERM,
    type: invoice.type,
  };
  if (supplier.system === "DATEV") throw new Error("invoices come from DATEV by file");
  if (supplier.system === "SEVDESK") return await sevdesk.write({ client: supplier.books, ...written });
  return await books.write({ organisation: supplier.books, ...written });
}
