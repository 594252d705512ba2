import { createHash } from "node:crypto";
import type { Collection, Invoice, Payout } from "@/lib/core/prisma/client";
import { fromDate } from "@/lib/core/time/dates";
import type { DocumentEntry } from "@/lib/providers/accounting/port";
import type { ProviderPayment, ProviderPayout } from "@/lib/providers/payments/port";
import { agrees } from "@/lib/statuses/collection-rules";
import type { Finding } from "./types";

type Debit = Pick<Collection, "status" | "amountCents" | "chargeDate" | "invoiceId">;

/** Returns the differences in status, amount and charge date between a collection and its payment. */
export function paymentFindings(row: Debit, payment: ProviderPayment): Finding[] {
  const about = { subject: payment.id, invoiceId: row.invoiceId };
  const day = row.chargeDate ? fromDate(row.chargeDate) : "-";
  const findings: Finding[] = [];
  if (!agrees(row.status, payment.status))
    findings.push({ ...about, kind: "payment_status", ours: row.status, theirs: payment.status });
  if (row.amountCents !== payment.amountCents)
    findings.push({ ...about, kind: "payment_amount", ...cents(row.amountCents, payment.amountCents) });
  if (payment.chargeDate !== null && day !== payment.chargeDate)
    findings.push({ ...about, kind: "payment_date", ours: day, theirs: payment.chargeDate });
  return findings;
}

export function payoutFindings(row: Pick<Payout, "status" | "amountCents">, payout: ProviderPayout): Finding[] {
  const findings: Finding[] = [];
  if (row.status !== payout.status)
    findings.push({ subject: payout.id, kind: "payout_status", ours: row.status, theirs: payout.status });
  if (row.amountCents !== payout.amountCents)
    findings.push({ subject: payout.id, kind: "payout_amount", ...cents(row.amountCents, payout.amountCents) });
  return findings;
}

type Document = Pick<Invoice, "id" | "bookStatus" | "openCents">;

/** Returns the differences in status and open amount between an entry in the list of open documents and our row. */
export function documentFindings(row: Document, entry: DocumentEntry): Finding[] {
  const about = { subject: entry.externalId, invoiceId: row.id };
  const findings: Finding[] = [];
  if (row.bookStatus !== entry.status)
    findings.push({ ...about, kind: "document_status", ours: row.bookStatus, theirs: entry.status });
  if (row.openCents !== entry.openCents)
    findings.push({ ...about, kind: "document_amount", ...cents(row.openCents, entry.openCents) });
  return findings;
}

function cents(ours: number, theirs: number): { ours: string; theirs: string } {
  return { ours: String(ours), theirs: String(theirs) };
}

/** Comparisons start spread over this time after the nightly job, so that vendors and workers see no peak in load. */
const SPREAD_SECONDS = 3 * 3600;

/** Returns how many seconds after the nightly job a supplier's comparison starts: the same every night. */
export function placeInNight(customerId: string): number {
  return createHash("sha256").update(customerId).digest().readUInt32BE() % SPREAD_SECONDS;
}
