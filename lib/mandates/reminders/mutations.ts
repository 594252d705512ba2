import type { CustomerId } from "@/lib/auth/scope";
import { isHeld } from "@/lib/connections/hold/rules";
import { mandateEmailOf } from "@/lib/contacts/rules";
import { db, type Prisma } from "@/lib/core/database/db";
import { localeOf } from "@/lib/core/locales";
import type { MandateRequestStatus } from "@/lib/core/prisma/enums";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { now } from "@/lib/core/time/clock";
import { dayOf } from "@/lib/core/time/dates";
import { mailFactsOf } from "@/lib/mandates/requests/mail-rules";
import { noteRecipient } from "@/lib/mandates/requests/mutations";
import { grantedWhere } from "@/lib/mandates/rules";
import { queueMail } from "@/lib/outbox/mutations";
import { readEntitlement } from "@/lib/subscriptions/contract/access";
import { isAccountingConnected } from "@/lib/vendors/rules";
import { isReminderDue } from "./rules";
import type { ReminderSettings } from "./schema";

/** Asked by mail and not answered yet. The partial index for reminders lists the same statuses. */
const UNANSWERED: MandateRequestStatus[] = ["sent", "opened", "exited"];
/** Reminders per run. The rest is still due on the next day. */
const MOST = 500;
const DAY_MS = 24 * 3_600_000;

export async function saveReminders(customerId: CustomerId, settings: ReminderSettings, actor: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.customer.update({ where: { id: customerId }, data: settings });
    await writeAudit(tx, customerId, actor, {
      action: "settings.changed",
      subject: customerId,
      detail: settings as Prisma.InputJsonObject,
    });
  });
}

/**
 * Queues a reminder for each payer who was asked by mail, has had the days that the supplier allows, and can still
 * sign. The count grows in the transaction that queues the mail, so a run that is cut off or repeated reminds nobody
 * twice.
 *
 * @returns how many reminders were queued
 */
export async function remindDue(customerId: CustomerId): Promise<number> {
  const supplier = await db.customer.findUniqueOrThrow({
    where: { id: customerId },
    include: { connections: { where: { status: "connected" } } },
  });
  // The page behind the link needs both connections. Without an active contract no mandates are requested.
  const { connections } = supplier;
  const payments = connections.find((row) => row.type === "GOCARDLESS");
  const canSign = isAccountingConnected(connections) && payments !== undefined && !isHeld(payments, now());
  if (!supplier.remindsMandates || supplier.closedAt || !canSign) return 0;
  if (!(await readEntitlement(customerId)).isActive) return 0;
  const from = new Date(now().getTime() - (supplier.reminderAfterDays - 1) * DAY_MS);
  const found = await db.mandateRequest.findMany({
    where: toRemind(customerId, supplier.reminderMax, from),
    include: { contact: true, customer: true, invoice: true },
    orderBy: { sentAt: "asc" },
    take: MOST,
  });
  let count = 0;
  for (const request of found)
    if (isReminderDue(request, supplier, now()) && (await remind(customerId, request))) count += 1;
  return count;
}

function toRemind(customerId: CustomerId, reminderMax: number, from: Date): Prisma.MandateRequestWhereInput {
  return {
    customerId,
    byMail: true,
    status: { in: UNANSWERED },
    sentAt: { lte: from },
    reminderCount: { lt: reminderMax },
    contact: {
      email: { not: null },
      isExcluded: false,
      isArchived: false,
      requestsOff: false,
      deceasedAt: null,
      NOT: grantedWhere(customerId),
      // They may have signed elsewhere: a person first decides whether that mandate is theirs.
      proposals: { none: { contactId: null, isIgnored: false } },
    },
    OR: [{ invoiceId: null }, { invoice: { bookStatus: "open", isExcluded: false, isArchived: false } }],
  };
}

type Due = Prisma.MandateRequestGetPayload<{ include: { contact: true; customer: true; invoice: true } }>;

async function remind(customerId: CustomerId, request: Due): Promise<boolean> {
  const { id, reminderCount, sentAt, createdAt } = request;
  // The current address: the one written to first may have been corrected since.
  const recipient = mandateEmailOf(request.contact);
  if (!recipient) return false;
  return await db.$transaction(async (tx) => {
    const claimed = await tx.mandateRequest.updateMany({
      where: { customerId, id, reminderCount, status: { in: UNANSWERED } },
      data: { reminderCount: { increment: 1 }, remindedAt: now() },
    });
    if (claimed.count === 0) return false;
    const reminder = { no: reminderCount + 1, askedOn: dayOf(sentAt ?? createdAt) };
    await queueMail(tx, customerId, {
      key: `remind:${id}:${reminder.no}`,
      template: "mandate-request",
      locale: localeOf(request.language),
      recipient,
      data: { ...mailFactsOf(request), reminder },
    });
    await noteRecipient(tx, request, recipient);
    return true;
  });
}
