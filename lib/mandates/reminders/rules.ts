import { dayOf, daysBetween } from "@/lib/core/time/dates";

const berlin = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Berlin",
  weekday: "short",
  hour: "2-digit",
  hourCycle: "h23",
});

/** True if an automatic mail may go out now: from 8:00 to 20:00 in Germany, and not on a Sunday. */
export function isMailTime(at: Date): boolean {
  const parts = Object.fromEntries(berlin.formatToParts(at).map(({ type, value }) => [type, value]));
  const hour = Number(parts.hour);
  return parts.weekday !== "Sun" && hour >= 8 && hour < 20;
}

export interface ReminderPlan {
  reminderAfterDays: number;
  reminderMax: number;
}

/**
 * True if a reminder is due. Calendar days are counted from the last mail: the first one, one sent again by hand, or a
 * reminder.
 */
export function isReminderDue(
  request: { sentAt: Date | null; remindedAt: Date | null; reminderCount: number },
  plan: ReminderPlan,
  at: Date,
): boolean {
  const { sentAt, remindedAt, reminderCount } = request;
  if (!sentAt || reminderCount >= plan.reminderMax) return false;
  const last = remindedAt && remindedAt > sentAt ? remindedAt : sentAt;
  return daysBetween(dayOf(last), dayOf(at)) >= plan.reminderAfterDays;
}
