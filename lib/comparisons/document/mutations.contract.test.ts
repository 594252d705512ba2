import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { wantSync } from "@/lib/connections/record/mutations";
import { db } from "@/lib/core/database/db";
import { storeEvents } from "@/lib/inbox/group-commit";
import { syncInvoices } from "@/lib/invoices/sync/jobs";
import { clearJobs } from "@/test/jobs";
import { TestSandbox } from "@/test/sandbox";
import { supplierAtTwins, type TwinSupplier, writeInvoice } from "@/test/twin-supplier";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());

let supplier: TwinSupplier;
beforeEach(clearJobs);

async function night() {
  await db.$transaction((tx) => wantSync(tx, supplier.customerId, "full"));
  await syncInvoices.run({ customerId: supplier.customerId });
}

async function differences() {
  const rows = await db.difference.findMany({ where: { customerId: supplier.customerId }, orderBy: { kind: "asc" } });
  return rows.map((row) => [row.kind, row.ours, row.theirs, row.repair]);
}

const invoice = (externalId: string) =>
  db.invoice.findFirstOrThrow({ where: { customerId: supplier.customerId, externalId } });
const state = async (id: string) => {
  const { bookStatus, openCents } = await invoice(id);
  return [bookStatus, openCents];
};
const pay = (id: string, what: string, body: object = {}) => sandbox.desk(`/lexware/invoices/${id}/${what}`, body);

describe("the nightly comparison with an accounting system that sends webhooks", () => {
  beforeEach(async () => {
    supplier = await supplierAtTwins();
  });

  test("finds no difference where every change is stored, waits in the inbox or has set a stale flag", async () => {
    const [one, two] = [await writeInvoice(sandbox, supplier), await writeInvoice(sandbox, supplier)];
    await night();
    await db.difference.deleteMany({ where: { customerId: supplier.customerId } });
    await pay(one.id, "part-pay", { amountCents: 1_000 });
    await storeEvents("LEXOFFICE", [
      {
        ...{ eventId: `paid-${one.id}`, organisationId: supplier.books, subject: `payment:${one.id}` },
        ...{ action: "payment.changed", occurredAt: new Date(), payload: {} },
      },
    ]);
    await pay(two.id, "part-pay", { amountCents: 2_000 });
    await db.invoice.updateMany({ where: { externalId: two.id }, data: { openStaleAt: new Date() } });
    await night();
    expect(await differences()).toEqual([]);
    expect(await state(one.id)).toEqual(["open", 10_900]);
    const where = { customerId_feed: { customerId: supplier.customerId, feed: "documents" as const } };
    expect(await db.comparison.findUniqueOrThrow({ where })).toMatchObject({
      seenCount: 2,
      finishedAt: expect.any(Date),
    });
  });

  test("stores one difference for each change that no event reported, and applies the change", async () => {
    const written = [];
    for (let n = 0; n < 3; n += 1) written.push(await writeInvoice(sandbox, supplier));
    const [paid, voided, parted] = written.map(({ id }) => id) as [string, string, string];
    await night();
    await db.difference.deleteMany({ where: { customerId: supplier.customerId } });
    await pay(paid, "pay");
    await pay(voided, "void");
    await pay(parted, "part-pay", { amountCents: 2_000 });
    const fresh = await writeInvoice(sandbox, supplier);
    await night();
    await night();
    expect(await differences()).toEqual([
      ["document_amount", "11900", "9900", "read_again"],
      ["document_missing", "open", "-", "read_again"],
      ["document_missing", "open", "-", "read_again"],
      ["document_unknown", "-", "open", "imported"],
    ]);
    expect([await state(paid), await state(voided), await state(parted), await state(fresh.id)]).toEqual([
      ["paid", 0],
      ["voided", 0],
      ["open", 9_900],
      ["open", 11_900],
    ]);
  });
});

test("finds no difference in changes since the last sync of an accounting system without webhooks", async () => {
  supplier = await supplierAtTwins(sandbox, "SEVDESK");
  const one = await writeInvoice(sandbox, supplier);
  await night();
  const two = await writeInvoice(sandbox, supplier);
  await sandbox.desk(`/sevdesk/invoices/${one.id}/pay`, {});
  await night();
  expect(await differences()).toEqual([]);
  expect([await state(one.id), await state(two.id)]).toEqual([
    ["paid", 0],
    ["open", 11_900],
  ]);
});
