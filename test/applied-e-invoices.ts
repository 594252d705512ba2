import { createHash, randomUUID } from "node:crypto";
import type { CustomerId } from "@/lib/auth/scope";
import { disconnect } from "@/lib/connections/record/provider";
import { db, type Prisma } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { now, today } from "@/lib/core/time/clock";
import { addDays } from "@/lib/core/time/dates";
import { applyEInvoice, openIntake } from "@/lib/e-invoices/intake/mutations";
import type { Applied } from "@/lib/e-invoices/intake/types";
import type { EInvoice, Outcome, Reason } from "@/lib/e-invoices/reading/types";
import { saveSettings } from "@/lib/e-invoices/settings/mutations";
import type { SettingsForm } from "@/lib/e-invoices/settings/schema";
import { E_INVOICE_DETAILS, type SeededSupplier } from "@/prisma/seed/suppliers";
import { connectedSupplier } from "./supplier-data";

export const SELLER = E_INVOICE_DETAILS.vatId;

/** Creates a supplier whose own e-invoices are collected. */
export async function eInvoiceSupplier(form: Partial<SettingsForm> = {}): Promise<SeededSupplier> {
  const supplier = await connectedSupplier();
  await disconnect(supplier.customerId, "LEXOFFICE", supplier.actor);
  await saveSettings(supplier.customerId, { ...E_INVOICE_DETAILS, ...form }, supplier.actor);
  return supplier;
}

/** Returns what a file states: 119.00 by direct debit, due in two weeks. */
export function eInvoice(changes: Partial<EInvoice> = {}): EInvoice {
  return {
    syntax: "CII",
    typeCode: "380",
    number: "RE-1042",
    issueDate: addDays(today(), -7),
    currency: "EUR",
    payableCents: 11_900,
    dueDate: addDays(today(), 14),
    paymentMeans: ["59"],
    creditIbans: [],
    sellerName: "Werkstatt",
    sellerVatId: SELLER,
    buyerName: "Bäckerei Sonnenschein KG",
    buyerId: "10042",
    buyerEmail: "rechnung@baeckerei.example",
    precedingNumbers: [],
    skonto: [],
    lines: [],
    lineCount: 0,
    remarks: [],
    ...changes,
  };
}

type ReadOutcome = Exclude<Outcome, "not_an_invoice" | "unreadable">;

/** Receives a file with these facts, as the in-tray does, and applies it. */
export async function receive(
  customerId: CustomerId,
  changes: Partial<EInvoice> = {},
  {
    outcome = "direct_debit",
    because,
    answer,
    id,
  }: { outcome?: ReadOutcome; because?: Reason; answer?: string; id?: string } = {},
): Promise<Applied & { id: string }> {
  const invoice = eInvoice(changes);
  const fileId = id ?? newId("eInvoiceFile");
  const digest = createHash("sha256").update(randomUUID()).digest("hex");
  const stated = { name: "invoice.xml", byteCount: 1, digest, receivedVia: "upload" as const, receivedAt: now() };
  const key = { customerId_id: { customerId, id: fileId } };
  await db.eInvoiceFile.upsert({ where: key, create: { customerId, id: fileId, ...stated }, update: {} });
  const applied = await db.$transaction(async (tx) => {
    const read = { outcome, reason: because, invoice, xml: new Uint8Array(), xmlSha1: digest.slice(0, 40) };
    const done = await applyEInvoice(
      tx,
      customerId,
      await openIntake(tx, customerId),
      { id: fileId, answers: answer?.split(" ") ?? [], receivedAt: now() },
      read,
    );
    const { status, reason = null, invoiceId = null } = done;
    const facts = invoice as unknown as Prisma.InputJsonObject;
    await tx.eInvoiceFile.update({ where: key, data: { status, outcome: done.outcome, reason, invoiceId, facts } });
    return done;
  });
  return { ...applied, id: fileId };
}
