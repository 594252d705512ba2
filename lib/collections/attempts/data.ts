import { DEBITED_MANDATE } from "@/lib/collections/related/data";
import { CONTACT_NAME } from "@/lib/contacts/rules";
import type { Prisma } from "@/lib/core/database/db";

/** The columns of a collection's mandate: those a decision reads, and the payer. */
const DEBITED = {
  ...DEBITED_MANDATE,
  ...{ nextPossibleChargeDate: true, payerName: true },
  contact: { select: CONTACT_NAME },
} as const;

/** The relations that the page of an invoice reads with each of its collections. */
export const ATTEMPT = { events: true, mandate: { select: DEBITED } } as const;

export type StoredAttempt = Prisma.CollectionGetPayload<{ include: typeof ATTEMPT }>;
