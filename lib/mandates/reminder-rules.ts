import { dayOf, daysBetween } from "@/lib/core/dates";

const berlin = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Berlin",
  weekday: "short",
  hour: "2-digit",
  hourCycle: "h23",
});

/** Whether a mail that nobody waits for may go out now: in the daytime in Germany, and not on a Sunday. */
export function isMailTime(at: Date): boolean {
  const parts = Object.fromEntries(berlin.formatToParts(at).map(({ type, value }) => [type, value]));
  const hour = Number(parts.hour);
  return parts.weekday !== "Sun" && hour >= 8 && hour < 20;
}

export interface ReminderPlan {
  reminderAfterDays: number;
  reminderMax: number;
}

/** Calendar days are counted from the last mail, be it the first one, one sent again by hand, or a reminder. */
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
