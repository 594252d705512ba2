import { z } from "zod";

export const REMINDER_DAYS = { min: 2, max: 60 } as const;
export const REMINDER_TIMES = { min: 1, max: 5 } as const;

/**
 * The supplier's settings: whether payers who have not signed are reminded, after how many days, and how often at most.
 */
export const reminderSettings = z.object({
  remindsMandates: z.boolean(),
  reminderAfterDays: z.number().int().min(REMINDER_DAYS.min).max(REMINDER_DAYS.max),
  reminderMax: z.number().int().min(REMINDER_TIMES.min).max(REMINDER_TIMES.max),
});
export type ReminderSettings = z.output<typeof reminderSettings>;
