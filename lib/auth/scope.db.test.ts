import { describe, expect, test } from "vitest";
import { stopCollection } from "@/lib/collections/decision/mutations";
import { recordSteps } from "@/lib/collections/events/mutations";
import { confirmLate, setExcluded } from "@/lib/collections/instructions/mutations";
import { dismissReturn, reopenDismissed, writeNote } from "@/lib/collections/returns/mutations";
import { approveRetry, stopRetry } from "@/lib/collections/returns/retry-mutations";
import { db } from "@/lib/core/database/db";
import { AppError } from "@/lib/core/web/errors";
import { markDocument } from "@/lib/decision-queue/document-mutations";
import { storeDocument, storeGone, storeOpenAmount } from "@/lib/invoices/sync/mutations";
import { confirmMatch, rejectMatch } from "@/lib/mandates/matching/mutations";
import {
  deleteMandateRequest,
  requestMandate,
  resendMandateRequest,
  stepRequest,
} from "@/lib/mandates/requests/mutations";
import { findContactId, readContactPage } from "@/lib/payers/data";
import { retriggerPayout } from "@/lib/payouts/record/mutations";
import {
  bookDocument,
  connectedSupplier,
  decideNow,
  readInvoice,
  seedCollection,
  seedInvoice,
  seedMandate,
} from "@/test/supplier-data";

/** Calls every function that takes an id, as one supplier with another's ids. Nothing may change or be revealed. */
const [owner, stranger] = [await connectedSupplier(), await connectedSupplier()];
const mine = await seedCollection(owner.customerId);
const asked = await seedInvoice(owner.customerId);
await decideNow(owner.customerId, asked.id);
const request = await db.mandateRequest.findFirstOrThrow({ where: { customerId: owner.customerId } });
const proposed = await seedMandate(owner.customerId, asked.contactId);
await db.mandate.updateMany({
  where: { customerId: owner.customerId, id: proposed.id },
  data: { contactId: null, proposedContactId: asked.contactId, proposalReason: "same_email" },
});
const payout = await db.payout.create({
  data: {
    customerId: owner.customerId,
    id: "pay_owner",
    providerId: "PO1",
    status: "paid",
    amountCents: 1,
    archivedAt: new Date(),
  },
});

/** Reads all rows that belong to the owner. */
async function snapshot() {
  const where = { customerId: owner.customerId };
  const rows = [
    db.invoice.findMany({ where, orderBy: { id: "asc" } }),
    db.contact.findMany({ where, orderBy: { id: "asc" } }),
    db.collection.findMany({ where, orderBy: { id: "asc" } }),
    db.collectionEvent.findMany({ where, orderBy: { id: "asc" } }),
    db.mandate.findMany({ where, orderBy: { id: "asc" } }),
    db.mandateRequest.findMany({ where, orderBy: { id: "asc" } }),
    db.payout.findMany({ where, orderBy: { id: "asc" } }),
    db.auditEntry.findMany({ where, orderBy: { id: "asc" } }),
    db.notice.findMany({ where, orderBy: { id: "asc" } }),
    db.returnCase.findMany({ where, orderBy: { id: "asc" } }),
    db.invoiceNote.findMany({ where, orderBy: { id: "asc" } }),
  ];
  return await Promise.all(rows);
}

const { customerId, actor } = stranger;
const step = {
  id: "EV1",
  action: "confirmed",
  origin: null,
  cause: null,
  code: null,
  text: null,
  occurredAt: new Date(),
  willAttemptRetry: false,
};

const refused: [string, () => Promise<unknown>][] = [
  ["setExcluded", () => setExcluded(customerId, mine.invoice.id, true, actor)],
  ["confirmLate", () => confirmLate(customerId, mine.invoice.id, actor)],
  ["approveRetry", () => approveRetry(customerId, mine.invoice.id, actor)],
  ["stopRetry", () => stopRetry(customerId, mine.invoice.id, actor)],
  ["dismissReturn", () => dismissReturn(customerId, mine.invoice.id, actor)],
  ["reopenDismissed", () => reopenDismissed(customerId, mine.invoice.id, actor)],
  ["writeNote", () => writeNote(customerId, mine.invoice.id, "a note", actor)],
  ["stopCollection", () => stopCollection(customerId, mine.collection.id, actor)],
  ["requestMandate", () => requestMandate(customerId, { contactId: mine.invoice.contactId, byMail: true }, actor)],
  ["resendMandateRequest", () => resendMandateRequest(customerId, request.id, actor)],
  ["deleteMandateRequest", () => deleteMandateRequest(customerId, request.id, actor)],
  ["confirmMatch", () => confirmMatch(customerId, proposed.id, actor)],
  ["rejectMatch", () => rejectMatch(customerId, proposed.id, actor)],
  ["retriggerPayout", () => retriggerPayout(customerId, payout.id, actor)],
  ["retriggerPayout by GoCardless's id", () => retriggerPayout(customerId, payout.providerId, actor)],
  ["findContactId", () => findContactId(customerId, mine.invoice.contactId)],
  [
    "findContactId by the accounting system's id",
    () => findContactId(customerId, mine.invoice.entry.contactExternalId ?? ""),
  ],
];

describe("an id of another supplier is refused with not_found, like a missing one,", () => {
  test.each(refused)("by %s", async (_name, call) => {
    const before = await snapshot();
    await expect(call()).rejects.toSatisfy((error) => error instanceof AppError && error.code === "not_found");
    expect(await snapshot()).toEqual(before);
  });
});

describe("work for one supplier", () => {
  test("records no event for another supplier's collection", async () => {
    const before = await snapshot();
    await expect(recordSteps(customerId, mine.collection.id, [step])).rejects.toMatchObject({ code: "P2025" });
    expect(await snapshot()).toEqual(before);
  });

  test("changes no invoice and no mandate request of another supplier", async () => {
    const before = await snapshot();
    const row = await readInvoice(owner.customerId, mine.invoice.externalId);
    expect(await decideNow(customerId, mine.invoice.id)).toBeUndefined();
    await storeDocument(
      customerId,
      row,
      bookDocument({ ...mine.invoice.entry, contactExternalId: null }, { termLabel: "stolen" }),
    );
    await storeOpenAmount(customerId, row, { status: "paid", openCents: 0 });
    await storeGone(customerId, row);
    expect(await db.$transaction((tx) => stepRequest(tx, customerId, request.id, "cancelled", {}))).toBe(false);
    expect(await snapshot()).toEqual(before);
  });

  test("stores a document with the same id in two suppliers' accounting systems as two invoices", async () => {
    const { externalId } = mine.invoice;
    await db.$transaction((tx) =>
      markDocument(
        tx,
        customerId,
        { books: "LEXOFFICE", externalId, externalType: "invoice", kind: "invoice" },
        "document",
        new Date(),
      ),
    );
    expect(await readInvoice(customerId, externalId)).toMatchObject({ bookStatus: "draft" });
    expect(await readInvoice(owner.customerId, externalId)).toMatchObject({ bookStatus: "open", staleAt: null });
    expect((await readInvoice(customerId, externalId)).id).not.toBe(mine.invoice.id);
  });

  test("lists only the supplier's own contacts", async () => {
    expect(await readContactPage(customerId, { page: 0, size: 25, sort: "asc" })).toMatchObject({
      totalElements: 0,
      content: [],
    });
    expect(await readContactPage(owner.customerId, { page: 0, size: 25, sort: "asc" })).toMatchObject({
      totalElements: 2,
    });
  });
});

test("the ids used above are valid: their owner may use them", async () => {
  await setExcluded(owner.customerId, mine.invoice.id, true, owner.actor);
  await confirmMatch(owner.customerId, proposed.id, owner.actor);
  await resendMandateRequest(owner.customerId, request.id, owner.actor);
  await retriggerPayout(owner.customerId, payout.id, owner.actor);
  expect(await findContactId(owner.customerId, mine.invoice.entry.contactExternalId ?? "")).toBe(
    mine.invoice.contactId,
  );
});
