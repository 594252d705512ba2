import type { CustomerId } from "@/lib/auth/scope";
import { closeComparison, openComparison, subjectsUnderWay } from "@/lib/comparisons/mutations";
import type { Finding } from "@/lib/comparisons/types";
import { followLeftBehind } from "@/lib/connections/account/mutations";
import { isHeld } from "@/lib/connections/hold/rules";
import { withDirectDebit } from "@/lib/connections/provider/access";
import { mandateEmailOf } from "@/lib/contacts/rules";
import { db } from "@/lib/core/database/db";
import { localeOf } from "@/lib/core/locales";
import type { Mandate } from "@/lib/core/prisma/client";
import { describeSpan } from "@/lib/core/telemetry/trace";
import { now } from "@/lib/core/time/clock";
import { invalidateAll } from "@/lib/decision-queue/mutations";
import { jobs } from "@/lib/jobs/catalogue";
import { work } from "@/lib/jobs/runner";
import { mailFactsOf } from "@/lib/mandates/requests/mail-rules";
import { noteRecipient } from "@/lib/mandates/requests/mutations";
import { readRequestForSigning } from "@/lib/mandates/signing/data";
import { ensureSigning } from "@/lib/mandates/signing/flow-provider";
import { queueMail } from "@/lib/outbox/mutations";
import type { DirectDebit, ProviderMandate } from "@/lib/providers/payments/port";
import { isUsable, OPEN_REQUESTS } from "@/lib/statuses/mandate-rules";
import { isOfConnection } from "@/lib/vendors/rules";
import { mandateFinding, noteRepairedMandate } from "./comparison-mutations";
import { lookForMissingMandates } from "./comparison-provider";
import { importMandate } from "./import-provider";

/** Starts the signing at GoCardless and queues the mail. For a cancelled request it ends the signing there. */
export const inviteToSign = work(jobs.inviteToSign, async ({ customerId, requestId }) => {
  const request = await readRequestForSigning(customerId, requestId);
  if (!request) return;
  describeSpan({}, { invoiceId: request.invoiceId ?? undefined });
  // Nobody signs at an account on hold. When the hold ends, the request is enqueued again.
  if (OPEN_REQUESTS.includes(request.status) && request.customer.connections.some((row) => isHeld(row, now()))) return;
  try {
    await withDirectDebit(customerId, async (gc) => {
      if (OPEN_REQUESTS.includes(request.status)) await ensureSigning(gc, request);
      else if (request.status === "cancelled" && request.billingRequestId)
        await gc.mandates.cancelSigning(request.billingRequestId);
    });
  } catch (error) {
    // Without a GoCardless connection nobody can sign, so the mail waits until it is connected again.
    if (isOfConnection(error)) return;
    throw error;
  }
  if (request.byMail && OPEN_REQUESTS.includes(request.status)) await promiseMail(customerId, request);
});

type Request = NonNullable<Awaited<ReturnType<typeof readRequestForSigning>>>;

async function promiseMail(customerId: CustomerId, request: Request): Promise<void> {
  // The contact as it is now: the mail may have waited for a connection, and the address may have been corrected.
  const recipient = mandateEmailOf(request.contact);
  if (!recipient) return;
  await db.$transaction(async (tx) => {
    const isMade = await queueMail(tx, customerId, {
      key: `mandate:${request.id}:${request.mailCount}`,
      template: "mandate-request",
      locale: localeOf(request.language),
      recipient,
      data: mailFactsOf(request),
    });
    if (isMade) await noteRecipient(tx, request, recipient);
  });
}

/**
 * Reads all mandates at GoCardless. Those with our metadata are ours; any other is at most proposed to a contact, for a
 * person to confirm. Where a mandate differs from our row, the difference is stored.
 */
export const recogniseMandates = work(jobs.recogniseMandates, async ({ customerId }) => {
  const where = { customerId_type: { customerId, type: "GOCARDLESS" } } as const;
  const mandatesReadAt = (await db.connection.findUnique({ where }))?.mandatesReadAt;
  // Nothing is collected before the first reading, so that one does not wait behind checks.
  const share = mandatesReadAt ? "checks" : "supplier";
  try {
    const read = async (gc: DirectDebit) => {
      const run = await openComparison(customerId, "mandates");
      const underWay = await subjectsUnderWay(customerId);
      const readFrom = new Date();
      let count = 0;
      let cursor: string | undefined;
      do {
        const { rows, next } = await gc.mandates.list(cursor);
        const providerId = { in: rows.map((mandate) => mandate.id) };
        const known = await db.mandate.findMany({ where: { customerId, providerId } });
        for (const mandate of rows) {
          const row = known.find((one) => one.providerId === mandate.id);
          const finding = await importIfRelevant(customerId, gc, mandate, row);
          // In the first reading all mandates are new, and for those with events in the inbox a change is expected.
          if (finding && mandatesReadAt && !underWay.has(mandate.id)) await noteRepairedMandate(customerId, finding);
        }
        count += rows.length;
        cursor = next;
      } while (cursor);
      await lookForMissingMandates(customerId, gc, readFrom);
      await closeComparison(run, count);
    };
    await withDirectDebit(customerId, read, share);
  } catch (error) {
    if (isOfConnection(error)) return;
    throw error;
  }
  await db.$transaction(async (tx) => {
    await tx.connection.updateMany({ where: { customerId, type: "GOCARDLESS" }, data: { mandatesReadAt: now() } });
    await followLeftBehind(tx, customerId);
    await invalidateAll(tx, customerId);
  });
});

/**
 * Imports a mandate, unless it ended before we knew it.
 *
 * @returns how it differed from our row
 */
async function importIfRelevant(
  customerId: CustomerId,
  gc: DirectDebit,
  mandate: ProviderMandate,
  known: Mandate | undefined,
): Promise<Finding | undefined> {
  // A mandate that ended before we knew it does not matter here. One that we know to have ended has not changed.
  if (!isUsable(mandate.status) && (!known || isKnownEnd(known, mandate))) return undefined;
  await importMandate(customerId, gc, mandate);
  return mandateFinding(known ?? null, mandate);
}

function isKnownEnd(known: Mandate, { status, newMandateId }: ProviderMandate): boolean {
  return known.status === status && (!newMandateId || known.replacedById !== null);
}
