import { useLocale, useMessages } from "next-intl";
import { formatDay } from "@/lib/core/time/dates";

/** Lists what is new for suppliers and payers, by day, newest first. The texts are in messages/, by day. */
export function ChangeList() {
  const days = Object.entries(useMessages().changelog.days).sort(([one], [other]) => other.localeCompare(one));
  const locale = useLocale();
  return days.map(([day, changes]) => (
    <section key={day} aria-labelledby={`day-${day}`} className="border-t py-6 first:border-t-0">
      <h2 id={`day-${day}`} className="text-lg tabular-nums">
        <time dateTime={day}>{formatDay(day, locale)}</time>
      </h2>
      <dl className="mt-3 grid gap-4">
        {Object.entries(changes).map(([key, { what, text }]) => (
          <div key={key} className="prose-width">
            <dt className="font-medium">{what}</dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}
