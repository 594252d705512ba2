import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { withAccounting } from "@/lib/connections/provider/access";
import { wantSync } from "@/lib/connections/record/mutations";
import { disconnect } from "@/lib/connections/record/provider";
import { connectByKey } from "@/lib/connections/sign-in/key-provider";
import { db } from "@/lib/core/database/db";
import { now } from "@/lib/core/time/clock";
import { ProviderError } from "@/lib/core/web/provider-error";
import { Unread } from "@/lib/invoices/sync/unreadable/mutations";
import type { Books } from "@/lib/providers/accounting/port";
import { DIRECT_DEBIT_TERM } from "@/prisma/seed/suppliers";
import { bend } from "@/test/bent-answers";
import { TestSandbox } from "@/test/sandbox";
import { openSevdesk, supplierAtTwins, type TwinSupplier, writeInvoice } from "@/test/twin-supplier";
import { syncInvoices } from "./jobs";
import { listWanted } from "./listing-provider";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());

let supplier: TwinSupplier;
const SUM = { amountCents: 12_345 };

/** An accounting system without webhooks, synced once. */
beforeEach(async () => {
  supplier = await supplierAtTwins(sandbox, "SEVDESK");
  await writeInvoice(sandbox, supplier);
  await run("listing");
});

async function run(how: "listing" | "changes"): Promise<void> {
  await db.$transaction((tx) => wantSync(tx, supplier.customerId, how));
  await syncInvoices.run({ customerId: supplier.customerId });
}

const connection = async () =>
  await db.connection.findUniqueOrThrow({
    where: { customerId_type: { customerId: supplier.customerId, type: "SEVDESK" } },
  });
const act = (id: string, what: string, body: object = {}) => sandbox.desk(`/sevdesk/invoices/${id}/${what}`, body);
const state = async ({ id }: { id: string }) => {
  const row = await db.invoice.findFirst({ where: { customerId: supplier.customerId, externalId: id } });
  return row && [row.bookStatus, row.openCents];
};
/** Returns the requests made while `doing` runs: lists of invoices, and all others. */
async function asked(doing: () => Promise<unknown>): Promise<{ lists: URLSearchParams[]; others: string[] }> {
  const before = (await sandbox.requests("sevdesk")).length;
  await doing();
  const made = (await sandbox.requests("sevdesk")).slice(before);
  const [lists, others] = [true, false].map((is) => made.filter(({ path }) => path.endsWith("/Invoice") === is));
  return {
    lists: (lists ?? []).map(({ query }) => new URLSearchParams(query)),
    others: (others ?? []).map(({ path }) => path),
  };
}

/** Syncs with the twin, with the given methods replaced. */
const readBy = (change: (books: Books) => Partial<Books>) =>
  withAccounting(supplier.customerId, async ({ books, capabilities }, type) => {
    const unread = await Unread.open(supplier.customerId, type, false);
    const shelf = { customerId: supplier.customerId, type, capabilities, run: "", unread };
    await listWanted({ ...shelf, books: { ...books, ...change(books) } }, await connection());
  });

describe("the changes since the last sync", () => {
  test("are stored for known documents; a settled document without a row here is ignored", async () => {
    const [part, paid, voided] = [
      await writeInvoice(sandbox, supplier),
      await writeInvoice(sandbox, supplier),
      await writeInvoice(sandbox, supplier),
    ];
    await run("changes");
    expect(await state(voided)).toEqual(["open", 11_900]);
    await act(part.id, "part-pay", { amountCents: 1_900 });
    await act(paid.id, "pay");
    await act(voided.id, "void");
    const [fresh, settled] = [await writeInvoice(sandbox, supplier), await writeInvoice(sandbox, supplier)];
    await act(settled.id, "pay");
    const draft = await writeInvoice(sandbox, supplier, { type: "draft" });
    const { lists } = await asked(() => run("changes"));
    expect(await Promise.all([part, paid, voided, fresh, settled, draft].map(state))).toEqual([
      ["open", 10_000],
      ["paid", 0],
      ["voided", 0],
      ["open", 11_900],
      null,
      null,
    ]);
    expect(lists.map((query) => [query.has("updateAfter"), query.has("status")])).toEqual([[true, false]]);
    const runs = await db.syncRun.findMany({ where: { customerId: supplier.customerId }, orderBy: { id: "desc" } });
    expect(runs[0]).toMatchObject({ kind: "changes", status: "done" });
    expect((await connection()).lastDocumentId).not.toBe(settled.id);
  });

  test("cost one call if there are none, and start before the newest change seen", async () => {
    await run("changes");
    const { changesReadUntil } = await connection();
    const { lists, others } = await asked(() => run("changes"));
    expect(others).toEqual([]);
    expect(lists).toHaveLength(1);
    const after = Number(lists[0]?.get("updateAfter")) * 1_000;
    expect((changesReadUntil?.getTime() ?? 0) - after).toBe(10 * 60_000 + 1_000);
    expect((await connection()).changesReadUntil).toEqual(changesReadUntil);
  });

  test("are read again from the same time if the sync was cut off between two pages", async () => {
    const before = await connection();
    await sandbox.passDays(1);
    const [one, two] = [await writeInvoice(sandbox, supplier), await writeInvoice(sandbox, supplier)];
    const cutOff = readBy((books) => ({
      listChanged: async ({ since, cursor }) => {
        if (cursor) throw new ProviderError("network", "the process died here");
        const { rows } = await books.listChanged({ since });
        return { rows: rows.filter((row) => row.externalId === two.id), unread: [], next: "more" };
      },
    }));
    await expect(cutOff).rejects.toMatchObject({ kind: "network" });
    expect(await Promise.all([one, two].map(state))).toEqual([null, ["open", 11_900]]);
    expect((await connection()).changesReadUntil).toEqual(before.changesReadUntil);
    await run("changes");
    expect(await state(one)).toEqual(["open", 11_900]);
    expect((await connection()).changesReadUntil?.getTime()).toBeGreaterThan(before.changesReadUntil?.getTime() ?? 0);
  });

  test.each(["changes", "listing"] as const)(
    "are found although a document has a change time in the future (%s)",
    async (how) => {
      const early = await writeInvoice(sandbox, supplier);
      bend(early.id, { update: "2040-01-01T00:00:00+01:00" });
      await run(how);
      expect(await state(early)).toEqual(["open", 11_900]);
      expect((await connection()).changesReadUntil?.getTime()).toBeLessThanOrEqual(now().getTime());
      const late = await writeInvoice(sandbox, supplier);
      await run("changes");
      expect(await state(late)).toEqual(["open", 11_900]);
    },
  );

  test("are read from now on if an earlier sync stored a time in the future", async () => {
    const where = { customerId: supplier.customerId, type: "SEVDESK" } as const;
    await db.connection.updateMany({ where, data: { changesReadUntil: new Date("2040-01-01") } });
    const late = await writeInvoice(sandbox, supplier);
    await run("changes");
    expect(await state(late)).toEqual(["open", 11_900]);
    expect((await connection()).changesReadUntil?.getTime()).toBeLessThanOrEqual(now().getTime());
  });

  test("keep their stale flags while the documents cannot be read", async () => {
    const one = await writeInvoice(sandbox, supplier);
    // For sevdesk, direct debit is recognised by the name of the payment method. A list row without that name does not
    // bring the whole document.
    bend(one.id, { paymentMethod: { id: "21919" } }, (url) => url.searchParams.has("updateAfter"));
    await sandbox.fault("sevdesk", "status-500", `/api/v1/Invoice/${one.id}`);
    await expect(run("changes")).rejects.toMatchObject({ isRetryable: true });
    await run("changes");
    const where = { customerId: supplier.customerId, externalId: one.id };
    expect(await db.invoice.findFirst({ where })).toMatchObject({
      staleAt: null,
      termLabel: expect.stringMatching(/./),
    });
  });

  test.each([
    ["changes", 2],
    ["listing", 3],
  ] as const)("cost only the calls of their lists for many new documents (%s)", async (how, listCalls) => {
    const contact = { name: "Viel GmbH", email: "post@viel.example" };
    const invoices = Array.from({ length: 501 }, () => ({ contact, paymentTermLabel: DIRECT_DEBIT_TERM, ...SUM }));
    const where = { customerId: supplier.customerId, totalCents: SUM.amountCents };
    await sandbox.desk("/sevdesk/invoices/bulk", { client: supplier.books, invoices });
    const { lists, others } = await asked(() => run(how));
    const read = { staleAt: null, openStaleAt: null, readAt: { not: null }, needsDecision: true };
    expect(await db.invoice.count({ where: { ...where, ...read, termLabel: DIRECT_DEBIT_TERM } })).toBe(501);
    expect(lists).toHaveLength(listCalls);
    // The payer, the payer's e-mail addresses and the postal address.
    expect(others).toHaveLength(3);
  });

  test("update a known document from the list alone, without another call", async () => {
    const one = await writeInvoice(sandbox, supplier);
    await run("changes");
    const where = { customerId: supplier.customerId, externalId: one.id };
    await db.invoice.updateMany({ where, data: { collectNowAt: now(), staleAt: new Date(), needsDecision: false } });
    await sandbox.passDays(1);
    await act(one.id, "change", { amountCents: 5_950, dueDate: "2030-05-04" });
    const { others } = await asked(() => run("changes"));
    expect(others).toEqual([]);
    expect(await db.invoice.findFirst({ where })).toMatchObject({
      ...{ totalCents: 5_950, openCents: 5_950, dueDate: new Date("2030-05-04"), collectNowAt: null },
      ...{ staleAt: null, needsDecision: true },
    });
  });

  test("are found by a full list if the system refuses the question or omits some", async () => {
    const [one, two] = [await writeInvoice(sandbox, supplier), await writeInvoice(sandbox, supplier)];
    await readBy(() => ({
      listChanged: async () => {
        throw new ProviderError("refused", "what is updateAfter?");
      },
    }));
    expect(await Promise.all([one, two].map(state))).toEqual([
      ["open", 11_900],
      ["open", 11_900],
    ]);
    await run("changes");
    await act(two.id, "pay");
    await readBy(() => ({ listChanged: async () => ({ rows: [], unread: [] }) }));
    expect(await state(two)).toEqual(["open", 11_900]);
    await run("listing");
    expect(await state(two)).toEqual(["paid", 0]);
  });
});

test("remembers the document changed last, even if it is settled and not in the list", async () => {
  const last = async () => (await connection()).lastDocumentId;
  const [paid, open] = [await writeInvoice(sandbox, supplier), await writeInvoice(sandbox, supplier)];
  await run("changes");
  await sandbox.passDays(1);
  await act(paid.id, "pay");
  await run("changes");
  expect(await last()).toBe(paid.id);
  await run("listing");
  expect(await last()).toBe(paid.id);
  await sandbox.passDays(1);
  await act(open.id, "part-pay", { amountCents: 1_900 });
  await run("listing");
  expect(await last()).toBe(open.id);
  // A document that the accounting system no longer has does not count.
  await db.invoice.updateMany({
    where: { customerId: supplier.customerId, externalId: open.id },
    data: { bookStatus: "deleted", listedUpdatedAt: new Date("2040-01-01") },
  });
  await sandbox.passDays(1);
  const fresh = await writeInvoice(sandbox, supplier);
  await run("changes");
  expect(await last()).toBe(fresh.id);
});

test("reads only payers without an e-mail address again with every list", async () => {
  const silent = { name: "Gärtnerei Rosenduft", email: null };
  const { contactId } = await writeInvoice(sandbox, supplier, { contact: silent });
  await run("changes");
  const contact = () => db.contact.findFirst({ where: { customerId: supplier.customerId, externalId: contactId } });
  expect(await contact()).toMatchObject({ email: null, staleAt: null });
  await sandbox.desk(`/sevdesk/contacts/${contactId}/change`, { email: "post@rosenduft.example" });
  const { others } = await asked(() => run("listing"));
  expect(await contact()).toMatchObject({ email: "post@rosenduft.example", staleAt: null });
  expect(others.filter((path) => path.includes("/Contact/"))).toEqual([`/api/v1/Contact/${contactId}`]);
});

describe("a change of account", () => {
  test("starts with a full list, and ignores a late sync of the former account", async () => {
    const former = await connection();
    expect(former.changesReadUntil).not.toBeNull();
    const { customerId, actor } = supplier;
    await disconnect(customerId, "SEVDESK", actor);
    const other = await openSevdesk(sandbox, "Werkstatt Neu");
    await connectByKey(supplier, "SEVDESK", other.apiKey);
    expect((await connection()).changesReadUntil).toBeNull();
    await writeInvoice(sandbox, { ...supplier, books: other.id });
    await withAccounting(customerId, async ({ books, capabilities }, type) => {
      const unread = await Unread.open(customerId, type, true);
      await listWanted({ customerId, type, books, capabilities, run: "", unread }, former);
    });
    expect((await connection()).changesReadUntil).toBeNull();
    const { lists } = await asked(() => syncInvoices.run({ customerId }));
    expect(lists.map((query) => query.get("status"))).toEqual(["200", "750"]);
    expect((await connection()).changesReadUntil).not.toBeNull();
  });
});
