import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { now } from "@/lib/core/time/clock";
import type { EInvoice, ReadResult } from "@/lib/e-invoices/reading/types";
import { settleFiles } from "@/lib/e-invoices/tray/reading-mutations";
import { storeMandate } from "@/lib/mandates/record/mutations";
import { eInvoice, eInvoiceSupplier } from "@/test/applied-e-invoices";
import { clearJobs } from "@/test/jobs";
import { providerMandate } from "@/test/supplier-data";
import type { ReadInvoice } from "../types";

beforeEach(clearJobs);

const one = <T>(...values: T[]) => fc.constantFrom(...values);
/** Mostly the first value: files that are nearly all plain, and those that are not between them. */
const mostly = <T>(usual: T, ...others: T[]) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: one(...others) });
const facts: fc.Arbitrary<Partial<EInvoice>> = fc.record({
  number: fc.oneof(
    fc.integer({ min: 1, max: 20 }).map((at) => `RE-${at}`),
    mostly("RE-1", " RE-1 ", undefined),
  ),
  typeCode: mostly("380", "384", "393"),
  payableCents: mostly(11_900, 5_000),
  dueDate: mostly("2026-12-14", undefined),
  buyerId: one("K-1", "K-2", undefined),
  buyerVatId: mostly<string | undefined>(undefined, "DE999999999"),
  buyerEmail: one("a@kunde.example", "b@kunde.example", "keine Adresse", undefined),
  buyerName: mostly<string | undefined>("Bäckerei Sonnenschein KG", "Mühle GmbH", undefined),
  sellerVatId: mostly<string | undefined>("DE123456789", "DE999999999", undefined),
  creditorId: mostly<string | undefined>(undefined, "DE98ZZZ09999999999"),
  mandateReference: mostly<string | undefined>(undefined, "M-1", "M-2"),
  precedingNumbers: mostly<string[]>([], ["RE-1"], ["RE-2", "RE-3"]),
});
const outcome = mostly<ReadInvoice["outcome"]>("direct_debit", "other_means", "credit", "nothing_due");
const reading: fc.Arbitrary<ReadResult> = fc.oneof(
  { weight: 9, arbitrary: fc.tuple(outcome, facts).map(([is, changes]) => readOf(is, changes)) },
  { weight: 1, arbitrary: fc.constant({ outcome: "unreadable", reason: "malformed" } as const) },
);

function readOf(is: ReadInvoice["outcome"], changes: Partial<EInvoice>): ReadInvoice {
  return { outcome: is, invoice: eInvoice(changes), xml: new Uint8Array(), xmlSha1: "0" };
}

/** Creates a supplier who never used another accounting system, with a mandate. */
async function supplier(): Promise<CustomerId> {
  const { customerId } = await eInvoiceSupplier();
  await db.connection.deleteMany({ where: { customerId, type: "LEXOFFICE" } });
  await storeMandate(customerId, providerMandate({ reference: "M-1" }), {});
  return customerId;
}

async function received(customerId: CustomerId, reads: ReadResult[]) {
  const ids = reads.map(() => newId("eInvoiceFile")).sort();
  const stated = { name: "a.xml", byteCount: 1, receivedVia: "upload" as const, receivedAt: now() };
  await db.eInvoiceFile.createMany({ data: ids.map((id) => ({ customerId, id, digest: id, ...stated })) });
  return reads.map((result, at) => ({ id: ids[at] ?? "", result }));
}

/** Returns what a supplier has, without ids and times. */
async function stateOf(customerId: CustomerId) {
  const files = await db.eInvoiceFile.findMany({
    where: { customerId },
    orderBy: { id: "asc" },
    include: { invoice: { select: { externalId: true } } },
  });
  const invoices = await db.invoice.findMany({
    where: { customerId },
    orderBy: { externalId: "asc" },
    include: { contact: { select: { externalId: true } } },
  });
  const at = (id: string) => files.findIndex((file) => file.id === id);
  const named = (externalId = "") => externalId.replace(/@(.*)/, (_all, id) => `@${at(id)}`);
  return {
    files: files.map(({ status, outcome: is, reason, detail, xmlSha1, facts: stored, invoice, readAt }) => ({
      ...{ status, is, reason, detail, xmlSha1, stored, isRead: readAt !== null },
      invoice: named(invoice?.externalId),
    })),
    invoices: invoices.map(({ externalId, contact, ...row }) => ({
      ...{ externalId: named(externalId), contact: contact?.externalId },
      ...{ number: row.number, type: row.externalType, total: row.totalCents, open: row.openCents },
      ...{ credited: row.creditedCents, status: row.bookStatus, due: row.dueDate, isDueUnknown: row.isDueUnknown },
      ...{ paysBy: row.paysBy, mandate: row.mandateReference, name: row.contactName, needs: row.needsDecision },
    })),
    contacts: await db.contact.findMany({
      where: { customerId },
      select: { externalId: true, companyName: true, email: true, otherEmails: true, isArchived: true, books: true },
      orderBy: { externalId: "asc" },
    }),
    buyers: await db.eInvoiceBuyer.findMany({
      where: { customerId },
      select: { key: true, externalId: true },
      orderBy: { key: "asc" },
    }),
  };
}

/** The second file changes what the first one has added. */
const EXAMPLES = [
  { buyerEmail: undefined, buyerName: "Mühle GmbH" },
  { buyerEmail: "b@kunde.example" },
  { number: "RE-1042" },
  { mandateReference: "M-1" },
].map((changes): [ReadResult[]] => [
  [readOf("direct_debit", {}), readOf("direct_debit", { number: "RE-1043", ...changes })],
]);

test("files that are applied together end as they do one by one, whatever they state", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(reading, { minLength: 2, maxLength: 14 }), async (reads) => {
      const [together, apart] = [await supplier(), await supplier()];
      await settleFiles(together, await received(together, reads));
      for (const read of await received(apart, reads)) await settleFiles(apart, [read]);
      expect(await stateOf(together)).toEqual(await stateOf(apart));
    }),
    { numRuns: 8, seed: 48, examples: EXAMPLES },
  );
});
