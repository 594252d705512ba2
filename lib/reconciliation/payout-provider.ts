import type { CustomerId } from "@/lib/auth/scope";
import {
  closeComparison,
  keepDifferences,
  noteDifference,
  openComparison,
  settleDifference,
  subjectsUnderWay,
  turnPage,
} from "@/lib/comparisons/mutations";
import { payoutFindings } from "@/lib/comparisons/rules";
import type { Finding } from "@/lib/comparisons/types";
import { db } from "@/lib/core/database/db";
import { log } from "@/lib/core/telemetry/log";
import { AppError } from "@/lib/core/web/errors";
import { isNotThere } from "@/lib/core/web/provider-error";
import { archivePayout } from "@/lib/payouts/record/provider";
import { isInEuros } from "@/lib/payouts/rules";
import type { DirectDebit, ProviderPayout } from "@/lib/providers/payments/port";

/** GoCardless keeps the items of a payout readable for six months. */
const LOOK_BACK_MS = 180 * 24 * 3_600_000;

/**
 * Compares the payouts of the last six months with our archive. Payouts from before we worked for the account are
 * excluded, because they are not ours to book. Payouts made while the account was disconnected for a time are included.
 */
export async function comparePayouts(customerId: CustomerId, gc: DirectDebit, accountSince: Date): Promise<void> {
  let run = await openComparison(customerId, "payouts");
  const since = new Date(Math.max(run.startedAt.getTime() - LOOK_BACK_MS, accountSince.getTime()));
  while (!run.isListed) {
    const { rows, next } = await gc.payouts.list({ since, cursor: run.cursor ?? undefined });
    const met = await comparePage(customerId, rows);
    run = await turnPage(run, { met, seen: rows.length, next });
  }
  const items = await db.comparedItem.findMany({
    where: { customerId, feed: "payouts" },
    select: { providerId: true },
  });
  const missing = await db.payout.findMany({
    where: {
      customerId,
      paidAt: { gte: since, lt: run.startedAt },
      providerId: { notIn: items.map((item) => item.providerId) },
    },
  });
  for (const row of missing) await askFor(customerId, gc, row.providerId, row.status);
  await closeComparison(run);
}

/** @returns the ids of all payouts on the page */
async function comparePage(customerId: CustomerId, payouts: ProviderPayout[]): Promise<string[]> {
  const ids = payouts.map((payout) => payout.id);
  const rows = await db.payout.findMany({ where: { customerId, providerId: { in: ids } } });
  const underWay = await subjectsUnderWay(customerId);
  await keepDifferences(
    { customerId, feed: "payouts" },
    ids.filter((id) => underWay.has(id)),
  );
  for (const payout of payouts.filter(isInEuros)) {
    if (underWay.has(payout.id)) continue;
    const row = rows.find((one) => one.providerId === payout.id);
    if (row) await repair(customerId, payoutFindings(row, payout), payout.id);
    // GoCardless sends an event about a pending payout when it is paid.
    else if (payout.status !== "pending")
      await repair(
        customerId,
        [{ kind: "payout_unknown", subject: payout.id, ours: "-", theirs: payout.status }],
        payout.id,
      );
  }
  return ids;
}

/** Stores the findings, then archives the payout and its items again, as its event would. */
async function repair(customerId: CustomerId, findings: Finding[], payoutId: string): Promise<void> {
  if (findings.length === 0) return;
  for (const finding of findings) await noteDifference(customerId, finding);
  try {
    await archivePayout(customerId, payoutId);
    for (const finding of findings)
      await settleDifference(customerId, finding, finding.kind === "payout_unknown" ? "imported" : "read_again");
  } catch (error) {
    if (error instanceof AppError) throw error;
    log.warn({ err: error, payoutId }, "reconciliation repair failed, will be retried");
  }
}

async function askFor(customerId: CustomerId, gc: DirectDebit, payoutId: string, ours: string): Promise<void> {
  try {
    await gc.payouts.read(payoutId);
  } catch (error) {
    if (!isNotThere(error)) throw error;
    await noteDifference(customerId, { kind: "payout_missing", subject: payoutId, ours, theirs: "-" });
  }
}
