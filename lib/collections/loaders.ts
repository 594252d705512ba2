import { type CONTACT_NAME, contactName } from "@/lib/contacts/rules";
import { type Day, fromDate } from "@/lib/core/dates";
import type { Prisma } from "@/lib/core/db";
import type { CollectionStatus } from "@/lib/core/prisma/enums";
import { historyOf, isAtFormerAccount, isNotWithBank } from "./status-rules";

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
  /** It stands at a GoCardless account that is not connected: we neither see nor stop it. */
  isAtFormerAccount: boolean;
  /** Whose account is debited, where it is not the invoice's customer. */
  payerName?: string;
  createdAt: string;
  events: AttemptEvent[];
}

type StoredAttempt = Prisma.CollectionGetPayload<{
  include: {
    events: true;
    mandate: { select: { status: true; contactId: true; payerName: true; contact: { select: typeof CONTACT_NAME } } };
  };
}>;

/**
 * For the invoice that was debited; the rows are read with it.
 *
 * @param contactId the invoice's customer
 */
export function attemptOf(row: StoredAttempt, contactId: string | null): Attempt {
  const { mandate } = row;
  const isAway = isAtFormerAccount(row);
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
    isAtFormerAccount: isAway,
    payerName: mandate.contactId === contactId ? undefined : payerOf(mandate),
    createdAt: row.createdAt.toISOString(),
    // Newest first, so that steps of the same instant keep their order. "planned" is our own first step, which the attempt itself already tells.
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

/** As the books know them; a mandate without a customer there goes by the name that was given at signing. */
function payerOf({ contact, payerName }: StoredAttempt["mandate"]): string | undefined {
  return (contact && contactName(contact)) || payerName || undefined;
}
