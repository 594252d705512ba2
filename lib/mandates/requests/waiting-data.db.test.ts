import { expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { readStatistics } from "@/lib/dashboard/statistics-data";
import { isNeeded, NEED } from "@/lib/mandates/rules";
import { connectedSupplier, decideNow, type SeededInvoice, seedInvoice, seedMandate } from "@/test/supplier-data";
import { ensureMandateRequest } from "./mutations";
import { countWaitingRequests } from "./waiting-data";

type Supplier = Awaited<ReturnType<typeof connectedSupplier>>;
type Invoice = Parameters<typeof db.invoice.updateMany>[0]["data"];

const decideAgain = async ({ customerId }: Supplier, { id }: SeededInvoice, data: Invoice = {}) => {
  await db.invoice.updateMany({ where: { customerId, id }, data });
  await decideNow(customerId, id);
};

/** Returns how many open requests are needed, by the dashboard, by the documented API call and by the list. */
async function needed({ customerId }: Supplier): Promise<number[]> {
  const rows = await db.mandateRequest.findMany({ where: { customerId }, include: { contact: { select: NEED } } });
  const { pendingMandates } = await readStatistics(customerId);
  return [await countWaitingRequests(customerId), pendingMandates, rows.filter(isNeeded).length];
}

const CHANGES: [string, number, (supplier: Supplier, invoice: SeededInvoice) => Promise<unknown>][] = [
  ["nothing has changed", 1, async () => {}],
  ["the invoice was paid", 0, (one, invoice) => decideAgain(one, invoice, { bookStatus: "paid", openCents: 0 })],
  ["the invoice was excluded", 0, (one, invoice) => decideAgain(one, invoice, { isExcluded: true })],
  ["the invoice lies in the archive", 0, (one, invoice) => decideAgain(one, invoice, { isArchived: true })],
  [
    "the contact was excluded",
    0,
    async (one, invoice) => {
      await db.contact.updateMany({ where: { customerId: one.customerId }, data: { isExcluded: true } });
      await decideAgain(one, invoice);
    },
  ],
  [
    "the mandate came by another way",
    0,
    async (one, invoice) => {
      await seedMandate(one.customerId, invoice.contactId);
      await decideAgain(one, invoice);
    },
  ],
  [
    "another invoice of the payer waits for it",
    1,
    async (one, invoice) => {
      const other = await seedInvoice(one.customerId, {
        entry: { contactExternalId: invoice.entry.contactExternalId, number: "RE-1043" },
      });
      await decideAgain(one, invoice, { bookStatus: "paid", openCents: 0 });
      await decideAgain(one, other);
    },
  ],
];

test.each(CHANGES)("counts the needed requests of an invoice when %s: %i", async (_name, count, change) => {
  const supplier = await connectedSupplier();
  const invoice = await seedInvoice(supplier.customerId);
  await decideNow(supplier.customerId, invoice.id);
  expect(await needed(supplier)).toEqual([1, 1, 1]);
  await change(supplier, invoice);
  expect(await needed(supplier)).toEqual([count, count, count]);
});

test("counts a request sent by hand until the payer has a mandate or is archived", async () => {
  const supplier = await connectedSupplier();
  const { customerId } = supplier;
  const payers = await Promise.all([1, 2, 3, 4].map(() => seedInvoice(customerId)));
  // No invoice is open: the supplier requests mandates in advance.
  await db.invoice.updateMany({ where: { customerId }, data: { bookStatus: "paid", openCents: 0 } });
  for (const { contactId } of payers)
    await db.$transaction((tx) => ensureMandateRequest(tx, customerId, { contactId, byMail: true }));
  expect(await needed(supplier)).toEqual([4, 4, 4]);
  const [granted, sharing, archived] = payers.map(({ contactId }) => contactId) as [string, string, string, string];
  const mandate = await seedMandate(customerId, granted);
  await db.contact.updateMany({ where: { customerId, id: sharing }, data: { defaultMandateId: mandate.id } });
  await db.contact.updateMany({ where: { customerId, id: archived }, data: { isArchived: true } });
  expect(await needed(supplier)).toEqual([1, 1, 1]);
});
