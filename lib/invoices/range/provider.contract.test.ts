import { afterAll, afterEach, describe, expect, test } from "vitest";
import { decideInvoices } from "@/lib/collections/decision/jobs";
import { wantSync } from "@/lib/connections/record/mutations";
import { db } from "@/lib/core/database/db";
import { today } from "@/lib/core/time/clock";
import { addDays, toDate } from "@/lib/core/time/dates";
import { readVouchers } from "@/lib/invoices/manual/data";
import { transferInvoice } from "@/lib/invoices/manual/provider";
import { syncInvoices } from "@/lib/invoices/sync/jobs";
import { DIRECT_DEBIT_TERM } from "@/prisma/seed/suppliers";
import { TestSandbox } from "@/test/sandbox";
import { supplierAtTwins, writeInvoice } from "@/test/twin-supplier";
import { syncRange } from "./provider";
import { syncRequest } from "./schema";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());

const supplier = await supplierAtTwins(sandbox, "SEVDESK");
const { customerId, actor } = supplier;
const write = (changes: Parameters<typeof writeInvoice>[2] = {}) => writeInvoice(sandbox, supplier, changes);
const act = (id: string, what: string) => sandbox.desk(`/sevdesk/invoices/${id}/${what}`, {});
const row = (externalId: string) =>
  db.invoice.findFirst({ where: { customerId, externalId }, include: { contact: true } });
const follow = async () => {
  await syncInvoices.run({ customerId });
  await decideInvoices.run({ customerId });
};

describe("a sync with sevdesk", () => {
  test("stores open documents with contact, payment condition and a due date that we compute", async () => {
    const contact = { name: "Café Ähre", email: "buero@aehre.example" };
    const written = await write({ contact, dueDate: addDays(today(), 10) });
    const paid = await write();
    await act(paid.id, "pay");
    await db.$transaction((tx) => wantSync(tx, customerId, "full"));
    await follow();
    expect(await row(written.id)).toMatchObject({
      ...{ books: "SEVDESK", kind: "invoice", bookStatus: "open", openCents: 11_900, termLabel: DIRECT_DEBIT_TERM },
      dueDate: toDate(addDays(today(), 10)),
      reason: "mandate_requested",
      contact: { books: "SEVDESK", email: contact.email, staleAt: null },
    });
    expect(await row(paid.id)).toBeNull();
  });

  test("stores a changed contact in the nightly comparison, because no event reports it", async () => {
    const contact = { name: "Hofladen Brandt", email: "alt@brandt.example" };
    const { id, contactId } = await write({ contact });
    await db.$transaction((tx) => wantSync(tx, customerId, "full"));
    await follow();
    await sandbox.desk(`/sevdesk/contacts/${contactId}/change`, { email: "neu@brandt.example" });
    await db.$transaction((tx) => wantSync(tx, customerId, "listing"));
    await follow();
    expect((await row(id))?.contact?.email).toBe("alt@brandt.example");
    await db.$transaction((tx) => wantSync(tx, customerId, "full"));
    await follow();
    expect((await row(id))?.contact?.email).toBe("neu@brandt.example");
  });

  test("resumes where it was cut off", async () => {
    const written = await write({ contact: { name: "Gärtnerei Rosenduft", email: "post@rosenduft.example" } });
    await db.$transaction((tx) => wantSync(tx, customerId, "listing"));
    await sandbox.fault("sevdesk", "status-500", `/api/v1/Contact/${written.contactId}`);
    await expect(follow()).rejects.toMatchObject({ isRetryable: true });
    expect(await row(written.id)).toMatchObject({ staleAt: null, contact: { staleAt: expect.any(Date) } });
    await follow();
    expect(await row(written.id)).toMatchObject({ reason: "mandate_requested", contact: { staleAt: null } });
  });
});

describe("a range of days", () => {
  test("reads its open documents whatever the list shows; without a range only the list is read", async () => {
    const written = await write();
    expect(await syncRange(customerId, undefined)).toEqual({ found: null });
    expect(await row(written.id)).toBeNull();
    const { found } = await syncRange(customerId, { from: addDays(today(), -1), to: addDays(today(), 1) });
    expect(found).toBeGreaterThan(0);
    expect(await row(written.id)).toMatchObject({ staleAt: null, termLabel: DIRECT_DEBIT_TERM, needsDecision: true });
    expect(await syncRange(customerId, { from: "2020-01-01", to: "2020-02-01" })).toEqual({ found: 0 });
  });

  test.each([{ from: "2026-01-01" }, { to: "2026-01-01" }, { from: "2026-02-01", to: "2026-01-01" }])(
    "refuses %j",
    (input) => {
      expect(syncRequest.safeParse(input).success).toBe(false);
    },
  );

  test("lets a person transfer a partial invoice, which is stored as a down payment", async () => {
    const partial = await write({ type: "partial", amountCents: 20_000, paymentTermLabel: "Überweisung" });
    const range = { from: addDays(today(), -1), to: addDays(today(), 1) };
    const { content } = await readVouchers(customerId, range, { page: 0, size: 100 });
    expect(content.find(({ id }) => id === partial.id)).toMatchObject({ type: "down_payment", isTransferable: true });
    await transferInvoice(customerId, partial.id, actor);
    await follow();
    expect(await row(partial.id)).toMatchObject({
      kind: "down_payment",
      openCents: 20_000,
      reason: "mandate_requested",
    });
  });
});
