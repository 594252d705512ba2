import { db } from "@/lib/core/database/db";
import { now, today } from "@/lib/core/time/clock";
import { addDays, hourOf, startOfDay } from "@/lib/core/time/dates";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueueNow } from "@/lib/jobs/queue";
import { work } from "@/lib/jobs/runner";
import { readRecipients } from "@/lib/notifications/preferences/data";
import { queueMail } from "@/lib/outbox/mutations";
import { readDigest, suppliersWithNews } from "./data";

/** The hours in which a digest is sent; one that arrives after noon is of no use. */
const MORNING = { from: 7, to: 12 };

/**
 * Enqueues a job per supplier with news of yesterday. It runs repeatedly until noon, so a stopped worker can catch up.
 */
export const morning = work(jobs.morning, async () => {
  const hour = hourOf(now());
  if (hour < MORNING.from || hour >= MORNING.to) return;
  await tellYesterday();
});

/** Enqueues yesterday's digest for each supplier with news who has not got it, at any hour. */
export async function tellYesterday(): Promise<void> {
  const day = addDays(today(), -1);
  for (const customerId of await suppliersWithNews(day)) await enqueueNow(jobs.tellDay, { customerId, day });
}

/** Enqueues the digest of a day to everybody who wants it, once each, unless nothing happened. */
export const tellDay = work(jobs.tellDay, async ({ customerId, day }) => {
  // Only yesterday's digest is sent; older news is on the screens.
  if (addDays(day, 1) !== today()) return;
  await db.$transaction(async (tx) => {
    const recipients = await readRecipients(tx, customerId, "digest");
    const facts = recipients.length > 0 ? await readDigest(tx, customerId, day) : undefined;
    if (!facts) return;
    for (const { userId, email, locale } of recipients)
      await queueMail(tx, customerId, {
        key: `digest:${customerId}:${userId}:${day}`,
        template: "digest",
        locale,
        recipient: email,
        data: JSON.parse(JSON.stringify({ userId, ...facts })),
        expiresAt: startOfDay(addDays(day, 2)),
      });
  });
});
