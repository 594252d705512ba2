import type { StoredAttempt } from "@/lib/collections/attempts/data";
import { contactName } from "@/lib/contacts/rules";
import type { CollectionStatus } from "@/lib/core/prisma/enums";
import { type Day, fromDate } from "@/lib/core/time/dates";
import { historyOf, isAtPreviousAccount, isNotWithBank } from "@/lib/statuses/collection-rules";

export interface AttemptEvent {
  id: string;
  status: CollectionStatus;
  action: string;
  cause?: string;
  code?: string;
  at: string;
}

export interface Attempt {
  id: string;
  attempt: number;
  status: CollectionStatus;
  holdsInvoice: boolean;
  amountCents: number;
  reference: string;
  debitDate: Day;
  wantedDate: Day;
  failureCode?: string;
  failureCause?: string;
  willAttemptRetry: boolean;
  isDuplicate: boolean;
  cancelRequestedAt?: string;
  cancelReason?: string;
  canCancel: boolean;
  /** True if the payment is at a GoCardless account that is not connected: we can neither read nor cancel it. */
  isAtPreviousAccount: boolean;
  /** The payer whose account is debited, if it is not the invoice's contact. */
  payerName?: string;
  createdAt: string;
  events: AttemptEvent[];
}

/**
 * Returns an attempt for the page of its invoice.
 *
 * @param contactId the invoice's contact
 */
export function attemptOf(row: StoredAttempt, contactId: string | null): Attempt {
  const { mandate } = row;
  const isAway = isAtPreviousAccount(row);
  return {
    id: row.id,
    attempt: row.attempt,
    status: row.status,
    holdsInvoice: row.holdsInvoice,
    amountCents: row.amountCents,
    reference: row.reference,
    debitDate: fromDate(row.chargeDate ?? row.requestedDate),
    wantedDate: fromDate(row.wantedDate),
    failureCode: row.failureCode ?? undefined,
    failureCause: row.failureCause ?? undefined,
    willAttemptRetry: row.willAttemptRetry,
    isDuplicate: row.isDuplicate,
    cancelRequestedAt: row.cancelRequestedAt?.toISOString(),
    cancelReason: row.cancelReason ?? undefined,
    canCancel: row.holdsInvoice && !row.cancelRequestedAt && isNotWithBank(row.status) && !isAway,
    isAtPreviousAccount: isAway,
    payerName: mandate.contactId === contactId ? undefined : payerOf(mandate),
    createdAt: row.createdAt.toISOString(),
    // Newest first, so that events of the same instant keep their order. "planned" is our own first event, which the
    // attempt itself already shows.
    events: historyOf(row.events)
      .toReversed()
      .filter((event) => event.action !== "planned")
      .map((event) => ({
        id: event.id,
        status: event.status,
        action: event.action,
        cause: event.cause ?? undefined,
        code: event.code ?? undefined,
        at: event.occurredAt.toISOString(),
      })),
  };
}

/** Returns the payer's name in the accounting system; for a mandate without a contact the name given at signing. */
function payerOf({ contact, payerName }: StoredAttempt["mandate"]): string | undefined {
  return (contact && contactName(contact)) || payerName || undefined;
}
