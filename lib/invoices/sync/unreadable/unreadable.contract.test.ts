import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { wantSync } from "@/lib/connections/record/mutations";
import { disconnect } from "@/lib/connections/record/provider";
import { db } from "@/lib/core/database/db";
import { syncInvoices } from "@/lib/invoices/sync/jobs";
import { readFaults } from "@/lib/operations/status/data";
import type { OnlineSystem } from "@/lib/providers/accounting/systems";
import { bend, straighten } from "@/test/bent-answers";
import { TestSandbox } from "@/test/sandbox";
import { openNotices } from "@/test/supplier-data";
import { type AccountingInvoice, DESKS, supplierAtTwins, type TwinSupplier, writeInvoice } from "@/test/twin-supplier";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());

/** No accounting system has documents of this form. */
const NO_DOCUMENT = { sumGross: "viel", openAmount: "viel", voucherDate: "bald" };
const NO_CONTACT = { parent: 7, company: 7 };

describe.each<OnlineSystem>(["LEXOFFICE", "SEVDESK"])("unreadable data in %s", (system) => {
  let supplier: TwinSupplier;
  let written: [AccountingInvoice, AccountingInvoice, AccountingInvoice];

  beforeEach(async () => {
    supplier = await supplierAtTwins(sandbox, system);
    const write = (name: string) =>
      writeInvoice(sandbox, supplier, { contact: { name, email: `${name.toLowerCase()}@firma.example` } });
    written = [await write("Ahorn"), await write("Buche"), await write("Cedrus")];
  });

  const run = async (how: "listing" | "marked" | "changes") => {
    await db.$transaction((tx) => wantSync(tx, supplier.customerId, how));
    await syncInvoices.run({ customerId: supplier.customerId });
    return (await db.syncRun.findFirstOrThrow({ where: { customerId: supplier.customerId }, orderBy: { id: "desc" } }))
      .status;
  };
  const markAll = () =>
    db.invoice.updateMany({
      where: { customerId: supplier.customerId },
      data: { staleAt: new Date(), openStaleAt: new Date() },
    });
  const rows = async () => {
    const all = await db.invoice.findMany({ where: { customerId: supplier.customerId }, include: { contact: true } });
    return written.map(({ id }) => all.find((row) => row.externalId === id));
  };
  /** Returns for each document whether it has a row, and whether it was read. */
  const read = async () => (await rows()).map((row) => row && row.staleAt === null && row.openStaleAt === null);
  const told = async () => (await openNotices(supplier.customerId)).filter((key) => key.startsWith("unreadable:"));
  const asked = async (id: string) =>
    (await sandbox.requests(DESKS[system].provider)).filter(({ path }) => path.endsWith(`/${id}`)).length;

  test("skips an unreadable list row with a notice, and stores it once it can be read", async () => {
    const before = (await readFaults()).unreadable;
    bend(written[1].id, NO_DOCUMENT);
    expect(await run("listing")).toBe("done");
    expect(await read()).toEqual([true, undefined, true]);
    expect(await told()).toEqual([`unreadable:${system}:document:${written[1].id}`]);
    const notice = await db.notice.findFirst({ where: { customerId: supplier.customerId, kind: "books_unreadable" } });
    expect(notice?.data).toEqual({ number: written[1].number });
    expect((await readFaults()).unreadable).toBe(before + 1);
    expect(await run("listing")).toBe("done");
    expect(await told()).toHaveLength(1);
    straighten();
    expect(await run("listing")).toBe("done");
    expect(await read()).toEqual([true, true, true]);
    expect(await told()).toEqual([]);
    expect((await readFaults()).unreadable).toBe(before);
  });

  test("skips an unreadable known document, decides nothing on old data, and tries it every hour", async () => {
    await run("listing");
    const [first] = await rows();
    bend(written[0].id, NO_DOCUMENT);
    expect(await run("listing")).toBe("done");
    expect(await read()).toEqual([false, true, true]);
    await markAll();
    expect(await run("marked")).toBe("done");
    expect(await read()).toEqual([false, true, true]);
    const notice = await db.notice.findFirst({ where: { customerId: supplier.customerId, kind: "books_unreadable" } });
    expect(notice?.data).toEqual({ number: written[0].number, invoiceId: first?.id });
    const tries = await asked(written[0].id);
    expect(await run("marked")).toBe("done");
    expect(await asked(written[0].id)).toBe(tries);
    expect(await run("listing")).toBe("done");
    expect(await asked(written[0].id)).toBeGreaterThan(tries);
    expect(await read()).toEqual([false, true, true]);
    straighten();
    expect(await run("listing")).toBe("done");
    expect([await read(), await told()]).toEqual([[true, true, true], []]);
  });

  test("does not stop the reading of other payers", async () => {
    bend(written[1].contactId, NO_CONTACT);
    expect(await run("listing")).toBe("done");
    const addresses = async () => (await rows()).map((row) => [row?.contact?.email, row?.contact?.staleAt === null]);
    expect(await addresses()).toEqual([
      ["ahorn@firma.example", true],
      [null, false],
      ["cedrus@firma.example", true],
    ]);
    expect(await told()).toEqual([`unreadable:${system}:contact:${written[1].contactId}`]);
    straighten();
    await run("listing");
    expect((await addresses())[1]).toEqual(["buche@firma.example", true]);
    expect(await told()).toEqual([]);
  });

  test("fails the run without a retry if a whole list is unreadable, but reads stale documents", async () => {
    const many = [...written, ...(await writeMany(sandbox, supplier, 9))];
    await run("listing");
    await markAll();
    const isList = ({ pathname, searchParams }: URL) =>
      /\/(Invoice|voucherlist)$/.test(pathname) && !searchParams.has("updateAfter");
    for (const { id } of many) bend(id, NO_DOCUMENT, isList);
    const { provider } = DESKS[system];
    await sandbox.desk(`/${provider}/invoices/${written[0].id}/pay`, {});
    expect(await run("listing")).toBe("failed");
    expect(await read()).toEqual([true, true, true]);
    expect((await rows())[0]?.bookStatus).toBe("paid");
    expect(await told()).toEqual([`unreadable:${system}:list:`]);
    straighten();
    expect(await run("listing")).toBe("done");
    expect(await told()).toEqual([]);
  });

  test("does not count as an unreadable list if a few rows are bad, and they are read one by one", async () => {
    await run("listing");
    for (const { id } of written) bend(id, NO_DOCUMENT, ({ pathname }) => /\/(Invoice|voucherlist)$/.test(pathname));
    await markAll();
    expect(await run("listing")).toBe("done");
    expect(await read()).toEqual([true, true, true]);
    expect(await told()).toEqual([]);
  });

  test("has its notices resolved when the accounting system is disconnected", async () => {
    bend(written[1].id, NO_DOCUMENT);
    await run("listing");
    expect(await told()).toHaveLength(1);
    await disconnect(supplier.customerId, system, supplier.actor);
    expect(await told()).toEqual([]);
  });
});

test("finds unreadable changes through a full list", async () => {
  const supplier = await supplierAtTwins(sandbox, "SEVDESK");
  const run = () => syncInvoices.run({ customerId: supplier.customerId });
  await writeInvoice(sandbox, supplier);
  await run();
  const ids = (await writeMany(sandbox, supplier, 12)).map(({ id }) => id);
  const where = { customerId: supplier.customerId, externalId: { in: ids } };
  const isChanges = (url: URL) => url.searchParams.has("updateAfter");
  const known = await db.invoice.findFirstOrThrow({ where: { customerId: supplier.customerId } });
  for (const id of [...ids, known.externalId]) bend(id, NO_DOCUMENT, isChanges);
  await run();
  expect(await db.invoice.count({ where })).toBe(12);
});

async function writeMany(at: TestSandbox, supplier: TwinSupplier, count: number): Promise<AccountingInvoice[]> {
  const many: AccountingInvoice[] = [];
  for (let i = 0; i < count; i += 1) many.push(await writeInvoice(at, supplier));
  return many;
}
