import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { decideInvoices } from "@/lib/collections/decision/jobs";
import { wantSync } from "@/lib/connections/record/mutations";
import { disconnect } from "@/lib/connections/record/provider";
import { connectByKey } from "@/lib/connections/sign-in/key-provider";
import { db } from "@/lib/core/database/db";
import { today } from "@/lib/core/time/clock";
import { addDays, fromDate } from "@/lib/core/time/dates";
import { makeBatch, takeBatch } from "@/lib/datev/batch/mutations";
import { importDatevFiles } from "@/lib/datev/import/jobs";
import { receiveFile, wantImport } from "@/lib/datev/import/mutations";
import { saveSettings } from "@/lib/datev/settings/mutations";
import { blankForm } from "@/lib/datev/settings/rules";
import { drainInbox } from "@/lib/events/jobs";
import { syncInvoices } from "@/lib/invoices/sync/jobs";
import type { JobWork } from "@/lib/jobs/runner";
import { retriggerPayout } from "@/lib/payouts/record/mutations";
import { toDocumentNumber } from "@/lib/providers/accounting/datev/extf/batch-text";
import type { AccountingSystem } from "@/lib/vendors/types";
import { seedConnection } from "@/prisma/seed/connect";
import { debtorFile, openItemList } from "@/test/datev-files";
import { readExtf } from "@/test/extf-reader";
import { TestSandbox } from "@/test/sandbox";
import {
  bringEvents,
  debitOnMandate,
  openSevdesk,
  readLedger,
  supplierAtTwins,
  type TwinSupplier,
  writeInvoice,
} from "@/test/twin-supplier";
import { bookPayouts } from "./jobs";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());

let supplier: TwinSupplier;
let payer: { name: string; email: string };
let number: string;

beforeEach(async () => {
  supplier = await supplierAtTwins(sandbox);
  payer = { name: "Café Ähre", email: `zahler-${randomUUID().slice(0, 8)}@aehre.example` };
  number = `RÄ ${randomUUID().slice(0, 6)}.047`;
});

const run = (job: JobWork) => job.run({ customerId: supplier.customerId });

async function payOut(paymentId: string): Promise<void> {
  await sandbox.desk(`/gocardless/payments/${paymentId}/pay-out`, {});
  await bringEvents(supplier);
  await run(drainInbox);
}

/** Disconnects the accounting system in use and connects another one. */
async function moveTo(system: Exclude<AccountingSystem, "EINVOICE">): Promise<void> {
  const { customerId, actor } = supplier;
  const inUse = await db.connection.findFirst({
    where: { customerId, status: "connected", type: { not: "GOCARDLESS" } },
  });
  if (inUse?.type === system) return;
  if (inUse) await disconnect(customerId, inUse.type as AccountingSystem, actor);
  const name = `Werkstatt ${randomUUID().slice(0, 8)}`;
  if (system === "LEXOFFICE") await seedConnection(supplier, system, { name });
  else if (system === "SEVDESK") await connectByKey(supplier, system, (await openSevdesk(sandbox, name)).apiKey);
  else await saveSettings(customerId, { ...blankForm(), consultant: "29098", client: "55003" }, actor);
}

async function hand(kind: "open_items" | "debtors", file: Buffer): Promise<void> {
  // Lists are distinguished by the time of their upload, so two must not share a millisecond.
  await wait(2);
  async function* body() {
    yield file;
  }
  const id = await receiveFile(supplier, { kind, name: `${kind}.csv`, body: body() });
  await wantImport(supplier.customerId, id, true, supplier.actor);
  await run(importDatevFiles);
}

/**
 * Writes an invoice of 119.00 in the accounting system in use and syncs it. For DATEV its number is shortened to what
 * the document field can hold.
 */
async function write(
  system: Exclude<AccountingSystem, "EINVOICE">,
  written: { number: string; contact: typeof payer },
): Promise<string> {
  const { customerId } = supplier;
  const { contact } = written;
  if (system === "DATEV") {
    const item = { debtor: "10042", amountCents: 11_900, dueDate: addDays(today(), 14) };
    await hand("open_items", openItemList([{ ...item, number: toDocumentNumber(written.number) }], today()));
    await hand("debtors", debtorFile([{ account: "10042", ...contact }]));
    const { externalId } = await db.invoice.findFirstOrThrow({
      where: { customerId, books: "DATEV", bookStatus: "open" },
    });
    return externalId;
  }
  const { organisationId } = await db.connection.findUniqueOrThrow({
    where: { customerId_type: { customerId, type: system } },
  });
  const { id } = await writeInvoice(sandbox, { ...supplier, system, books: organisationId ?? "" }, written);
  await db.$transaction((tx) => wantSync(tx, customerId, "listing"));
  await run(syncInvoices);
  return id;
}

const invoice = (externalId: string) =>
  db.invoice.findFirstOrThrow({
    where: { customerId: supplier.customerId, externalId },
    include: { collections: true, contact: { include: { mandates: true } } },
  });

test("a DATEV batch after an interrupted booking holds only the lines that sevdesk did not take", async () => {
  const { customerId, actor } = supplier;
  await moveTo("SEVDESK");
  const { paymentId } = await debitOnMandate(sandbox, supplier, await write("SEVDESK", { number, contact: payer }));
  await payOut(paymentId);
  const { providerId, arrivalDate } = await db.payout.findFirstOrThrow({ where: { customerId } });
  // sevdesk has the payment with its fee; the process dies before it sends the line of the payout.
  const real = globalThis.fetch;
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) =>
    String(init?.body).includes(providerId) ? Promise.reject(new TypeError("cut off")) : real(url, init),
  );
  await expect(run(bookPayouts)).rejects.toMatchObject({ isRetryable: true });
  vi.unstubAllGlobals();
  const lines = await db.booking.findMany({ where: { customerId }, orderBy: { id: "asc" } });
  expect(lines.map((line) => [line.kind, line.sentAt !== null, line.providerId !== null])).toEqual([
    ["payment", true, true],
    ["payout", false, false],
  ]);

  await moveTo("DATEV");
  await saveSettings(customerId, { ...blankForm(), consultant: "29098", client: "55003", bank: "1200" }, actor);
  const batchId = await makeBatch(customerId, fromDate(arrivalDate ?? new Date(0)).slice(0, 7), actor);
  const { rows } = readExtf(await buffer((await takeBatch(customerId, batchId)).body));
  expect(rows.map(({ cells }) => [cells[1], cells[7], cells[8]])).toEqual([["117,61", "1200", "1360"]]);
});

test("a payout retriggered around a move to DATEV hands over only the lines that sevdesk lacks", async () => {
  const { customerId, actor } = supplier;
  await moveTo("SEVDESK");
  const { paymentId } = await debitOnMandate(sandbox, supplier, await write("SEVDESK", { number, contact: payer }));
  await payOut(paymentId);
  const { id, arrivalDate } = await db.payout.findFirstOrThrow({ where: { customerId } });
  await run(bookPayouts);
  // The supplier retriggers the payout and moves to DATEV before the next booking run.
  await retriggerPayout(customerId, id, actor);
  await moveTo("DATEV");
  await saveSettings(customerId, { ...blankForm(), consultant: "29098", client: "55003", bank: "1200" }, actor);
  const month = fromDate(arrivalDate ?? new Date(0)).slice(0, 7);
  await expect(makeBatch(customerId, month, actor)).rejects.toMatchObject({ code: "nothing_to_hand_over" });
  await expect(retriggerPayout(customerId, id, actor)).rejects.toMatchObject({ code: "payout_in_former_books" });

  // If sevdesk had refused the line of the payout, that line alone would be left for the file.
  const where = { customerId, payoutId: id };
  await db.booking.updateMany({ where: { ...where, kind: "payout" }, data: { sentAt: null, providerId: null } });
  await db.payout.updateMany({ where: { customerId, id }, data: { bookingStatus: "needs_attention" } });
  await retriggerPayout(customerId, id, actor);
  const batchId = await makeBatch(customerId, month, actor);
  const { rows } = readExtf(await buffer((await takeBatch(customerId, batchId)).body));
  expect(rows.map(({ cells }) => [cells[1], cells[7], cells[8]])).toEqual([["117,61", "1200", "1360"]]);
});

const MOVES = [
  ["LEXOFFICE", "SEVDESK"],
  ["SEVDESK", "LEXOFFICE"],
  ["LEXOFFICE", "DATEV"],
  ["SEVDESK", "DATEV"],
  ["DATEV", "LEXOFFICE"],
  ["DATEV", "SEVDESK"],
] as const;

describe.each(MOVES)("moving from %s to %s", (from, to) => {
  let former: string;
  let debit: Awaited<ReturnType<typeof debitOnMandate>>;

  /** A collection of 119.00 for an invoice in the previous system. */
  beforeEach(async () => {
    await moveTo(from);
    former = await write(from, { number, contact: payer });
    debit = await debitOnMandate(sandbox, supplier, former);
  });

  async function bring(changes: { number?: string; contact?: typeof payer } = {}) {
    await moveTo(to);
    const externalId = await write(to, { number, contact: payer, ...changes });
    await run(decideInvoices);
    return await invoice(externalId);
  }

  test("does not collect the same invoice a second time, and keeps the collection of its previous row", async () => {
    expect(await bring()).toMatchObject({ books: to, reason: "collected_in_other_books", collections: [] });
    const left = { bookStatus: "deleted", openCents: 0, outcome: "keep", reason: "collection_running" };
    expect(await invoice(former)).toMatchObject({ ...left, collections: [{ status: "created", amountCents: 11_900 }] });
    await payOut(debit.paymentId);
    await run(bookPayouts);
    // The new system does not have the previous system's document, so its payment is booked there without a hint.
    const payouts = await db.payout.findMany({ where: { customerId: supplier.customerId } });
    expect(payouts).toMatchObject([{ bookingStatus: to === "DATEV" ? "pending" : "booked" }]);
    expect((await readLedger(sandbox)).lexware.hints.some((hint) => hint.voucherId === former)).toBe(false);
  });

  test("collects another invoice of the same payer on the existing mandate", async () => {
    const { contactId } = await invoice(former);
    const row = await bring({ number: `NEU-${randomUUID().slice(0, 6)}` });
    expect(row.contact).toMatchObject({ id: contactId, books: to });
    expect(row).toMatchObject({ outcome: "collect", contact: { mandates: [{ providerId: debit.mandateId }] } });
    expect(await db.mandateRequest.count({ where: { customerId: supplier.customerId } })).toBe(0);
  });

  test("asks a person to confirm a payer with the same name and another e-mail address", async () => {
    const contact = { ...payer, email: `neu-${randomUUID().slice(0, 8)}@aehre.example` };
    const row = await bring({ number: `NEU-${randomUUID().slice(0, 6)}`, contact });
    expect(row).toMatchObject({ reason: "match_unconfirmed" });
    const mandate = await db.mandate.findFirstOrThrow({ where: { customerId: supplier.customerId } });
    const { contactId } = row;
    expect(mandate).toMatchObject({ contactId: null, proposedContactId: contactId, proposalReason: "same_name" });
  });
});
