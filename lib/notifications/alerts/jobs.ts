import type { CustomerId } from "@/lib/auth/scope";
import { db, type Prisma, type Tx } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import type { Notice } from "@/lib/core/prisma/client";
import { now } from "@/lib/core/time/clock";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { work } from "@/lib/jobs/runner";
import { ALERT_KINDS } from "@/lib/notices/mutations";
import { groupNotices } from "@/lib/notifications/groups/rules";
import { readRecipients } from "@/lib/notifications/preferences/data";
import type { AlertFacts } from "@/lib/notifications/schema";
import { queueMail } from "@/lib/outbox/mutations";
import { BETWEEN_SECONDS, secondsToWait } from "./rules";

/** Maximum number of notices of a kind that the mail names; the screens show all. */
const NAMED = 20;

/**
 * Sends a supplier's people one mail with all new notices about money. Notices are claimed and mails enqueued in one
 * transaction, and the jobs of one supplier run one after the other. So every notice is alerted exactly once.
 */
export const sendAlerts = work(jobs.sendAlerts, async ({ customerId }) => {
  const { _min, _max } = await db.notice.aggregate({
    where: waiting(customerId),
    _min: { createdAt: true },
    _max: { createdAt: true },
  });
  if (!_min.createdAt || !_max.createdAt) return;
  const times = { now: now(), newest: _max.createdAt, oldest: _min.createdAt };
  const seconds = secondsToWait({ ...times, secondsSinceLast: await secondsSinceLastAlert(customerId) });
  if (seconds > 0) return await enqueueLater(customerId, seconds);
  await db.$transaction(async (tx) => await tell(tx, customerId), { timeout: 30_000 });
});

async function enqueueLater(customerId: CustomerId, startAfterSeconds: number): Promise<void> {
  await db.$transaction((tx) => enqueue(tx, jobs.sendAlerts, { customerId }, { startAfterSeconds }));
}

/** Notices that are not alerted yet. A notice that is resolved before its alert needs none. */
function waiting(customerId: CustomerId): Prisma.NoticeWhereInput {
  return { customerId, alertedAt: null, resolvedAt: null, kind: { in: ALERT_KINDS } };
}

/**
 * Returns the seconds since the supplier's last alert by the machine's clock, which the queue uses, too; undefined if
 * it is long ago.
 */
async function secondsSinceLastAlert(customerId: CustomerId): Promise<number | undefined> {
  const recently = new Date(Date.now() - BETWEEN_SECONDS * 1000);
  const last = await db.mail.findFirst({
    where: { customerId, template: "alerts", createdAt: { gt: recently } },
    orderBy: { createdAt: "desc" },
    select: { createdAt: true },
  });
  return last ? (Date.now() - last.createdAt.getTime()) / 1000 : undefined;
}

async function tell(tx: Tx, customerId: CustomerId): Promise<void> {
  // Claims and reads the notices in one statement, so that a second run of the job finds no notices.
  const claimed = await tx.notice.updateManyAndReturn({ where: waiting(customerId), data: { alertedAt: now() } });
  const notices = claimed.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  const recipients = await readRecipients(tx, customerId, "alerts");
  if (notices.length === 0 || recipients.length === 0) return;
  const facts = await alertFacts(tx, customerId, notices);
  const occasion = newId("notice");
  for (const { userId, email, locale } of recipients)
    await queueMail(tx, customerId, {
      key: `alerts:${customerId}:${userId}:${occasion}`,
      template: "alerts",
      locale,
      recipient: email,
      data: JSON.parse(JSON.stringify({ userId, ...facts })),
    });
}

async function alertFacts(tx: Tx, customerId: CustomerId, notices: Notice[]): Promise<AlertFacts> {
  const { companyName } = await tx.customer.findUniqueOrThrow({ where: { id: customerId } });
  const groups = groupNotices(notices);
  const named = groups.flatMap(({ kind }) => ofKind(notices, kind).slice(0, NAMED));
  const [invoices, collections] = [
    await tx.invoice.findMany({
      where: { customerId, id: { in: named.flatMap((notice) => wordOf(notice, "invoiceId") ?? []) } },
      select: { id: true, number: true, contactName: true },
    }),
    await tx.collection.findMany({
      where: { customerId, id: { in: named.flatMap((notice) => wordOf(notice, "collectionId") ?? []) } },
      select: { id: true, failureCode: true },
    }),
  ];
  const itemOf = (notice: Notice) => {
    const invoice = invoices.find(({ id }) => id === wordOf(notice, "invoiceId"));
    const collection = collections.find(({ id }) => id === wordOf(notice, "collectionId"));
    const cents = centsOf(notice);
    if (!invoice) return [];
    return [
      {
        invoiceId: invoice.id,
        number: invoice.number,
        payer: invoice.contactName,
        cents,
        code: collection?.failureCode ?? "",
      },
    ];
  };
  return {
    company: companyName,
    groups: groups.map((group) => ({
      ...group,
      items: ofKind(notices, group.kind).slice(0, NAMED).flatMap(itemOf),
    })),
  };
}

/** Returns the notices of a kind, largest amount first. */
function ofKind(notices: Notice[], kind: string): Notice[] {
  return notices.filter((notice) => notice.kind === kind).sort((a, b) => centsOf(b) - centsOf(a));
}

function centsOf({ data }: Notice): number {
  const { amountCents } = data as { amountCents?: unknown };
  return typeof amountCents === "number" ? amountCents : 0;
}

function wordOf({ data }: Notice, name: string): string | undefined {
  const value = (data as Record<string, unknown>)[name];
  return typeof value === "string" ? value : undefined;
}
