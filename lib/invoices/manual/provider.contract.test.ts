import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { decideInvoices } from "@/lib/collections/decision/jobs";
import { withAccounting } from "@/lib/connections/provider/access";
import { db } from "@/lib/core/database/db";
import { now, today } from "@/lib/core/time/clock";
import { addDays } from "@/lib/core/time/dates";
import { markDocument } from "@/lib/decision-queue/document-mutations";
import { runBulk } from "@/lib/invoices/bulk/jobs";
import { startTransfer } from "@/lib/invoices/bulk/mutations";
import { syncInvoices } from "@/lib/invoices/sync/jobs";
import { storeDocument } from "@/lib/invoices/sync/mutations";
import type { AccountingDocument } from "@/lib/providers/accounting/port";
import { TestSandbox } from "@/test/sandbox";
import { type AccountingInvoice, supplierAtTwins, writeInvoice } from "@/test/twin-supplier";
import { readVouchers } from "./data";
import { transferInvoice } from "./provider";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());

const supplier = await supplierAtTwins();
const stranger = await supplierAtTwins();
const { customerId, actor } = supplier;

const write = (changes: Parameters<typeof writeInvoice>[2] = {}) =>
  writeInvoice(sandbox, supplier, { paymentTermLabel: "Zahlbar binnen 14 Tagen", ...changes });
const act = (id: string, what: string, body: object = {}) => sandbox.desk(`/lexware/invoices/${id}/${what}`, body);
const follow = async () => {
  await syncInvoices.run({ customerId });
  await decideInvoices.run({ customerId });
};
const row = ({ id }: AccountingInvoice) => db.invoice.findFirstOrThrow({ where: { customerId, externalId: id } });
const range = { from: addDays(today(), -1), to: addDays(today(), 1) };

describe("a transfer without check", () => {
  test("stores a document that was never read, and requests a mandate from its payer", async () => {
    const invoice = await write();
    await transferInvoice(customerId, invoice.id, actor);
    await follow();
    expect(await row(invoice)).toMatchObject({ reason: "mandate_requested", openCents: 11_900 });
    const { id } = await row(invoice);
    expect(await db.auditEntry.findMany({ where: { customerId, subject: id } })).toMatchObject([
      { action: "invoice.transferred", userName: actor.userName, ip: actor.ip },
    ]);
  });

  test("accepts a document of which only a webhook is known", async () => {
    const invoice = await write();
    const told = { books: "LEXOFFICE", externalId: invoice.id, externalType: "invoice", kind: "invoice" } as const;
    await db.$transaction((tx) => markDocument(tx, customerId, told, "document", now()));
    await transferInvoice(customerId, invoice.id, actor);
    await follow();
    expect(await row(invoice)).toMatchObject({ reason: "mandate_requested", openCents: 11_900 });
  });

  test("accepts a document whose open amount is not read yet", async () => {
    const invoice = await write();
    const told = { books: "LEXOFFICE", externalId: invoice.id, externalType: "invoice", kind: "invoice" } as const;
    await db.$transaction((tx) => markDocument(tx, customerId, told, "document", now()));
    const half = await row(invoice);
    const document = await withAccounting(customerId, ({ books }) => books.readDocument(half));
    await storeDocument(customerId, half, document as AccountingDocument);
    expect(await row(invoice)).toMatchObject({ staleAt: null, openStaleAt: expect.any(Date), bookStatus: "draft" });
    await transferInvoice(customerId, invoice.id, actor);
    await follow();
    expect(await row(invoice)).toMatchObject({ reason: "mandate_requested", openCents: 11_900 });
  });

  test("makes one request and no second row when repeated, or after the document was read before", async () => {
    const invoice = await write();
    await db.connection.updateMany({ where: { customerId, type: "LEXOFFICE" }, data: { listingWantedAt: new Date() } });
    await follow();
    expect((await row(invoice)).reason).toBe("condition_mismatch");
    await transferInvoice(customerId, invoice.id, actor);
    await transferInvoice(customerId, invoice.id, actor);
    await follow();
    const { contactId, reason } = await row(invoice);
    expect(reason).toBe("mandate_requested");
    expect(await db.mandateRequest.count({ where: { customerId, contactId: contactId ?? "" } })).toBe(1);
  });

  test.each([
    ["pay", "paid"],
    ["void", "voided"],
  ])("refuses a document that is settled in the accounting system (%s), and stores nothing", async (what, reason) => {
    const invoice = await write();
    await act(invoice.id, what);
    await expect(transferInvoice(customerId, invoice.id, actor)).rejects.toMatchObject({
      code: "not_collectable",
      fields: [{ field: "reason", message: reason }],
    });
    expect(await db.invoice.count({ where: { customerId, externalId: invoice.id } })).toBe(0);
  });

  test("refuses drafts, unknown ids and documents of another organisation", async () => {
    const draft = await write({ type: "draft" });
    await expect(transferInvoice(customerId, draft.id, actor)).rejects.toMatchObject({ code: "not_collectable" });
    await expect(transferInvoice(customerId, randomUUID(), actor)).rejects.toMatchObject({ code: "not_found" });
    const foreign = await writeInvoice(sandbox, stranger);
    await expect(transferInvoice(customerId, foreign.id, actor)).rejects.toMatchObject({ code: "not_found" });
  });

  test("refuses an id that would change the request path, or another spelling of a known id", async () => {
    const invoice = await write();
    const before = (await sandbox.requests("lexware")).length;
    for (const id of [
      `../contacts/${invoice.contactId}`,
      `${invoice.id}?x=1`,
      `${invoice.id}/.`,
      "..",
      "%2e%2e",
      "a\nb",
    ])
      await expect(transferInvoice(customerId, id, actor)).rejects.toMatchObject({ code: "not_found" });
    expect(await sandbox.requests("lexware")).toHaveLength(before);
    await expect(transferInvoice(customerId, invoice.id.toUpperCase(), actor)).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await db.invoice.count({ where: { customerId, externalId: { startsWith: invoice.id } } })).toBe(0);
  });

  test("stores a reason for each refused document of several, also if the vendor is down", async () => {
    const [good, paid] = [await write(), await write()];
    await act(paid.id, "pay");
    const documents = [good, paid, { id: randomUUID(), number: "?" }].map(({ id, number }) => ({
      externalId: id,
      number,
    }));
    const { runId } = await startTransfer(customerId, [...documents, ...documents], actor);
    await runBulk.run({ customerId });
    const items = await db.bulkItem.findMany({ where: { customerId, runId }, orderBy: { position: "asc" } });
    expect(items.map((item) => item.reason)).toEqual([null, "paid", "not_found"]);

    const late = await write();
    await sandbox.fault("lexware", "status-500", `/v1/invoices/${late.id}`);
    const second = await startTransfer(customerId, [{ externalId: late.id, number: late.number }], actor);
    await runBulk.run({ customerId });
    const run = await db.bulkRun.findUniqueOrThrow({
      where: { customerId_id: { customerId, id: second.runId } },
      include: { items: true },
    });
    expect(run).toMatchObject({ status: "done", refusedCount: 1, items: [{ reason: "provider_unavailable" }] });
  });

  test("retries later after a rate limit, and refuses nothing", async () => {
    const invoice = await write();
    await sandbox.fault("lexware", "status-429", `/v1/invoices/${invoice.id}`);
    const { runId } = await startTransfer(customerId, [{ externalId: invoice.id, number: invoice.number }], actor);
    await expect(runBulk.run({ customerId })).rejects.toMatchObject({ kind: "rate_limited" });
    const state = async () =>
      await db.bulkRun.findUniqueOrThrow({ where: { customerId_id: { customerId, id: runId } } });
    expect(await state()).toMatchObject({ status: "running", doneCount: 0, refusedCount: 0 });
    // Clears the pause after a rate limit, which another test covers.
    await db.ratePace.deleteMany();
    await runBulk.run({ customerId });
    expect(await state()).toMatchObject({ status: "done", doneCount: 1, refusedCount: 0 });
  });
});

describe("the documents of a range of days", () => {
  test("are listed live, page by page, with what we know of them", async () => {
    const first = await write();
    await transferInvoice(customerId, first.id, actor);
    await follow();
    const later = await write();
    const all = await readVouchers(customerId, range, { page: 0, size: 250 });
    const found = (one: AccountingInvoice) => all.content.find((voucher) => voucher.id === one.id);
    expect(found(first)).toMatchObject({
      reason: "mandate_requested",
      isTransferable: true,
      amount: 119,
      type: "invoice",
    });
    expect(found(later)).toMatchObject({ invoiceId: null, reason: null, isTransferable: true });
    const pages = await Promise.all(
      Array.from({ length: Math.ceil(all.totalElements / 2) }, (_, page) =>
        readVouchers(customerId, range, { page, size: 2 }),
      ),
    );
    expect(pages.flatMap((page) => page.content.map((voucher) => voucher.id)).sort()).toEqual(
      all.content.map((voucher) => voucher.id).sort(),
    );
    expect(
      (await readVouchers(customerId, { from: "2020-01-01", to: "2020-02-01" }, { page: 0, size: 25 })).content,
    ).toEqual([]);
  });
});

describe("a down payment and its final invoice", () => {
  test("are stored with their own kinds and open amounts, the final one net of deductions", async () => {
    const contact = { name: "Bauherr Öz", email: `bau-${randomUUID().slice(0, 8)}@oez.example` };
    const down = await write({ contact, type: "downpaymentinvoice", amountCents: 30_000 });
    await act(down.id, "pay");
    const open = await write({ contact, type: "downpaymentinvoice", amountCents: 20_000 });
    const closing = await write({ contact, type: "closing", amountCents: 100_000, deductions: [down.id] });
    await transferInvoice(customerId, open.id, actor);
    await transferInvoice(customerId, closing.id, actor);
    await follow();
    expect(await row(open)).toMatchObject({ kind: "down_payment", openCents: 20_000 });
    expect(await row(closing)).toMatchObject({ kind: "closing", openCents: 70_000 });
  });
});
