import { setTimeout as wait } from "node:timers/promises";
import { db } from "@/lib/core/database/db";
import { log } from "@/lib/core/telemetry/log";
import { now, refreshClock, today } from "@/lib/core/time/clock";
import { startOfDay } from "@/lib/core/time/dates";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue, enqueueNow } from "@/lib/jobs/queue";
import { work } from "@/lib/jobs/runner";
import { remindAll } from "@/lib/mandates/reminders/jobs";
import { isMailTime } from "@/lib/mandates/reminders/rules";
import { tellYesterday } from "@/lib/notifications/digest/jobs";
import { tellTomorrow } from "@/lib/notifications/digest/preview-jobs";

/** The calendar is read at this interval. */
const LOOK_MS = 1_000;
/** A larger jump of business time against the machine's is a move of the calendar, not a slow answer. */
const MOVED_MS = 3_600_000;
/** The digest is written this long after the calendar moved, so that the vendors' events have arrived. */
const SETTLE_SECONDS = 12;
const NOON_MS = 12 * 3_600_000;

/**
 * Sandbox only. Watches the twins' calendar until the signal: the schedules follow the machine's time, so they miss days
 * that the control panel lets pass. A failed look is repeated.
 */
export async function followCalendar(signal: AbortSignal): Promise<void> {
  let offsetMs: number | undefined;
  while (!signal.aborted) {
    try {
      await refreshClock(0);
      const seenMs = now().getTime() - Date.now();
      if (offsetMs !== undefined && seenMs - offsetMs > MOVED_MS) await enqueueNow(jobs.passDays, {});
      offsetMs = seenMs;
    } catch (error) {
      log.warn({ err: error }, "calendar not followed, will be tried again");
    }
    await wait(LOOK_MS, undefined, { signal, ref: false }).catch(() => {});
  }
}

/** Enqueues the night's and the hour's work, and the new day's mails once the vendors' events had time to arrive. */
export const passDays = work(jobs.passDays, async () => {
  await enqueueNow(jobs.nightly, {});
  await enqueueNow(jobs.hourly, {});
  await enqueue(db, jobs.tellPassed, {}, { startAfterSeconds: SETTLE_SECONDS });
});

/** Enqueues the mails of a day whose hours are skipped: reminders except on a Sunday, digest and preview. */
export const tellPassed = work(jobs.tellPassed, async () => {
  const noon = new Date(startOfDay(today()).getTime() + NOON_MS);
  if (isMailTime(noon)) await remindAll();
  await tellYesterday();
  await tellTomorrow();
});
