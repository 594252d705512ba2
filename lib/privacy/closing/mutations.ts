import type { CustomerId } from "@/lib/auth/scope";
import { db, type Tx } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import type { CollectionStatus } from "@/lib/core/prisma/enums";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { now } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";
import { queueMail } from "@/lib/outbox/mutations";
import { notifyOwners } from "@/lib/outbox/owner-mutations";

const UNDER_WAY: CollectionStatus[] = ["pending", "created", "submitted"];

/** Contacts that never had a mandate or a collection: no law requires us to keep them. */
const NEVER_DEBITED = { mandates: { none: {} }, invoices: { none: { collections: { some: {} } } } };

/** Returns how many collections are under way, so that the account cannot be closed now. */
export async function countUnderWay(customerId: CustomerId): Promise<number> {
  return await db.collection.count({ where: { customerId, status: { in: UNDER_WAY } } });
}

/** Returns how many rows closing the account would delete and keep, counted by one statement. */
export async function countClosing(customerId: CustomerId) {
  const { _count: rows } = await db.customer.findUniqueOrThrow({
    where: { id: customerId },
    select: {
      _count: {
        select: {
          memberships: true,
          connections: { where: { status: { not: "disconnected" } } },
          contacts: { where: NEVER_DEBITED },
          invoices: true,
          collections: true,
          mandates: true,
          payouts: true,
        },
      },
    },
  });
  const { memberships: people, connections, contacts, invoices, collections: debits, mandates, payouts } = rows;
  return { deleted: { people, connections, contacts }, kept: { invoices, debits, mandates, payouts } };
}

/**
 * Closes the account in our database: deletes what no law requires, and notifies the owners.
 *
 * @throws AppError `debits_under_way` if a collection has begun since the first check
 */
export async function closeAccountIn(tx: Tx, customerId: CustomerId, actor: Actor): Promise<void> {
  // A collection may have begun between the first check and the end of the connections.
  if ((await tx.collection.count({ where: { customerId, status: { in: UNDER_WAY } } })) > 0)
    throw new AppError("debits_under_way");
  await tx.customer.update({ where: { id: customerId }, data: { closedAt: now() } });
  await writeAudit(tx, customerId, actor, { action: "customer.closed", subject: customerId });
  // Before the closing mail is enqueued. The mails that are still queued are no longer wanted.
  await tx.mail.deleteMany({ where: { customerId } });
  await sayGoodbye(tx, customerId, actor.userId);
  await notifyOwners(tx, customerId, { event: "closed", actor });
  await forgetPeople(tx, customerId);
  await forgetContacts(tx, customerId);
  await forgetWork(tx, customerId);
}

/** Deletes working data, which no law requires and which names people. */
async function forgetWork(tx: Tx, customerId: CustomerId): Promise<void> {
  await tx.inboxEvent.deleteMany({ where: { customerId } });
  await tx.notice.deleteMany({ where: { customerId } });
  await tx.syncRun.deleteMany({ where: { customerId } });
  await tx.bulkRun.deleteMany({ where: { customerId } });
  await tx.difference.deleteMany({ where: { customerId } });
  await tx.comparison.deleteMany({ where: { customerId } });
  await tx.comparedItem.deleteMany({ where: { customerId } });
  // Pending uploads name people, and their first rows are stored with them.
  await tx.datevImport.deleteMany({ where: { customerId } });
  // An invoice's file stays with the invoice. Others are no vouchers of this supplier.
  await tx.eInvoiceFile.deleteMany({ where: { customerId, invoiceId: null } });
  await tx.eInvoiceMailbox.deleteMany({ where: { customerId } });
  await tx.eInvoiceBuyer.deleteMany({ where: { customerId } });
  // Notes about payers are no vouchers, so no law requires them.
  await tx.invoiceNote.deleteMany({ where: { customerId } });
  await tx.webhookEndpoint.deleteMany({ where: { customerId } });
  await tx.webhookMessage.deleteMany({ where: { customerId } });
  await tx.emailTemplate.deleteMany({ where: { customerId } });
  await tx.emailLogo.deleteMany({ where: { customerId } });
}

async function sayGoodbye(tx: Tx, customerId: CustomerId, userId: string): Promise<void> {
  const { email, name, locale, emailProvenAt } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  await queueMail(tx, customerId, {
    key: `closed:${newId("mail")}`,
    template: "account",
    locale: locale === "de" ? "de" : "en",
    recipient: email,
    data: { kind: "closed", name: emailProvenAt ? name : "", values: {} },
  });
}

/** Deletes contacts without a collection, their unsigned mandate requests and proposed matches. Their invoices stay. */
async function forgetContacts(tx: Tx, customerId: CustomerId): Promise<void> {
  const contacts = await tx.contact.findMany({ where: { customerId, ...NEVER_DEBITED }, select: { id: true } });
  const contactId = { in: contacts.map((contact) => contact.id) };
  await tx.invoice.updateMany({ where: { customerId, contactId }, data: { contactId: null } });
  await tx.mandateRequest.deleteMany({ where: { customerId, contactId } });
  await tx.mandate.updateMany({
    where: { customerId, proposedContactId: contactId },
    data: { proposedContactId: null, proposalReason: null },
  });
  await tx.contact.deleteMany({ where: { customerId, id: contactId } });
}

/** Ends memberships, and deletes people who work for no other supplier. */
async function forgetPeople(tx: Tx, customerId: CustomerId): Promise<void> {
  const members = await tx.membership.findMany({ where: { customerId }, select: { userId: true } });
  await tx.membership.deleteMany({ where: { customerId } });
  await tx.invitation.deleteMany({ where: { customerId } });
  await tx.session.deleteMany({ where: { customerId } });
  const ids = members.map((member) => member.userId);
  await tx.user.deleteMany({ where: { id: { in: ids }, memberships: { none: {} } } });
}
