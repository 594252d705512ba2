import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { awaitLocked } from "@/test/locks";
import { connectedSupplier, readInvoice, seedInvoice } from "@/test/supplier-data";
import { markDocuments, type ReportedDocument } from "./document-mutations";

const { customerId } = await connectedSupplier();
const other = await connectedSupplier();

function reported(externalId: string, changes: Partial<ReportedDocument> = {}): ReportedDocument {
  return {
    books: "LEXOFFICE",
    externalId,
    externalType: "invoice",
    kind: "invoice",
    what: "document",
    occurredAt: new Date(),
    ...changes,
  };
}
const mark = (...documents: ReportedDocument[]) => db.$transaction((tx) => markDocuments(tx, customerId, documents));
const flagsOf = async (externalId: string) => {
  const { staleAt, openStaleAt } = await readInvoice(customerId, externalId);
  return [staleAt !== null, openStaleAt !== null];
};

test("each of several documents gets its own flags: unknown, changed, only paid, and no newer than what was read", async () => {
  const [changed, paid, read] = [
    await seedInvoice(customerId),
    await seedInvoice(customerId),
    await seedInvoice(customerId),
  ];
  const fresh = randomUUID();
  await mark(
    reported(fresh),
    reported(changed.externalId),
    reported(paid.externalId, { what: "amount" }),
    reported(read.externalId, { occurredAt: read.entry.updatedAt }),
  );
  expect(await flagsOf(fresh)).toEqual([true, true]);
  expect(await flagsOf(changed.externalId)).toEqual([true, true]);
  expect(await flagsOf(paid.externalId)).toEqual([false, true]);
  expect(await flagsOf(read.externalId)).toEqual([false, false]);
});

test("events about a document and its payment are one change, and the newest event counts", async () => {
  const { externalId, entry } = await seedInvoice(customerId);
  const newest = new Date();
  const older = new Date(newest.getTime() - 60_000);
  await mark(
    reported(externalId, { occurredAt: newest }),
    reported(externalId, { occurredAt: older }),
    reported(externalId, { what: "amount" }),
  );
  expect(await readInvoice(customerId, externalId)).toMatchObject({ lastEventAt: newest });
  expect(await flagsOf(externalId)).toEqual([true, true]);
  const { externalId: unchanged } = await seedInvoice(customerId);
  await mark(reported(unchanged, { occurredAt: entry.updatedAt }), reported(unchanged, { what: "amount" }));
  expect(await flagsOf(unchanged)).toEqual([false, true]);
});

test("no document of another supplier is flagged", async () => {
  const { externalId, id } = await seedInvoice(other.customerId);
  await mark(reported(externalId), reported(randomUUID()));
  const where = { customerId_id: { customerId: other.customerId, id } };
  expect(await db.invoice.findUniqueOrThrow({ where })).toMatchObject({ staleAt: null, openStaleAt: null });
});

test("two transactions that report the same documents in opposite order wait for each other", async () => {
  const known = [await seedInvoice(customerId), await seedInvoice(customerId)].map((row) => row.externalId);
  const all = [...known, randomUUID(), randomUUID()];
  const second = await db.$transaction(async (tx) => {
    await markDocuments(
      tx,
      customerId,
      all.map((id) => reported(id)),
    );
    const waiting = mark(...all.toReversed().map((id) => reported(id)));
    await awaitLocked(1);
    return { waiting };
  });
  await second.waiting;
  for (const id of all) expect(await flagsOf(id)).toEqual([true, true]);
});
