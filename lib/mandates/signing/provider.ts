import type { CustomerId } from "@/lib/auth/scope";
import { type Share, withDirectDebit } from "@/lib/connections/provider/access";
import { db, type Tx } from "@/lib/core/database/db";
import { untilNewest } from "@/lib/core/database/stale-version";
import type { Mandate } from "@/lib/core/prisma/client";
import { now } from "@/lib/core/time/clock";
import { readDetails } from "@/lib/mandates/provider/import-provider";
import { invalidateContact, lockPayer, storeMandate } from "@/lib/mandates/record/mutations";
import { stepRequest } from "@/lib/mandates/requests/mutations";
import { debitableFor } from "@/lib/mandates/rules";
import { isUsable } from "@/lib/statuses/mandate-rules";

/**
 * Reads a signing at GoCardless and stores the mandate if it is complete. It may run repeatedly: for a webhook, for the
 * return page, and for an event that the hourly listing finds.
 *
 * @param share whose rate limit the calls count against
 */
export async function settleSigning(
  customerId: CustomerId,
  billingRequestId: string,
  share: Share = "supplier",
): Promise<void> {
  const request = await db.mandateRequest.findFirst({ where: { customerId, billingRequestId } });
  if (!request || request.status === "signed") return;
  await withDirectDebit(
    customerId,
    async (gc) => {
      const signing = await gc.mandates.readSigning(billingRequestId);
      if (!signing.mandateId) return;
      const { mandateId } = signing;
      const row = await untilNewest(async () => {
        const mandate = await gc.mandates.read(mandateId);
        const details = await readDetails(gc, mandate);
        return await storeMandate(customerId, mandate, { contactId: request.contactId, ...details });
      });
      await db.$transaction(async (tx) => {
        // Lock the payer before the request, in the same order as creating or cancelling one does.
        await lockPayer(tx, customerId, [request.contactId]);
        const isNews = await stepRequest(tx, customerId, request.id, "signed", { signedAt: now(), mandateId: row.id });
        if (isNews) await preferSigned(tx, customerId, row);
      });
    },
    share,
  );
}

/**
 * Makes the mandate that was signed last the one to use: a payer who signs although a mandate is still valid has a new
 * account. The supplier's choice wins if it was made after the signing, by a supplier who saw the new mandate before we
 * read the signing. The earlier mandate stays, and collections announced on it continue.
 *
 * @param tx holds the lock on the payer
 */
async function preferSigned(tx: Tx, customerId: CustomerId, row: Mandate): Promise<void> {
  const { id, contactId, status, signedAt } = row;
  if (!contactId || !isUsable(status)) return;
  const contact = await tx.contact.findUniqueOrThrow({
    where: { customerId_id: { customerId, id: contactId } },
    include: { mandates: true, defaultMandate: true },
  });
  const others = debitableFor(contact).filter((mandate) => mandate.id !== id);
  if (others.length === 0) return;
  const isChosenSince = contact.defaultChosenAt && signedAt && contact.defaultChosenAt > signedAt;
  if (isChosenSince && others.some((mandate) => mandate.id === contact.defaultMandateId)) return;
  await tx.contact.updateMany({
    where: { customerId, id: contactId },
    data: { defaultMandateId: id, defaultChosenAt: null },
  });
  await invalidateContact(tx, customerId, contactId);
}
