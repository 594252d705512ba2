import type { CustomerId } from "@/lib/auth/scope";
import { endConnection, wantSync } from "@/lib/connections/mutations";
import { markContact } from "@/lib/contacts/mutations";
import { db } from "@/lib/core/db";
import type { InboxEvent } from "@/lib/core/prisma/client";
import { markDocument } from "@/lib/invoices/sync-mutations";

/** Lexware's resource words and the list type that reads them. */
const DOCUMENT_TYPES = {
  invoice: { externalType: "invoice", kind: "invoice" },
  "down-payment-invoice": { externalType: "downpaymentinvoice", kind: "down_payment" },
  voucher: { externalType: "salesinvoice", kind: "voucher" },
} as const;

/** Events of the books carry no data: they only mark what is to be read, and promise the reading. */
export async function handleBooksEvents(customerId: CustomerId, group: InboxEvent[]): Promise<void> {
  const [resource = "", externalId = ""] = (group[0]?.subject ?? "").split(":");
  const revoked = group.findLast((event) => event.action === "token.revoked");
  if (revoked) return await endOwnConnection(customerId, externalId, revoked.occurredAt);
  await db.$transaction(async (tx) => {
    if (resource === "contact") {
      if (await markContact(tx, customerId, { books: "LEXOFFICE", externalId }))
        await wantSync(tx, customerId, "marked");
      return;
    }
    const isAmountOnly = group.every((event) => event.action === "payment.changed");
    if (resource !== "payment" && !isDocument(resource)) return;
    const document = {
      externalId,
      books: "LEXOFFICE",
      ...DOCUMENT_TYPES[isDocument(resource) ? resource : "invoice"],
    } as const;
    const newest = new Date(Math.max(...group.map((event) => event.occurredAt.getTime())));
    await markDocument(tx, customerId, document, isAmountOnly ? "amount" : "document", newest);
    await wantSync(tx, customerId, "marked");
  });
}

function isDocument(resource: string): resource is keyof typeof DOCUMENT_TYPES {
  return Object.hasOwn(DOCUMENT_TYPES, resource);
}

/** Only the connection that was revoked ends, not one that was made since. */
async function endOwnConnection(customerId: CustomerId, externalConnectionId: string, at: Date): Promise<void> {
  const own = await db.connection.findFirst({ where: { customerId, type: "LEXOFFICE", externalConnectionId } });
  if (own)
    await endConnection(customerId, "LEXOFFICE", {
      status: "revoked",
      reason: "revoked_by_user",
      ifConnectedBefore: at,
    });
}
