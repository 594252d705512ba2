import type { CustomerId } from "@/lib/auth/scope";
import { isHeld } from "@/lib/connections/hold-rules";
import { booksOf, isOutdated } from "@/lib/connections/rules";
import type { AnyBooks } from "@/lib/connections/types";
import { mandateEmailOf } from "@/lib/contacts/rules";
import { now, today } from "@/lib/core/clock";
import { type Day, dayOf, fromDate } from "@/lib/core/dates";
import type { Tx } from "@/lib/core/db";
import type { Collection, Prisma } from "@/lib/core/prisma/client";
import { mandatesFor } from "@/lib/mandates/rules";
import { standingOf } from "@/lib/subscriptions/rules";
import { DEBITED_MANDATE, type Elsewhere, type FormerInvoice, readElsewhere, readFormer } from "./elsewhere-data";
import { isWordFor, mandateFactOf } from "./mandate-rules";
import { withinPlan } from "./plan-rules";
import { attemptsOf, isOn, lastReturnOf, openReturnOf, planTriesOf, returnFactOf, triesOf } from "./return-rules";
import type { DecisionInput } from "./types";
import { agreedDayOf, isRetryApproved, isStopped, isUnwanted } from "./word-rules";

/** The provider's word on smallest and largest debits wins; these keep nonsense from being sent at all. */
const MIN_CENTS = 1;
const MAX_CENTS = 99_999_999;

/** What an invoice has to be read with to decide it. */
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

/** With the same document in other books. */
export type InvoiceForDecision = StoredForDecision & { former: FormerInvoice[] };

export interface SupplierFacts {
  settings: DecisionInput["settings"];
  contract: DecisionInput["contract"];
  accounts: DecisionInput["accounts"];
  /** The system the books are kept in now. */
  books: AnyBooks | undefined;
}

/** What is the same for all invoices of a supplier. */
export async function readSupplierFacts(tx: Tx, customerId: CustomerId): Promise<SupplierFacts> {
  const include = { connections: true, contract: true };
  return supplierFactsOf(await tx.customer.findUniqueOrThrow({ where: { id: customerId }, include }));
}

type SupplierRow = Prisma.CustomerGetPayload<{ include: { connections: true; contract: true } }>;

/** The same of a supplier that has been read already. */
export function supplierFactsOf(customer: SupplierRow): SupplierFacts {
  const { isActive, isPremium } = standingOf(customer.contract, now());
  const { noticeDays, maxOverdueDays, requestsMandates, retriesReturns } = customer;
  const { paymentConditions, daysEarlier } = withinPlan(customer, isPremium);
  const books = booksOf(customer.connections);
  const payments = customer.connections.find((row) => row.type === "GOCARDLESS");
  return {
    settings: {
      paymentConditions,
      daysEarlier,
      noticeDays,
      maxOverdueDays,
      requestsMandates,
      retriesReturns,
      minCents: MIN_CENTS,
      maxCents: MAX_CENTS,
    },
    books: books?.type,
    contract: { isActive, isPremium },
    accounts: {
      areBooksConnected: books?.status === "connected",
      areBooksOutdated: books !== undefined && isOutdated(books, today()),
      // What was there before us is looked at first: mandates, and whatever else collects.
      arePaymentsConnected:
        payments?.status === "connected" && payments.mandatesReadAt !== null && payments.enginesReadAt !== null,
      heldUntil: payments && isHeld(payments, now()) ? (payments.heldUntil?.toISOString() ?? null) : null,
      verificationStatus: payments?.verificationStatus ?? null,
      hasUnconfirmedEngines:
        payments?.enginesConfirmedAt === null && payments.subscriptionCount + payments.instalmentCount > 0,
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
  return row && { ...row, former: await readFormer(tx, row) };
}

/** The facts `decide` looks at. */
export async function toDecisionInput(tx: Tx, row: InvoiceForDecision, facts: SupplierFacts): Promise<DecisionInput> {
  return decisionInputOf(row, facts, await readElsewhere(tx, row));
}

/** The same where it is known what is to be said of other invoices. */
export function decisionInputOf(
  row: InvoiceForDecision,
  { books, ...facts }: SupplierFacts,
  elsewhere: Elsewhere,
): DecisionInput {
  const live = row.collections.find((collection) => collection.holdsInvoice);
  const attempts = attemptsOf(row);
  const returned = lastReturnOf(attempts);
  const failure = openReturnOf(attempts);
  const mandate = mandateFactOf(row, attempts);
  const { kind, bookStatus, currency, totalCents, openCents, isOpenUnknown } = row;
  const { termLabel, isArchived, isExcluded } = row;
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
      isArchived,
      isExcluded,
      dueDate: fromDate(row.dueDate),
      heldUntil: row.heldUntil ? fromDate(row.heldUntil) : null,
      isLateConfirmed: row.lateConfirmedAt !== null,
      isRetryApproved: isRetryApproved(row, attempts) && isWordFor(row, returned, mandate),
      ...agreedDayOf(row, attempts),
      // What Premium left behind rests, but a debit that was begun by it takes its course.
      collectNowOn: row.collectNowAt && (facts.contract.isPremium || live) ? dayOf(row.collectNowAt) : null,
      isTransferred: row.transferredAt !== null,
      isOfFormerBooks: row.books !== books,
      ...elsewhere,
    },
    contact: row.contact && {
      hasEmail: mandateEmailOf(row.contact) !== null,
      isExcluded: row.contact.isExcluded,
      areRequestsOff: row.contact.requestsOff,
      isDeceased: row.contact.deceasedAt !== null,
    },
    mandate,
    hasOpenRequest: (row.contact?.mandateRequests.length ?? 0) > 0,
    live: live
      ? {
          status: live.status,
          amountCents: live.amountCents,
          // Taken up there, it is for the day that was given there, and no more for the one on which it came back.
          wantedDate: live.takenUpAt ? chargeDateOf(live) : fromDate(live.wantedDate),
          chargeDate: chargeDateOf(live),
          dueDate: live.dueDate && fromDate(live.dueDate),
          retriedBy: live.retriedBy,
          isTakenUp: live.takenUpAt !== null,
          isUnwanted: isUnwanted(row, attempts, live),
          isCalled: live.calledAt !== null || live.status !== "pending",
          isOnOthersMandate: isOthersMandate(row, live),
          isBesideRevived: row.collections.some((other) => other.isDuplicate),
          isAtFormerAccount: live.mandate.status === "other_account",
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

/** The granted day, or the requested one until the provider has answered. */
function chargeDateOf({ chargeDate, requestedDate }: Pick<Collection, "chargeDate" | "requestedDate">): Day {
  return fromDate(chargeDate ?? requestedDate);
}

/** A mandate that waits for a person to say whose it is, is nobody else's; one that was replaced is whose the new one is. */
function isOthersMandate({ contact }: InvoiceForDecision, live: InvoiceForDecision["collections"][number]): boolean {
  if (!contact || live.mandate.contactId === null) return false;
  return !mandatesFor(contact).some(({ id }) => isOn(live, id));
}
