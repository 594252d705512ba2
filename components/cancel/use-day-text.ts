"use client";

import { useLocale } from "next-intl";
import { dayOf, formatDay } from "@/lib/core/dates";

/** The German calendar day of an instant, as a text in the reader's language. */
export function useDayText(): (instant: string) => string {
  const locale = useLocale();
  return (instant) => formatDay(dayOf(new Date(instant)), locale);
}
