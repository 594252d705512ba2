import { useLocale } from "next-intl";
import { type Day as CalendarDay, formatDay } from "@/lib/core/time/dates";

/** A calendar date. Pass `weekday` for a near date that people plan by. */
export function Day({ day, weekday = false }: { day: CalendarDay; weekday?: boolean }) {
  return (
    <time dateTime={day} className="figure">
      {formatDay(day, useLocale(), weekday)}
    </time>
  );
}
