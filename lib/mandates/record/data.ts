import type { CustomerId } from "@/lib/auth/scope";
import { contactName } from "@/lib/contacts/rules";
import { db } from "@/lib/core/database/db";
import { fromDate } from "@/lib/core/time/dates";
import { AppError } from "@/lib/core/web/errors";

/** Returns everything we know of a mandate, as evidence that it was granted. @throws AppError `not_found` */
export async function readMandateRecord(customerId: CustomerId, mandateId: string) {
  const mandate = await db.mandate.findUnique({
    where: { customerId_id: { customerId, id: mandateId } },
    include: { contact: { include: { mandateRequests: { where: { mandateId }, take: 1 } } } },
  });
  if (!mandate) throw new AppError("not_found");
  const [customer, debits] = await Promise.all([
    db.customer.findUniqueOrThrow({
      where: { id: customerId },
      include: { connections: { where: { type: "GOCARDLESS" } } },
    }),
    db.collection.aggregate({
      where: { customerId, mandateId, providerId: { not: null } },
      _count: true,
      _min: { chargeDate: true },
      _max: { chargeDate: true },
    }),
  ]);
  const { companyName, address, zip, city, connections } = customer;
  const { contact } = mandate;
  const request = contact?.mandateRequests[0];
  return {
    supplier: { name: companyName, lines: [address, `${zip} ${city}`.trim()] },
    creditorName: connections[0]?.creditorName || companyName,
    creditorIdentifier: connections[0]?.creditorIdentifier ?? "",
    reference: mandate.reference,
    providerId: mandate.providerId,
    status: mandate.status,
    accountHint: mandate.accountHint,
    bankName: mandate.bankName,
    payer: {
      name: mandate.payerName || (contact ? contactName(contact) : ""),
      email: mandate.payerEmail,
      address: contact ? [contact.street, `${contact.zip} ${contact.city}`.trim()].filter(Boolean).join(", ") : "",
    },
    contactName: contact ? contactName(contact) : undefined,
    signedAt: mandate.signedAt,
    transferredAt: mandate.transferredAt,
    isReplaced: mandate.replacedById !== null,
    request,
    debits: {
      count: debits._count,
      first: debits._min.chargeDate ? fromDate(debits._min.chargeDate) : undefined,
      last: debits._max.chargeDate ? fromDate(debits._max.chargeDate) : undefined,
    },
  };
}

export type MandateRecord = Awaited<ReturnType<typeof readMandateRecord>>;
