import { cache } from "react";
import { pageSession } from "@/lib/auth/sessions/page-session";
import { today } from "@/lib/core/time/clock";
import { addDays, type Day, isDay } from "@/lib/core/time/dates";
import { nextTargetDay } from "@/lib/core/time/target-calendar";
import type { Page, PageRequest } from "@/lib/core/web/paging";
import { readDebitsOfDay, readUpcomingDays, type UpcomingDay, type UpcomingDebit } from "./data";

export type { UpcomingDay, UpcomingDebit };

export const loadUpcomingDays = cache(async (): Promise<UpcomingDay[]> => {
  const { customerId } = await pageSession();
  return await readUpcomingDays(customerId);
});

/**
 * Returns the day to show: the one in the address, else the nearest one after today with collections, else the next
 * banking day.
 */
export function openDay(wanted: string | undefined, days: UpcomingDay[]): Day {
  if (wanted && isDay(wanted)) return wanted;
  return days.find(({ day }) => day > today())?.day ?? nextTargetDay(addDays(today(), 1));
}

export async function loadDebitsOfDay(day: Day, page: PageRequest): Promise<Page<UpcomingDebit>> {
  const { customerId } = await pageSession();
  return await readDebitsOfDay(customerId, { day, page });
}
