import type { CustomerId } from "@/lib/auth/scope";
import { agreedDayOf, isRetryApproved, isRevoked, isStopped } from "@/lib/collections/attempts/instruction-rules";
import { isInstructionFor, mandateFactOf } from "@/lib/collections/attempts/mandate-rules";
import {
  attemptsOf,
  isOn,
  lastReturnOf,
  openReturnOf,
  planTriesOf,
  returnFactOf,
  triesOf,
} from "@/lib/collections/attempts/return-rules";
import { DEBITED_MANDATE, type PreviousInvoice, readPrevious, readRelated } from "@/lib/collections/related/data";
import { type DecisionInput, PAYS_BY, type Related } from "@/lib/collections/types";
import { isHeld } from "@/lib/connections/hold/rules";
import { mandateEmailOf } from "@/lib/contacts/rules";
import type { Tx } from "@/lib/core/database/db";
import type { Collection, Prisma } from "@/lib/core/prisma/client";
import { now, today } from "@/lib/core/time/clock";
import { type Day, dayOf, fromDate } from "@/lib/core/time/dates";
import { withinPlan } from "@/lib/customers/record/plan-rules";
import { mandatesFor } from "@/lib/mandates/rules";
import { entitlementOf } from "@/lib/subscriptions/contract/rules";
import { accountingInUse, isOutdated } from "@/lib/vendors/rules";
import type { AccountingSystem } from "@/lib/vendors/types";

/** Bounds that keep absurd amounts from being sent at all. The provider's own minimum and maximum take precedence. */
const MIN_CENTS = 1;
const MAX_CENTS = 99_999_999;

/** The relations that a decision needs of an invoice. */
export const FOR_DECISION = {
  contact: {
    include: {
      mandates: true,
      defaultMandate: true,
      proposals: { where: { contactId: null, isIgnored: false }, select: { id: true }, take: 1 },
      mandateRequests: { where: { status: { in: ["pending", "sent", "opened", "exited"] } } },
    },
  },
  collections: {
    orderBy: { attempt: "desc" },
    include: { mandate: { select: DEBITED_MANDATE } },
  },
} satisfies Prisma.InvoiceInclude;

export type StoredForDecision = Prisma.InvoiceGetPayload<{ include: typeof FOR_DECISION }>;

/** An invoice with the rows of the same document in other accounting systems. */
export type InvoiceForDecision = StoredForDecision & { former: PreviousInvoice[] };

export interface SupplierFacts {
  settings: DecisionInput["settings"];
  contract: DecisionInput["contract"];
  accounts: DecisionInput["accounts"];
  /** The accounting system in use. */
  books: AccountingSystem | undefined;
  /** The supplier's name and template for the text on bank statements. */
  texts: { companyName: string; paymentDescription: string | null };
  /** Mandate requests for invoices known before this instant are sent by hand. */
  byHandBefore: Date | null;
}

/** Reads the facts that are the same for all invoices of a supplier. */
export async function readSupplierFacts(tx: Tx, customerId: CustomerId): Promise<SupplierFacts> {
  const include = { connections: true, contract: true };
  return supplierFactsOf(await tx.customer.findUniqueOrThrow({ where: { id: customerId }, include }));
}

type SupplierRow = Prisma.CustomerGetPayload<{ include: { connections: true; contract: true } }>;

/** Returns the same facts for a supplier row that has already been read. */
export function supplierFactsOf(customer: SupplierRow): SupplierFacts {
  const { isActive, isPremium } = entitlementOf(customer.contract, now());
  const { noticeDays, maxOverdueDays, requestsMandates, retriesReturns, firstRequestsAt, byHandBefore } = customer;
  const { paymentConditions, daysEarlier, paymentDescription } = withinPlan(customer, isPremium);
  const books = accountingInUse(customer.connections);
  const payments = customer.connections.find((row) => row.type === "GOCARDLESS");
  return {
    settings: {
      paymentConditions,
      daysEarlier,
      noticeDays,
      maxOverdueDays,
      requestsMandates,
      areFirstRequestsConfirmed: firstRequestsAt !== null,
      retriesReturns,
      minCents: MIN_CENTS,
      maxCents: MAX_CENTS,
    },
    books: books?.type,
    texts: { companyName: customer.companyName, paymentDescription },
    byHandBefore,
    contract: { isActive, isPremium },
    accounts: {
      isAccountingConnected: books?.status === "connected",
      isAccountingOutdated: books !== undefined && isOutdated(books, today()),
      // Mandates and external schedules that existed before us are read before anything is collected.
      arePaymentsConnected:
        payments?.status === "connected" && payments.mandatesReadAt !== null && payments.schedulesReadAt !== null,
      heldUntil: payments && isHeld(payments, now()) ? (payments.heldUntil?.toISOString() ?? null) : null,
      verificationStatus: payments?.verificationStatus ?? null,
      hasUnconfirmedSchedules:
        payments?.schedulesConfirmedAt === null && payments.subscriptionCount + payments.instalmentCount > 0,
    },
  };
}

export async function readInvoiceForDecision(
  tx: Tx,
  customerId: CustomerId,
  invoiceId: string,
): Promise<InvoiceForDecision | null> {
  const where = { customerId_id: { customerId, id: invoiceId } };
  const row = await tx.invoice.findUnique({ where, include: FOR_DECISION });
  return row && { ...row, former: await readPrevious(tx, row) };
}

/** Returns the facts `decide` looks at, after reading those of related documents. */
export async function toDecisionInput(tx: Tx, row: InvoiceForDecision, facts: SupplierFacts): Promise<DecisionInput> {
  return decisionInputOf(row, facts, await readRelated(tx, row));
}

/** Returns the same facts if those of related documents are known. */
export function decisionInputOf(
  row: InvoiceForDecision,
  { books, byHandBefore, texts: _texts, ...facts }: SupplierFacts,
  related: Related,
): DecisionInput {
  const live = row.collections.find((collection) => collection.holdsInvoice);
  const attempts = attemptsOf(row);
  const returned = lastReturnOf(attempts);
  const failure = openReturnOf(attempts);
  const mandate = mandateFactOf(row, attempts, today());
  const { kind, bookStatus, currency, totalCents, openCents, isOpenUnknown } = row;
  const { termLabel, isArchived, isExcluded, isDueUnknown } = row;
  return {
    today: today(),
    invoice: {
      kind,
      bookStatus,
      currency,
      totalCents,
      openCents,
      isOpenUnknown,
      termLabel,
      paysBy: PAYS_BY.find((one) => one === row.paysBy) ?? null,
      isDueUnknown,
      isArchived,
      isExcluded,
      dueDate: fromDate(row.dueDate),
      heldUntil: row.heldUntil ? fromDate(row.heldUntil) : null,
      isLateConfirmed: row.lateConfirmedAt !== null,
      isRetryApproved: isRetryApproved(row, attempts) && isInstructionFor(row, returned, mandate),
      ...agreedDayOf(row, attempts),
      // Without Premium the instruction is inactive, but a collection that was started with it continues.
      collectNowOn: row.collectNowAt && (facts.contract.isPremium || live) ? dayOf(row.collectNowAt) : null,
      isTransferred: row.transferredAt !== null,
      isRequestedByHand: byHandBefore !== null && knownSince(row) < byHandBefore,
      isOfPreviousSystem: row.books !== books,
      related,
    },
    contact: row.contact && {
      hasEmail: mandateEmailOf(row.contact) !== null,
      isExcluded: row.contact.isExcluded,
      areRequestsOff: row.contact.requestsOff,
      isAlwaysCollected: row.contact.isAlwaysCollected,
      isDeceased: row.contact.deceasedAt !== null,
    },
    mandate,
    hasOpenRequest: (row.contact?.mandateRequests.length ?? 0) > 0,
    live: live
      ? {
          status: live.status,
          amountCents: live.amountCents,
          // A resubmitted collection is wanted on the day given at the provider, no longer on that of the returned
          // attempt.
          wantedDate: live.resubmittedAt ? chargeDateOf(live) : fromDate(live.wantedDate),
          chargeDate: chargeDateOf(live),
          dueDate: live.dueDate && fromDate(live.dueDate),
          retriedBy: live.retriedBy,
          isResubmitted: live.resubmittedAt !== null,
          isRevoked: isRevoked(row, attempts, live),
          isCalled: live.calledAt !== null || live.status !== "pending",
          isOnOthersMandate: isOthersMandate(row, live),
          isBesideResubmitted: row.collections.some((other) => other.isDuplicate),
          isAtPreviousAccount: live.mandate.status === "other_account",
        }
      : null,
    failure: failure ? returnFactOf(failure, attempts) : null,
    retry: {
      isStopped: isStopped(row),
      planTries: planTriesOf(attempts),
      tries: triesOf(attempts, mandate),
    },
    ...facts,
  };
}

/** Returns when the document was read first, in whichever accounting system. */
function knownSince({ createdAt, former }: InvoiceForDecision): Date {
  return former.reduce((first, other) => (other.createdAt < first ? other.createdAt : first), createdAt);
}

/** Returns the granted charge date, or the requested one until the provider has answered. */
function chargeDateOf({ chargeDate, requestedDate }: Pick<Collection, "chargeDate" | "requestedDate">): Day {
  return fromDate(chargeDate ?? requestedDate);
}

/**
 * True if a collection's mandate belongs to another payer than the invoice. A mandate without a confirmed contact
 * belongs to nobody else. A replaced mandate belongs to the payer of its successor.
 */
function isOthersMandate({ contact }: InvoiceForDecision, live: InvoiceForDecision["collections"][number]): boolean {
  if (!contact || live.mandate.contactId === null) return false;
  return !mandatesFor(contact).some(({ id }) => isOn(live, id));
}
