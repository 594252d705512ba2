import type { ComparedFeed } from "@/lib/core/prisma/enums";
import { BOOKS, type Connectable } from "@/lib/vendors/types";

/** The vendors whose data each feed compares with ours. */
export const COMPARED_VENDORS: Record<ComparedFeed, Connectable[]> = {
  payments: ["GOCARDLESS"],
  payouts: ["GOCARDLESS"],
  mandates: ["GOCARDLESS"],
  documents: [...BOOKS],
};

/** The kinds of difference that each feed can find. */
export const DIFFERENCE_KINDS = {
  payments: [
    "payment_status",
    "payment_amount",
    "payment_date",
    /** Our payment, but the answer to our own call was never stored. */
    "payment_unadopted",
    /** The metadata names a collection that we do not have: our rows are older than the vendor's. */
    "payment_unknown",
    /** A second payment for one collection. */
    "payment_double",
    "payment_missing",
  ],
  payouts: ["payout_status", "payout_amount", "payout_unknown", "payout_missing"],
  mandates: ["mandate_status", "mandate_unknown", "mandate_missing"],
  documents: ["document_status", "document_amount", "document_unknown", "document_missing"],
} as const satisfies Record<ComparedFeed, readonly string[]>;

export type DifferenceKind = (typeof DIFFERENCE_KINDS)[ComparedFeed][number];

/**
 * A difference as it was found. Both sides are stored values such as a status or an amount, never a name or a purpose.
 */
export interface Finding {
  kind: DifferenceKind;
  /** The vendor's id of the payment, payout, mandate or document. */
  subject: string;
  ours: string;
  theirs: string;
  invoiceId?: string;
}
