import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { wantSync } from "@/lib/connections/record/mutations";
import { db } from "@/lib/core/database/db";
import { syncInvoices } from "@/lib/invoices/sync/jobs";
import { TestSandbox } from "@/test/sandbox";
import { openNotices } from "@/test/supplier-data";
import { supplierAtTwins, type TwinSupplier, writeInvoice } from "@/test/twin-supplier";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());

const ALWAYS = 1_000;
let supplier: TwinSupplier;
/** Ids in the order of reading: the earliest due date first. */
let ids: string[];

beforeEach(async () => {
  supplier = await supplierAtTwins(sandbox);
  ids = [];
  for (const [index, name] of ["Ahorn", "Buche", "Cedrus", "Douglas", "Eiche"].entries()) {
    const contact = { name, email: `${name.toLowerCase()}@firma.example` };
    const { id } = await writeInvoice(sandbox, supplier, { contact, dueDate: `2099-01-0${index + 1}` });
    ids.push(id);
  }
});

const fail = (id: string | undefined, kind: string) => sandbox.fault("lexware", kind, `/v1/invoices/${id}`, ALWAYS);
const run = async () => {
  await db.$transaction((tx) => wantSync(tx, supplier.customerId, "listing"));
  await syncInvoices.run({ customerId: supplier.customerId });
};
/** Returns for each document whether it was read, with its contact. */
const read = async () => {
  const where = { customerId: supplier.customerId };
  const rows = await db.invoice.findMany({ where, include: { contact: true } });
  return ids.map((id) => {
    const row = rows.find(({ externalId }) => externalId === id);
    return row?.staleAt === null && row.contact?.staleAt === null;
  });
};
const told = async () => (await openNotices(supplier.customerId)).filter((key) => key.startsWith("unreadable:"));
const asked = async () =>
  (await sandbox.requests("lexware")).filter(({ path }) => ids.some((id) => path === `/v1/invoices/${id}`)).length;

test("reads all other documents if one request fails, and the failed one in the next run", async () => {
  await fail(ids[0], "status-500");
  await expect(run()).rejects.toMatchObject({ kind: "unavailable" });
  expect(await read()).toEqual([false, true, true, true, true]);
  expect(await told()).toEqual([]);
  await sandbox.clearFaults();
  await run();
  expect(await read()).toEqual([true, true, true, true, true]);
});

test("ends the run after three failures in a row, without requesting the rest", async () => {
  for (const id of ids) await fail(id, "status-500");
  await expect(run()).rejects.toMatchObject({ kind: "unavailable" });
  expect(await asked()).toBe(3);
  expect(await told()).toEqual([]);
});

test("raises a notice for a document that failed for a day, and no longer fails the run", async () => {
  await fail(ids[0], "status-500");
  await expect(run()).rejects.toMatchObject({ kind: "unavailable" });
  const twoDaysAgo = new Date(Date.now() - 2 * 24 * 3_600_000);
  const where = { customerId: supplier.customerId, externalId: ids[0] as string };
  await db.invoice.updateMany({ where, data: { staleAt: twoDaysAgo } });
  await run();
  expect(await told()).toEqual([`unreadable:LEXOFFICE:document:${ids[0]}`]);
  await sandbox.clearFaults();
  await run();
  expect(await told()).toEqual([]);
  expect(await read()).toEqual([true, true, true, true, true]);
});

test("raises a notice at once for a document that is refused, and tries it with every list", async () => {
  const real = globalThis.fetch;
  const refused = `/v1/invoices/${ids[0]}`;
  vi.stubGlobal("fetch", (input: URL | string, init?: RequestInit) =>
    String(input).endsWith(refused) ? Promise.resolve(new Response("{}", { status: 403 })) : real(input, init),
  );
  await run();
  vi.unstubAllGlobals();
  expect(await read()).toEqual([false, true, true, true, true]);
  expect(await told()).toEqual([`unreadable:LEXOFFICE:document:${ids[0]}`]);
  await run();
  expect(await read()).toEqual([true, true, true, true, true]);
  expect(await told()).toEqual([]);
});

test("reads all other contacts if the request for one fails", async () => {
  await run();
  const { customerId } = supplier;
  const [silent, other] = await db.contact.findMany({ where: { customerId }, orderBy: { id: "asc" } });
  const where = { customerId, id: { in: [silent?.id ?? "", other?.id ?? ""] } };
  await db.contact.updateMany({ where, data: { staleAt: new Date() } });
  await sandbox.fault("lexware", "status-500", `/v1/contacts/${silent?.externalId}`, ALWAYS);
  await expect(run()).rejects.toMatchObject({ kind: "unavailable" });
  const waiting = await db.contact.findMany({ where: { customerId, staleAt: { not: null } } });
  expect(waiting.map(({ id }) => id)).toEqual([silent?.id]);
});
