import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { wantSync } from "@/lib/connections/record/mutations";
import { db } from "@/lib/core/database/db";
import { today } from "@/lib/core/time/clock";
import { addDays, toDate } from "@/lib/core/time/dates";
import { jobs } from "@/lib/jobs/catalogue";
import { DIRECT_DEBIT_TERM } from "@/prisma/seed/suppliers";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { TestSandbox } from "@/test/sandbox";
import { openNotices } from "@/test/supplier-data";
import { type AccountingInvoice, supplierAtTwins, type TwinSupplier, writeInvoice } from "@/test/twin-supplier";
import { syncInvoices } from "./jobs";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());

let supplier: TwinSupplier;
let written: AccountingInvoice[];

/** Three open invoices of two payers, in the order of their due dates. */
beforeEach(async () => {
  supplier = await supplierAtTwins();
  const [one, two] = [
    { name: "Café Ähre", email: "buero@aehre.example" },
    { name: "Hofladen Brandt", email: null },
  ];
  written = [
    await writeInvoice(sandbox, supplier, { contact: one, amountCents: 11_900, dueDate: addDays(today(), 10) }),
    await writeInvoice(sandbox, supplier, { contact: two, amountCents: 29_750, dueDate: addDays(today(), 20) }),
    await writeInvoice(sandbox, supplier, { contact: one, amountCents: 4_999, dueDate: addDays(today(), 30) }),
  ];
  await clearJobs();
});

const sync = () => syncInvoices.run({ customerId: supplier.customerId });
const list = () => db.$transaction((tx) => wantSync(tx, supplier.customerId, "listing"));
const rows = () =>
  db.invoice.findMany({
    where: { customerId: supplier.customerId },
    orderBy: { dueDate: "asc" },
    include: { contact: true },
  });
const runs = () => db.syncRun.findMany({ where: { customerId: supplier.customerId }, orderBy: { id: "asc" } });
const books = () =>
  db.connection.findUniqueOrThrow({
    where: { customerId_type: { customerId: supplier.customerId, type: "LEXOFFICE" } },
  });
/** Returns how often each document was read on its own. */
const reads = async () =>
  await Promise.all(written.map(async ({ id }) => (await sandbox.requests("lexware", `/v1/invoices/${id}`)).length));

describe("a sync run", () => {
  test("stores every open invoice with its contact, and enqueues decisions", async () => {
    await sync();
    expect(await rows()).toMatchObject(
      written.map(({ id, number }, i) => ({
        externalId: id,
        number,
        bookStatus: "open",
        openCents: [11_900, 29_750, 4_999][i],
        totalCents: [11_900, 29_750, 4_999][i],
        dueDate: toDate(addDays(today(), 10 * (i + 1))),
        termLabel: DIRECT_DEBIT_TERM,
        staleAt: null,
        openStaleAt: null,
        needsDecision: true,
        contact: { email: i === 1 ? null : "buero@aehre.example", staleAt: null },
      })),
    );
    expect(await db.contact.count({ where: { customerId: supplier.customerId } })).toBe(2);
    expect(await books()).toMatchObject({ listingWantedAt: null, lastSyncedAt: expect.any(Date) });
    expect(await runs()).toMatchObject([{ status: "done", total: 3, done: 3, error: null }]);
    expect(await waitingJobs(jobs.decideInvoices)).toEqual([{ customerId: supplier.customerId }]);
  });

  test("changes nothing when repeated, and reads no document twice", async () => {
    await sync();
    const before = await rows();
    await sync();
    await list();
    await sync();
    const facts = (all: typeof before) => all.map(({ updatedAt: _at, contact: _contact, ...row }) => row);
    expect(facts(await rows())).toEqual(facts(before));
    expect((await rows()).map((row) => row.contact)).toEqual(before.map((row) => row.contact));
    expect(await reads()).toEqual([1, 1, 1]);
    expect((await runs()).map((run) => run.status)).toEqual(["done", "done", "done"]);
  });

  test("reads the status of an invoice that is no longer in the list of open ones", async () => {
    await sync();
    await sandbox.desk(`/lexware/invoices/${written[1]?.id}/pay`, {});
    await list();
    await sync();
    expect((await rows()).map((row) => [row.bookStatus, row.openCents])).toEqual([
      ["open", 11_900],
      ["paid", 0],
      ["open", 4_999],
    ]);
  });
});

test("reads the open amounts of several stale documents in one list, also of settled ones", async () => {
  await sync();
  await sandbox.desk(`/lexware/invoices/${written[0]?.id}/pay`, {});
  await sandbox.desk(`/lexware/invoices/${written[1]?.id}/part-pay`, { amountCents: 1_000 });
  const marks = { staleAt: new Date(), openStaleAt: new Date() };
  await db.invoice.updateMany({ where: { customerId: supplier.customerId }, data: marks });
  const asked = async (path: string) => (await sandbox.requests("lexware", path)).length;
  const before = [await asked("/v1/payments"), await asked("/v1/voucherlist")];
  await sync();
  expect((await rows()).map((row) => [row.bookStatus, row.openCents])).toEqual([
    ["paid", 0],
    ["open", 28_750],
    ["open", 4_999],
  ]);
  expect([await asked("/v1/payments"), await asked("/v1/voucherlist")]).toEqual([before[0], (before[1] ?? 0) + 1]);
});

describe("a sync run that is cut off", () => {
  test.each(["status-500", "malformed-json", "reset"])(
    "reads the other documents if one fails (%s), resumes with that one, and reads nothing twice",
    async (fault) => {
      await sandbox.fault("lexware", fault, `/v1/invoices/${written[1]?.id}`);
      await expect(sync()).rejects.toMatchObject({ isRetryable: true });
      expect((await rows()).map((row) => row.staleAt === null)).toEqual([true, false, true]);
      expect(await runs()).toMatchObject([{ status: "failed", error: expect.any(String) }]);
      expect((await books()).lastSyncedAt).toBeNull();
      await sync();
      expect(await rows()).toMatchObject(written.map(({ number }) => ({ number, staleAt: null, openStaleAt: null })));
      expect(await reads()).toEqual([1, 2, 1]);
      expect((await runs()).map((run) => run.status)).toEqual(["failed", "done"]);
    },
  );

  test("does not treat invoices missing from an incomplete list as paid", async () => {
    await sync();
    await list();
    await sandbox.fault("lexware", "partial-page", "/v1/voucherlist");
    await expect(sync()).rejects.toMatchObject({ isRetryable: true });
    expect((await rows()).map((row) => [row.bookStatus, row.openStaleAt])).toEqual([
      ["open", null],
      ["open", null],
      ["open", null],
    ]);
    expect((await books()).listingWantedAt).not.toBeNull();
    await sync();
    expect((await books()).listingWantedAt).toBeNull();
    expect((await rows()).map((row) => row.bookStatus)).toEqual(["open", "open", "open"]);
  });

  test("is closed by the next run, which continues with its stale flags", async () => {
    await sync();
    await db.syncRun.updateMany({ where: { customerId: supplier.customerId }, data: { status: "running" } });
    await db.invoice.updateMany({
      where: { customerId: supplier.customerId, externalId: written[2]?.id },
      data: { staleAt: new Date(), number: "" },
    });
    await sync();
    expect((await rows())[2]).toMatchObject({ number: written[2]?.number, staleAt: null });
    expect((await runs()).map((run) => [run.status, run.error])).toEqual([
      ["failed", "interrupted"],
      ["done", null],
    ]);
  });

  test("ends without an error if the supplier revoked the connection at Lexware, and raises a notice", async () => {
    await sync();
    const { externalConnectionId } = await books();
    await sandbox.desk(`/lexware/connections/${externalConnectionId}/revoke`, {});
    await list();
    await clearJobs();
    await sync();
    expect(await books()).toMatchObject({ status: "revoked", accessToken: null });
    expect(await openNotices(supplier.customerId)).toContain("connection-lost:LEXOFFICE");
    expect(await rows()).toMatchObject(written.map(() => ({ bookStatus: "open", needsDecision: true })));
    expect(await waitingJobs(jobs.decideInvoices)).toEqual([{ customerId: supplier.customerId }]);
  });
});
