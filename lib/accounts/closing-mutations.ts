import type { CustomerId } from "@/lib/auth/scope";
import { disconnect } from "@/lib/connections/mutations";
import { CONNECTABLE } from "@/lib/connections/types";
import { type Actor, writeAudit } from "@/lib/core/audit";
import { now } from "@/lib/core/clock";
import { db, type Tx } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { CollectionStatus } from "@/lib/core/prisma/enums";
import { acrossSuppliers } from "@/lib/core/supplier-wall";
import { queueMail } from "@/lib/notices/mail-mutations";
import { tellOwners } from "@/lib/notices/owner-mail-mutations";
import { endContract } from "@/lib/subscriptions/mutations";
import { requirePassword } from "./password-mutations";

const UNDER_WAY: CollectionStatus[] = ["pending", "created", "submitted"];

/** Contacts that never had to do with a debit: nothing in the law keeps them. */
const NEVER_DEBITED = { mandates: { none: {} }, invoices: { none: { collections: { some: {} } } } };

/** How many debits would be left behind by closing the account now. */
export async function countUnderWay(customerId: CustomerId): Promise<number> {
  return await db.collection.count({ where: { customerId, status: { in: UNDER_WAY } } });
}

/** What closing the account would delete and what it would keep, in rows; one statement counts them all. */
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
 * Closes a supplier's account: the subscription and the connections are ended at the vendors, everybody is signed out, people,
 * contacts without a debit, mails and vendors' events are deleted. Kept, as books and tax law ask: invoices, debits, mandates,
 * payouts, bookings, the audit log. It can be cut off anywhere and done again.
 *
 * @throws AppError `wrong_credentials`, `debits_under_way` while money is still on its way
 */
export async function closeAccount(customerId: CustomerId, password: string, actor: Actor): Promise<void> {
  await requirePassword(actor.userId, password);
  if ((await countUnderWay(customerId)) > 0)
    throw new AppError("debits_under_way", "Cancel the debits under way, or wait until they are settled.");
  await endContract(customerId);
  const connections = await db.connection.findMany({ where: { customerId, status: { not: "disconnected" } } });
  for (const type of CONNECTABLE)
    if (connections.some((row) => row.type === type)) await disconnect(customerId, type, actor, { isClosing: true });
  // People who work for nobody else are deleted, which nobody may do as one supplier. Years of mails and events may take
  // longer than the fifteen seconds a transaction has otherwise.
  await acrossSuppliers(() => db.$transaction(async (tx) => await close(tx, customerId, actor), { timeout: 60_000 }));
}

async function close(tx: Tx, customerId: CustomerId, actor: Actor): Promise<void> {
  // Between the look before and the end of the connections a debit may have begun.
  if ((await tx.collection.count({ where: { customerId, status: { in: UNDER_WAY } } })) > 0)
    throw new AppError("debits_under_way");
  await tx.customer.update({ where: { id: customerId }, data: { closedAt: now() } });
  await writeAudit(tx, customerId, actor, { action: "customer.closed", subject: customerId });
  // Before the last one is promised. Those that wait ask for what nobody wants any more.
  await tx.mail.deleteMany({ where: { customerId } });
  await sayGoodbye(tx, customerId, actor.userId);
  await tellOwners(tx, customerId, { event: "closed", actor });
  await forgetPeople(tx, customerId);
  await forgetContacts(tx, customerId);
  await forgetWork(tx, customerId);
}

/** What only helped to do the work, and names people all the same. */
async function forgetWork(tx: Tx, customerId: CustomerId): Promise<void> {
  await tx.inboxEvent.deleteMany({ where: { customerId } });
  await tx.notice.deleteMany({ where: { customerId } });
  await tx.syncRun.deleteMany({ where: { customerId } });
  await tx.bulkRun.deleteMany({ where: { customerId } });
  await tx.difference.deleteMany({ where: { customerId } });
  await tx.comparison.deleteMany({ where: { customerId } });
  await tx.comparedItem.deleteMany({ where: { customerId } });
  // Files that wait name people, and their first rows are kept with them.
  await tx.datevImport.deleteMany({ where: { customerId } });
  // What somebody jotted down about payers is no voucher.
  await tx.invoiceNote.deleteMany({ where: { customerId } });
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

/** Their documents stay, without a link to them; requests nobody signed go with them, and so does a guess about a mandate. */
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

/** Ends memberships, and deletes those people who work for nobody else here. */
async function forgetPeople(tx: Tx, customerId: CustomerId): Promise<void> {
  const members = await tx.membership.findMany({ where: { customerId }, select: { userId: true } });
  await tx.membership.deleteMany({ where: { customerId } });
  await tx.invitation.deleteMany({ where: { customerId } });
  await tx.session.deleteMany({ where: { customerId } });
  const ids = members.map((member) => member.userId);
  await tx.user.deleteMany({ where: { id: { in: ids }, memberships: { none: {} } } });
}
