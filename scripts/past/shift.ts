/**
 * Moves every date in a recorded text by whole days: calendar dates, instants, German dates in texts, and Unix seconds.
 * Instants keep their German time of day, so that nothing changes its date where summer time begins or ends.
 */
export function shiftDates(text: string, days: number): string {
  if (days === 0) return text;
  const dates = memo((date: string) => addDays(date, days));
  const instants = memo((instant: string) => shiftInstant(instant, days));
  return text
    .replace(
      // An instant, or a date that is not part of a longer number, key or id.
      /(?<![\w.-])(20\d\d-\d\d-\d\d)(?:([T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d(?::?\d\d)?)?)?(?![\w-])/g,
      (found, date: string, time = "", zone?: string) => (zone ? instants(found) : dates(date) + time),
    )
    .replace(/(?<![\w.])(\d\d)\.(\d\d)\.(20\d\d)(?!\w)/g, (_found, day, month, year) => {
      const moved = dates(`${year}-${month}-${day}`);
      return `${moved.slice(8)}.${moved.slice(5, 7)}.${moved.slice(0, 4)}`;
    })
    .replace(/(?<=[:[,])1[6-9]\d{8}(?=[,\]}])/g, (seconds) => String(shiftMs(Number(seconds) * 1_000, days) / 1_000));
}

const DAY_MS = 86_400_000;
const BERLIN = new Intl.DateTimeFormat("en", { timeZone: "Europe/Berlin", timeZoneName: "longOffset" });

function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the German offset from UTC in ms. It changes only on the hour. */
const offsetOfHour = memo((hour: number) => {
  const name = BERLIN.formatToParts(new Date(hour * 3_600_000)).find((part) => part.type === "timeZoneName")?.value;
  return Number(name?.slice(4, 6) ?? 0) * 3_600_000;
});

function offsetAt(ms: number): number {
  return offsetOfHour(Math.floor(ms / 3_600_000));
}

function shiftMs(ms: number, days: number): number {
  const moved = ms + days * DAY_MS;
  return moved + offsetAt(ms) - offsetAt(moved);
}

/** Writes the moved instant as it was written before: its separator, its digits, and its kind of offset. */
function shiftInstant(text: string, days: number): string {
  const [, separator = "T", fraction = "", zone = "Z"] =
    /^.{10}(.)\d\d:\d\d(?::\d\d)?(\.\d+)?(Z|[+-].*)$/.exec(text) ?? [];
  const seconds = /:\d\d:\d\d/.test(text) ? 19 : 16;
  const ms = Date.parse(`${text.slice(0, 10)}T${text.slice(11, seconds)}${zone.length === 3 ? `${zone}:00` : zone}`);
  const moved = shiftMs(ms, days);
  // UTC stays UTC; the German offset may have changed with the season.
  const isUtc = zone === "Z" || /^[+-]00/.test(zone);
  const offsetMs = isUtc ? 0 : offsetAt(moved);
  const sign = zone.slice(3).startsWith(":") ? ":00" : zone.slice(3);
  const written = isUtc ? zone : `+${String(offsetMs / 3_600_000).padStart(2, "0")}${sign}`;
  const wall = new Date(moved + offsetMs).toISOString();
  return `${wall.slice(0, 10)}${separator}${wall.slice(11, seconds)}${fraction}${written}`;
}

function memo<K, V>(work: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      value = work(key);
      known.set(key, value);
    }
    return value;
  };
}
