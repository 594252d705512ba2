import type { CustomerId } from "@/lib/auth/scope";
import { contactWhere } from "@/lib/contacts/rules";
import { db, type Prisma } from "@/lib/core/database/db";
import { CONTACT, likely, type PayerOfMandate } from "@/lib/mandates/matching/data";
import { USABLE } from "@/lib/statuses/mandate-rules";

const PAYER = { ...CONTACT, mandates: true, defaultMandate: true } as const;

/** Returns a contact with its mandates; null if the supplier has none with this id. */
export async function readPayer(
  customerId: CustomerId,
  id: string,
): Promise<Prisma.ContactGetPayload<{ select: typeof PAYER }> | null> {
  return await db.contact.findUnique({ where: { customerId_id: { customerId, id } }, select: PAYER });
}

const MOST = 10;
const SHARABLE = { id: true, reference: true, accountHint: true, contact: { select: CONTACT } } as const;

/** Returns usable mandates of other contacts that match a search; without one, of contacts that the payer may be. */
export async function readSharable(
  customerId: CustomerId,
  { contactId, payer, find }: { contactId: string; payer: PayerOfMandate; find: string | undefined },
): Promise<Prisma.MandateGetPayload<{ select: typeof SHARABLE }>[]> {
  return await db.mandate.findMany({
    where: {
      customerId,
      status: { in: USABLE },
      cancelRequestedAt: null,
      contactId: { not: contactId },
      contact: { isArchived: false, ...(find ? contactWhere(find) : likely(payer)) },
    },
    orderBy: [{ payerName: "asc" }, { id: "asc" }],
    take: MOST,
    select: SHARABLE,
  });
}
