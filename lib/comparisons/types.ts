import { BOOKS, type Connectable } from "@/lib/connections/types";
import type { ComparedFeed } from "@/lib/core/prisma/enums";

/** Whose word is compared. */
export const COMPARED_VENDORS: Record<ComparedFeed, Connectable[]> = {
  payments: ["GOCARDLESS"],
  payouts: ["GOCARDLESS"],
  mandates: ["GOCARDLESS"],
  documents: [...BOOKS],
};

/** What may differ between a vendor and us, by feed. */
export const DIFFERENCE_KINDS = {
  payments: [
    "payment_status",
    "payment_amount",
    "payment_date",
    /** Ours, but the answer to our own call was never stored. */
    "payment_unadopted",
    /** Bears our mark, but we know of no such debit: our rows are older than the vendor's. */
    "payment_unknown",
    /** A second payment of one debit. */
    "payment_double",
    "payment_missing",
  ],
  payouts: ["payout_status", "payout_amount", "payout_unknown", "payout_missing"],
  mandates: ["mandate_status", "mandate_unknown", "mandate_missing"],
  documents: ["document_status", "document_amount", "document_unknown", "document_missing"],
} as const satisfies Record<ComparedFeed, readonly string[]>;

export type DifferenceKind = (typeof DIFFERENCE_KINDS)[ComparedFeed][number];

/** One difference as it was found; both sides in the words of the data, never a name or a purpose. */
export interface Finding {
  kind: DifferenceKind;
  /** The vendor's id of what differs. */
  subject: string;
  ours: string;
  theirs: string;
  invoiceId?: string;
}
