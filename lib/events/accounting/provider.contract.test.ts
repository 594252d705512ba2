import { afterAll, beforeEach, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { drainInbox } from "@/lib/events/jobs";
import { storeEvents } from "@/lib/inbox/group-commit";
import { syncInvoices } from "@/lib/invoices/sync/jobs";
import { jobs } from "@/lib/jobs/catalogue";
import { DIRECT_DEBIT_TERM } from "@/prisma/seed/suppliers";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { TestSandbox } from "@/test/sandbox";
import { decideNow } from "@/test/supplier-data";
import { debitAtTwins, supplierAtTwins, type TwinSupplier } from "@/test/twin-supplier";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());

let supplier: TwinSupplier;
beforeEach(async () => {
  supplier = await supplierAtTwins();
});

const debit = () => debitAtTwins(sandbox, supplier);
const drain = () => drainInbox.run({ customerId: supplier.customerId });
const waiting = () => db.inboxEvent.findMany({ where: { customerId: supplier.customerId, handledAt: null } });

const told = (action: string, subject: string, eventId: string, occurredAt = new Date()) =>
  storeEvents("LEXOFFICE", [{ eventId, organisationId: supplier.books, subject, action, occurredAt, payload: {} }]);
const invoice = (externalId: string) =>
  db.invoice.findFirstOrThrow({
    where: { customerId: supplier.customerId, externalId },
  });

test("events of the accounting system set stale flags and enqueue a sync", async () => {
  const { written } = await debit();
  expect(await invoice(written.id)).toMatchObject({ staleAt: null, openStaleAt: null });
  await clearJobs();
  await told("payment.changed", `payment:${written.id}`, "p1");
  await told("invoice.created", "invoice:5c2b7a1e-6f0d-4b55-9d68-0d6f6f0f7a11", "i1");
  await drain();
  expect(await invoice(written.id)).toMatchObject({ staleAt: null, openStaleAt: expect.any(Date) });
  expect(await invoice("5c2b7a1e-6f0d-4b55-9d68-0d6f6f0f7a11")).toMatchObject({ staleAt: expect.any(Date) });
  expect(await waitingJobs(jobs.syncInvoices)).toEqual([{ customerId: supplier.customerId }]);
  expect(await waiting()).toEqual([]);
});

test("bookkeeping documents are collected where the supplier is owed money, and no others", async () => {
  const { written } = await debit();
  const { customerId } = supplier;
  const outcomes: Record<string, string | null> = {};
  for (const type of ["salesinvoice", "salescreditnote", "purchaseinvoice", "purchasecreditnote"]) {
    const { id } = await sandbox.desk<{ id: string }>("/lexware/invoices", {
      ...{ organisation: supplier.books, contact: { id: written.contactId }, amountCents: 50_000 },
      ...{ type, remark: DIRECT_DEBIT_TERM },
    });
    await told("voucher.created", `voucher:${id}`, type);
    await drain();
    await syncInvoices.run({ customerId });
    const row = await invoice(id);
    outcomes[type] = `${row.bookStatus} ${(await decideNow(customerId, row.id))?.outcome}`;
  }
  expect(outcomes).toEqual({
    salesinvoice: "open collect",
    salescreditnote: "deleted skip",
    purchaseinvoice: "deleted skip",
    purchasecreditnote: "deleted skip",
  });
  expect(await db.collection.count({ where: { customerId } })).toBe(2);
});
