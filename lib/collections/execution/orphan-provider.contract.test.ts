import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { isStopped } from "@/lib/collections/attempts/instruction-rules";
import { setExcluded } from "@/lib/collections/instructions/mutations";
import { stopRetry } from "@/lib/collections/returns/retry-mutations";
import { withDirectDebit } from "@/lib/connections/provider/access";
import { db } from "@/lib/core/database/db";
import { today } from "@/lib/core/time/clock";
import { addDays, fromDate } from "@/lib/core/time/dates";
import { nextTargetDay } from "@/lib/core/time/target-calendar";
import { saveSettings } from "@/lib/customers/record/mutations";
import { syncInvoices } from "@/lib/invoices/sync/jobs";
import { TestSandbox } from "@/test/sandbox";
import { decideNow } from "@/test/supplier-data";
import { debitAtTwins, plannedAtTwins, readLedger, supplierAtTwins } from "@/test/twin-supplier";
import { carryOutCollection } from "./jobs";
import { followPayment, forgetReconciled, importOrphanedPayments } from "./orphan-provider";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());

test("an orphaned payment for a document from a file does not prevent other collections", async () => {
  const supplier = await supplierAtTwins();
  const { customerId, account } = supplier;
  const { collectionId, mandateId } = await plannedAtTwins(sandbox, supplier);
  // Made before the database was restored; the list with its document was uploaded after the backup.
  const { requestedDate } = await db.collection.findFirstOrThrow({ where: { customerId, id: collectionId } });
  const lost = {
    ...{ mandateId, amountCents: 7_000, reference: "RE-7", description: "RE-7", chargeDate: fromDate(requestedDate) },
    metadata: { collection: "col_01lost", invoice: "RE-7", intent: "DATEV:10001/RE-7:1" },
  };
  await withDirectDebit(customerId, (gc) => gc.payments.create(lost, randomUUID()));
  await db.connection.updateMany({ where: { customerId, type: "LEXOFFICE" }, data: { status: "disconnected" } });
  forgetReconciled();
  await carryOutCollection.run({ customerId, collectionId });
  expect(await db.collection.findFirst({ where: { customerId, id: collectionId } })).toMatchObject({
    status: "created",
  });
  const made = (await readLedger(sandbox)).gocardless.payments.filter(({ organisation }) => organisation === account);
  expect(made.map(({ metadata }) => metadata.collection).sort()).toEqual(["col_01lost", collectionId].sort());
});

const STATES = { "can bring money": "created", "was cancelled": "cancelled", failed: "failed" };

test.each([
  ["lifts it until the invoice is excluded", "can bring money"],
  ["leaves it in force if the retry was cancelled", "was cancelled"],
  ["leaves it in force if the retry failed", "failed"],
] as const)("an orphaned retry made after an instruction not to retry %s", async (_what, how) => {
  const supplier = await supplierAtTwins();
  const { customerId, actor } = supplier;
  const { written, invoiceId, collectionId, mandateId, paymentId } = await debitAtTwins(sandbox, supplier);
  await sandbox.desk(`/gocardless/payments/${paymentId}/fail`, { cause: "insufficient_funds", code: "AM04" });
  await withDirectDebit(customerId, async (gc) => {
    await followPayment(customerId, gc, collectionId, await gc.payments.read(paymentId));
  });
  await stopRetry(customerId, invoiceId, actor);
  // Approved and made after the backup, so that only GoCardless knows of both.
  const chargeDate = nextTargetDay(addDays(today(), 40));
  const lost = {
    ...{ mandateId, amountCents: 11_900, reference: "RE-1", description: "RE-1", chargeDate },
    metadata: { collection: "col_02lost", invoice: "RE-1", intent: `LEXOFFICE:${written.id}:2` },
  };
  const made = await withDirectDebit(customerId, (gc) => gc.payments.create(lost, randomUUID()));
  const end = { cause: "insufficient_funds", code: "AM04" };
  if (how === "was cancelled") await sandbox.desk(`/gocardless/payments/${made.id}/cancel`, {});
  if (how === "failed") await sandbox.desk(`/gocardless/payments/${made.id}/fail`, end);
  await importOrphanedPayments(customerId);
  await syncInvoices.run({ customerId });
  expect(await db.collection.findFirst({ where: { customerId, providerId: made.id } })).toMatchObject({
    ...{ retriedBy: "person", status: STATES[how] },
  });
  const waits = { outcome: "wait", reason: "failed_needs_action" };
  const row = () => db.invoice.findFirstOrThrow({ where: { customerId, id: invoiceId } });
  await saveSettings(customerId, { retriesReturns: true }, actor);
  if (how !== "can bring money") {
    expect(isStopped(await row())).toBe(true);
    expect(await decideNow(customerId, invoiceId)).toMatchObject(waits);
    return;
  }
  expect(isStopped(await row())).toBe(false);
  expect(await decideNow(customerId, invoiceId)).toMatchObject({ outcome: "keep" });
  await setExcluded(customerId, invoiceId, true, actor);
  await decideNow(customerId, invoiceId);
  await carryOutCollection.run({ customerId, collectionId: "col_02lost" });
  await setExcluded(customerId, invoiceId, false, actor);
  expect(await decideNow(customerId, invoiceId)).toMatchObject(waits);
  expect(isStopped(await row())).toBe(true);
});
