import type { CustomerId } from "@/lib/auth/scope";
import { emailsOf } from "@/lib/contacts/rules";
import { db } from "@/lib/core/database/db";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { AppError, fieldRefusal } from "@/lib/core/web/errors";
import { OPEN_REQUESTS } from "@/lib/statuses/mandate-rules";

/**
 * Stores which of a contact's addresses gets the mandate mails. An open mandate request uses it from its next mail on.
 *
 * @throws AppError `not_found`; `address_unknown` if the accounting system does not have this address
 */
export async function setMandateEmail(
  customerId: CustomerId,
  contactId: string,
  email: string,
  actor: Actor,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const contact = await tx.contact.findUnique({ where: { customerId_id: { customerId, id: contactId } } });
    if (!contact) throw new AppError("not_found");
    if (!emailsOf(contact).some((held) => held === email))
      throw fieldRefusal("address_unknown", "The books do not hold this address.", "email");
    await tx.contact.updateMany({ where: { customerId, id: contactId }, data: { mandateEmail: email } });
    await tx.mandateRequest.updateMany({
      where: { customerId, contactId, status: { in: OPEN_REQUESTS } },
      data: { email },
    });
    await writeAudit(tx, customerId, actor, { action: "contact.address-chosen", subject: contactId });
  });
}
