import type { CustomerId } from "@/lib/auth/scope";
import {
  readLargestDebits,
  readUpcomingSums,
  type UpcomingDay,
  type UpcomingDebit,
} from "@/lib/collections/upcoming/data";
import { debitDaySubmittedOn } from "@/lib/collections/upcoming/rules";
import { db, type Tx } from "@/lib/core/database/db";
import { now, today } from "@/lib/core/time/clock";
import { addDays, type Day, hourOf, startOfDay } from "@/lib/core/time/dates";
import { isTargetDay } from "@/lib/core/time/target-calendar";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueueNow } from "@/lib/jobs/queue";
import { work } from "@/lib/jobs/runner";
import { readRecipients } from "@/lib/notifications/preferences/data";
import type { PreviewFacts } from "@/lib/notifications/schema";
import { queueMail } from "@/lib/outbox/mutations";

/** The hour from which on the preview is sent. */
const EVENING = 18;
/** Maximum number of collections that the mail names; the screen shows all. */
const NAMED = 20;

/**
 * Enqueues, on the evening before a TARGET day, a job for each supplier with somebody to notify. It runs repeatedly
 * until midnight, so a worker that was down catches up. After midnight the preview is outdated.
 */
export const evening = work(jobs.evening, async () => {
  if (hourOf(now()) >= EVENING) await tellTomorrow();
});

/** Enqueues the preview of tomorrow, if it is a TARGET day, for each supplier with debits who has not got it. */
export async function tellTomorrow(): Promise<void> {
  const day = addDays(today(), 1);
  if (!isTargetDay(day)) return;
  for (const customerId of await suppliersWithDebits(day)) await enqueueNow(jobs.tellUpcoming, { customerId, day });
}

/**
 * Returns suppliers with a collection debited or stoppable for the last time, and with a person who wants the preview
 * and has not got it.
 */
async function suppliersWithDebits(day: Day): Promise<CustomerId[]> {
  const rows = await db.$queryRaw<{ customer_id: CustomerId }[]>`
    SELECT DISTINCT m.customer_id FROM memberships m
    WHERE m.wants_preview
      AND EXISTS (SELECT 1 FROM collections c WHERE c.customer_id = m.customer_id
        AND c.debit_date BETWEEN CAST(${day} AS date) AND CAST(${debitDaySubmittedOn(day)} AS date)
        AND c.status IN ('pending', 'created', 'submitted'))
      AND NOT EXISTS (SELECT 1 FROM mails s WHERE s.key = 'preview:' || m.customer_id || ':' || m.user_id || ':' || ${day})`;
  return rows.map((row) => row.customer_id);
}

/** Enqueues the preview of a day to everybody who wants it, once each, unless there are no collections. */
export const tellUpcoming = work(jobs.tellUpcoming, async ({ customerId, day }) => {
  if (day <= today()) return;
  await db.$transaction(async (tx) => {
    const recipients = await readRecipients(tx, customerId, "preview");
    const facts = recipients.length > 0 ? await readPreview(tx, customerId, day) : undefined;
    if (!facts) return;
    for (const { userId, email, locale } of recipients)
      await queueMail(tx, customerId, {
        key: `preview:${customerId}:${userId}:${day}`,
        template: "preview",
        locale,
        recipient: email,
        data: { userId, ...facts },
        expiresAt: startOfDay(day),
      });
  });
});

/**
 * Reads the collections debited on the day, and those that go to the bank on it. On the evening before the debit day
 * most collections are with the bank already. So the preview also lists those that can be stopped for the last time.
 */
async function readPreview(tx: Tx, customerId: CustomerId, day: Day): Promise<PreviewFacts | undefined> {
  const [tomorrow = { day, count: 0, cents: 0, stoppable: 0 }] = await readUpcomingSums(tx, customerId, {
    from: day,
    to: day,
  });
  // Usually a single day; overdue submissions have an earlier debit day.
  const later = { from: addDays(day, 1), to: debitDaySubmittedOn(day), onlyStoppable: true };
  const callable = await readUpcomingSums(tx, customerId, later);
  if (tomorrow.count + callable.length === 0) return undefined;
  const { companyName } = await tx.customer.findUniqueOrThrow({ where: { id: customerId } });
  const lastCalls = [];
  for (const sum of callable) lastCalls.push(await withDebits(tx, customerId, sum, true));
  return { company: companyName, tomorrow: await withDebits(tx, customerId, tomorrow, false), lastCalls };
}

/** Adds the day's largest collections. */
async function withDebits(tx: Tx, customerId: CustomerId, sum: UpcomingDay, onlyStoppable: boolean) {
  const range = { from: sum.day, to: sum.day, onlyStoppable, rows: NAMED };
  return { ...sum, debits: (await readLargestDebits(tx, customerId, range)).map(namedDebit) };
}

function namedDebit({ invoiceId, number, payerName, amountCents }: UpcomingDebit) {
  return { invoiceId, number, payer: payerName, cents: amountCents };
}
