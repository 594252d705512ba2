"use client";

import { useLocale } from "next-intl";
import { dayOf, formatDay } from "@/lib/core/time/dates";

/** Returns a function that formats the German calendar day of an ISO instant in the reader's language. */
export function useDayText(): (instant: string) => string {
  const locale = useLocale();
  return (instant) => formatDay(dayOf(new Date(instant)), locale);
}
