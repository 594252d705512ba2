import type { CustomerId } from "@/lib/auth/scope";
import { ATTEMPT } from "@/lib/collections/attempts/data";
import { FOR_DECISION } from "@/lib/collections/decision/data";
import { FORMER, inOtherSystems } from "@/lib/collections/related/data";
import { db } from "@/lib/core/database/db";
import type { Invoice, Prisma } from "@/lib/core/prisma/client";
import { DIFFERING_KINDS } from "@/lib/notices/types";

const SHOWN = {
  ...FOR_DECISION,
  ...{ hint: true, history: true },
  notes: { orderBy: { createdAt: "desc" } },
  notices: { where: { resolvedAt: null, kind: { in: [...DIFFERING_KINDS] } }, orderBy: { createdAt: "desc" } },
  mandateRequests: { orderBy: { createdAt: "desc" } },
  collections: { ...FOR_DECISION.collections, include: ATTEMPT },
} satisfies Prisma.InvoiceInclude;

const PREVIOUS_SHOWN = { ...FORMER, notes: true, collections: { include: ATTEMPT } } as const;

/** Returns an invoice with all that its page shows; null if the supplier has no invoice with this id. */
export async function readShownInvoice(
  customerId: CustomerId,
  id: string,
): Promise<Prisma.InvoiceGetPayload<{ include: typeof SHOWN }> | null> {
  return await db.invoice.findUnique({ where: { customerId_id: { customerId, id } }, include: SHOWN });
}

/** Returns the rows of the same document from previous systems. Their history belongs on the page of this invoice. */
export async function readShownFormer(
  row: Invoice,
): Promise<Prisma.InvoiceGetPayload<{ select: typeof PREVIOUS_SHOWN }>[]> {
  return await db.invoice.findMany({ where: inOtherSystems(row), select: PREVIOUS_SHOWN });
}
