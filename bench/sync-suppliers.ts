import { setTimeout as wait } from "node:timers/promises";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueueNow } from "@/lib/jobs/queue";
import { ensureMandateRequest } from "@/lib/mandates/requests/mutations";
import { seedConnection } from "../prisma/seed/connect";
import { DIRECT_DEBIT_TERM, seedSupplier } from "../prisma/seed/suppliers";
import { chooseEInvoices, invoiceFiles, upload } from "../soak/lives/e-invoice-files";

const LIMIT_MS = 10 * 60_000;

/**
 * Creates suppliers connected on both sides, each with one payer whose mandate is signed. A first invoice introduces
 * the contact and is paid by transfer, which leaves the contact ready.
 *
 * @param before how many there are already
 */
export async function laySuppliers(
  desk: string,
  count: number,
  before = 0,
): Promise<{ id: string; contactId: string }[]> {
  const laid: { customerId: CustomerId; organisation: string; contactId: string; email: string }[] = [];
  for (let i = before; i < before + count; i += 1) {
    const supplier = await seedSupplier({ companyName: `Betrieb ${i + 1}`, paymentConditions: [DIRECT_DEBIT_TERM] });
    await seedConnection(supplier, "GOCARDLESS", { name: `Betrieb ${i + 1}` });
    await seedConnection(supplier, "LEXOFFICE", { name: `Betrieb ${i + 1}` });
    const connection = await db.connection.findUniqueOrThrow({
      where: { customerId_type: { customerId: supplier.customerId, type: "LEXOFFICE" } },
    });
    const organisation = connection.organisationId as string;
    const email = `zahler-${i + 1}@bench.example`;
    const contactId = await addPaidInvoice(desk, organisation, email);
    laid.push({ customerId: supplier.customerId, organisation, contactId, email });
  }
  for (const supplier of laid) await signMandate(desk, supplier);
  await untilQuiet(laid.map(({ customerId }) => customerId));
  return laid.map(({ organisation: id, contactId }) => ({ id, contactId }));
}

/** Creates a supplier with e-invoices, connected at GoCardless, and a payer whose mandate is signed. */
export async function layEInvoiceSupplier(desk: string): Promise<{ customerId: CustomerId; email: string }> {
  const supplier = await seedSupplier({ companyName: "Betrieb mit E-Rechnungen", paymentConditions: [] });
  const { customerId } = supplier;
  await seedConnection(supplier, "GOCARDLESS", { name: "Betrieb mit E-Rechnungen" });
  await chooseEInvoices(supplier);
  const email = "zahler-e@bench.example";
  // It is paid by transfer, and introduces the payer.
  const [first = ""] = invoiceFiles({ number: "E-RE-0", email, cents: 10_001, means: ["58"] });
  await upload(customerId, first);
  await signMandate(desk, { customerId, email });
  await untilQuiet([customerId]);
  return { customerId, email };
}

/** Checks every supplier, as every hour. @returns when the worker has finished */
export async function checkAll(): Promise<void> {
  const startedAt = new Date();
  for (const { id } of await db.customer.findMany({ select: { id: true } }))
    await enqueueNow(jobs.checkCustomer, { customerId: id as CustomerId });
  await until(async () => {
    const rows = await db.connection.findMany();
    return rows.every((row) => ((row.type === "GOCARDLESS" ? row.eventsReadUntil : row.lastSyncedAt) ?? 0) > startedAt);
  });
}

async function addPaidInvoice(desk: string, organisation: string, email: string): Promise<string> {
  const dueDate = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const body = {
    organisation,
    contact: { name: `Zahler ${email}`, email },
    amountCents: 100,
    dueDate,
    paymentTermLabel: "Bar bezahlt",
  };
  const invoice = (await post(desk, "/lexware/invoices", body)) as {
    id: string;
    contactId?: string;
    contact?: { id: string };
  };
  return invoice.contactId ?? invoice.contact?.id ?? "";
}

async function signMandate(desk: string, supplier: { customerId: CustomerId; email: string }): Promise<void> {
  const contact = await until(() =>
    db.contact.findFirst({ where: { customerId: supplier.customerId, staleAt: null, email: supplier.email } }),
  );
  await until(() =>
    db.connection.findFirst({
      where: { customerId: supplier.customerId, type: "GOCARDLESS", mandatesReadAt: { not: null } },
    }),
  );
  await db.$transaction((tx) =>
    ensureMandateRequest(tx, supplier.customerId, { contactId: contact.id, byMail: false }),
  );
  await until(() =>
    db.mandateRequest.findFirst({ where: { customerId: supplier.customerId, billingRequestId: { not: null } } }),
  );
  await post(desk, `/gocardless/mandates/${supplier.email}/sign`, {});
}

async function untilQuiet(ids: CustomerId[]): Promise<void> {
  const customerId = { in: ids };
  await until(async () => (await db.mandate.count({ where: { customerId, contactId: { not: null } } })) >= ids.length);
  const isStale = [{ staleAt: { not: null } }, { openStaleAt: { not: null } }, { needsDecision: true }];
  await until(async () => (await db.invoice.count({ where: { customerId, OR: isStale } })) === 0);
  // Webhooks of the last signatures are still being processed.
  await until(async () => (await db.inboxEvent.count({ where: { customerId, handledAt: null } })) === 0);
}

async function until<T>(read: () => Promise<T>, everyMs = 100): Promise<NonNullable<T>> {
  const startedAt = Date.now();
  for (;;) {
    const value = await read();
    if (value) return value as NonNullable<T>;
    if (Date.now() - startedAt > LIMIT_MS) throw new Error(`waited too long for ${read}`);
    await wait(everyMs);
  }
}

async function post(desk: string, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(`${desk}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`desk ${path}: ${response.status} ${await response.text()}`);
  return await response.json();
}
