import type { CustomerId } from "@/lib/auth/scope";
import { ownStep, recordSteps } from "@/lib/collections/events/mutations";
import { isSecond, notifyDuplicate } from "@/lib/collections/execution/duplicate-mutations";
import { findOwn, followPayment, importOrphan } from "@/lib/collections/execution/orphan-provider";
import {
  closeComparison,
  keepDifferences,
  noteDifference,
  openComparison,
  settleDifference,
  subjectsUnderWay,
  turnPage,
} from "@/lib/comparisons/mutations";
import { paymentFindings } from "@/lib/comparisons/rules";
import type { Finding } from "@/lib/comparisons/types";
import { db } from "@/lib/core/database/db";
import type { Collection, Comparison } from "@/lib/core/prisma/client";
import type { CollectionStatus } from "@/lib/core/prisma/enums";
import { log } from "@/lib/core/telemetry/log";
import { now } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";
import { isNotThere } from "@/lib/core/web/provider-error";
import type { DirectDebit, ProviderPayment } from "@/lib/providers/payments/port";
import { CALL_MS, isNotWithBank, isReturned, takesMoney } from "@/lib/statuses/collection-rules";

/** A payer can have a direct debit refunded for up to thirteen months. */
const LOOK_BACK_MS = 400 * 24 * 3_600_000;
const MISSING_PER_ROUND = 100;

/**
 * Compares all payments of the last thirteen months with our collections, in both directions. A difference is repaired
 * only by storing the payment as it is listed, and its events; nothing is ever collected from here.
 */
export async function comparePayments(customerId: CustomerId, gc: DirectDebit, accountSince: Date): Promise<void> {
  let run = await openComparison(customerId, "payments");
  const since = new Date(run.startedAt.getTime() - LOOK_BACK_MS);
  while (!run.isListed) {
    const { rows, next } = await gc.payments.list({ since, cursor: run.cursor ?? undefined });
    const met = await comparePage(customerId, gc, rows);
    run = await turnPage(run, { met, seen: rows.length, next });
  }
  // A collection made at another GoCardless account cannot be in this list.
  await lookForMissing(customerId, gc, run, since < accountSince ? accountSince : since);
  await closeComparison(run);
}

/** @returns the ids of the payments on the page that belong to our collections */
async function comparePage(customerId: CustomerId, gc: DirectDebit, payments: ProviderPayment[]): Promise<string[]> {
  const ids = payments.map((payment) => payment.id);
  const rows = await db.collection.findMany({ where: { customerId, providerId: { in: ids } } });
  const underWay = await subjectsUnderWay(customerId);
  await keepDifferences(
    { customerId, feed: "payments" },
    ids.filter((id) => underWay.has(id)),
  );
  for (const payment of payments) {
    const row = rows.find((one) => one.providerId === payment.id);
    if (underWay.has(payment.id)) continue;
    if (row) await compareOne(customerId, gc, row, payment);
    // Without our metadata the payment belongs to another tool.
    else if (payment.metadata.collection && takesMoney(payment.status)) await takeIn(customerId, gc, payment);
  }
  return rows.flatMap(({ providerId }) => providerId ?? []);
}

async function compareOne(
  customerId: CustomerId,
  gc: DirectDebit,
  row: Collection,
  payment: ProviderPayment,
): Promise<void> {
  // We are cancelling this payment right now, so a difference is expected.
  if (row.cancelRequestedAt && isNotWithBank(row.status)) return;
  const findings = paymentFindings(row, payment);
  if (findings.length > 0) await repair(customerId, gc, findings, payment, row);
}

/**
 * Stores the findings, then imports the payment with its events, as after a restore. Findings that are gone afterwards
 * are settled; the others wait for a person.
 *
 * @param known the payment's collection; null if there is none yet
 */
async function repair(
  customerId: CustomerId,
  gc: DirectDebit,
  findings: Finding[],
  payment: ProviderPayment,
  known: Collection | null,
): Promise<void> {
  for (const finding of findings) await noteDifference(customerId, finding);
  await quietly(payment.id, async () => {
    const row = known ?? (await importOrphan(customerId, gc, payment));
    if (!row) return;
    await followPayment(customerId, gc, row.id, payment);
    const where = { customerId_id: { customerId, id: row.id } };
    const collection = await db.collection.findUniqueOrThrow({ where });
    const status = await revived(customerId, collection, payment);
    const standing = paymentFindings({ ...collection, status }, payment);
    const left = standing.map(({ kind }) => kind);
    for (const finding of findings)
      if (!left.includes(finding.kind))
        await settleDifference(customerId, finding, isImport(finding) ? "imported" : "read_again");
    // The payment has been imported, but it differs in another way now: that is a separate difference.
    for (const finding of standing)
      if (!findings.some(({ kind }) => kind === finding.kind)) await noteDifference(customerId, finding);
  });
}

function isImport({ kind }: Finding): boolean {
  return kind === "payment_unadopted" || kind === "payment_unknown";
}

/**
 * Returns the collection's status. A returned collection is reopened first if its payment takes money again although no
 * event says why. The reopened collection holds its invoice, so no second one starts.
 */
async function revived(customerId: CustomerId, row: Collection, payment: ProviderPayment): Promise<CollectionStatus> {
  const isRevived = isReturned(row.status) && takesMoney(payment.status) && payment.status !== "charged_back";
  if (!isRevived) return row.status;
  return await recordSteps(customerId, row.id, [ownStep("resubmission_requested", "payment_retried")]);
}

/**
 * Handles a payment whose metadata names a collection, while no collection has stored its id. It is a duplicate, a
 * payment whose creation we never stored, or one that our rows do not know.
 */
async function takeIn(customerId: CustomerId, gc: DirectDebit, payment: ProviderPayment): Promise<void> {
  const row = await findOwn(customerId, payment);
  const about = { subject: payment.id, theirs: payment.status, invoiceId: row?.invoiceId };
  if (row && isSecond(row, payment.id)) {
    await noteDifference(customerId, { ...about, kind: "payment_double", ours: row.providerId ?? "-" });
    return await notifyDuplicate(customerId, row, payment);
  }
  if (row?.calledAt && now().getTime() - row.calledAt.getTime() < CALL_MS) return;
  const finding: Finding = row
    ? { ...about, kind: "payment_unadopted", ours: row.status }
    : { ...about, kind: "payment_unknown", ours: "-" };
  await repair(customerId, gc, [finding], payment, row);
}

/** Reads each payment of ours that was not in the vendor's list, one by one: none is assumed to be missing. */
async function lookForMissing(customerId: CustomerId, gc: DirectDebit, run: Comparison, since: Date): Promise<void> {
  let after = "";
  for (;;) {
    const rows = await db.$queryRaw<{ id: string; providerId: string }[]>`
      SELECT c.id, c.provider_id AS "providerId" FROM collections c
      WHERE c.customer_id = ${customerId} AND c.provider_id IS NOT NULL AND c.id > ${after}
        AND c.created_at >= ${since} AND c.created_at < ${run.startedAt}
        AND NOT EXISTS (SELECT 1 FROM compared_items i
          WHERE i.customer_id = c.customer_id AND i.feed = 'payments' AND i.provider_id = c.provider_id)
      ORDER BY c.id LIMIT ${MISSING_PER_ROUND}`;
    for (const { id, providerId } of rows) await askFor(customerId, gc, id, providerId);
    const last = rows.at(-1);
    if (!last || rows.length < MISSING_PER_ROUND) return;
    after = last.id;
  }
}

async function askFor(customerId: CustomerId, gc: DirectDebit, id: string, paymentId: string): Promise<void> {
  const row = await db.collection.findUniqueOrThrow({ where: { customerId_id: { customerId, id } } });
  try {
    await compareOne(customerId, gc, row, await gc.payments.read(paymentId));
  } catch (error) {
    if (!isNotThere(error)) throw error;
    const about = { subject: paymentId, invoiceId: row.invoiceId };
    await noteDifference(customerId, { ...about, kind: "payment_missing", ours: row.status, theirs: "-" });
  }
}

/**
 * Runs one repair and logs its failure, so that the other repairs still run. The difference stays open, and the next
 * night tries again.
 */
async function quietly(subject: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof AppError) throw error;
    log.warn({ err: error, subject }, "reconciliation repair failed, will be retried");
  }
}
