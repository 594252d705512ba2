import { levelOf, queueLevel, worst } from "@/lib/operations/status/rules";
import type { Level, Part, PartFacts, PartState, VendorFacts } from "@/lib/operations/types";

/** A vendor must have been read within this time after a start. */
const DUE_SECONDS = { hourly: 100 * 60, nightly: 30 * 3_600 } as const;

/**
 * Returns the state of each part for the public page. What nobody uses, or what cannot be asked because the database is
 * gone, has no level: the page then says so instead of "works".
 *
 * @param at the time of the facts, from which ages become times
 */
export function partsOf({ health, jobAge, mailWait, mailRetries, upSeconds, vendors }: PartFacts, at: Date): Part[] {
  const ago = (seconds: number | null) => (seconds === null ? undefined : new Date(at.getTime() - seconds * 1_000));
  const part = (key: Part["key"], state: PartState, since?: Date, name?: string): Part => ({
    key,
    state,
    ...(name ? { name } : {}),
    ...(since ? { since: since.toISOString() } : {}),
  });
  const jobs: Level = health.jobs ? levelOf("worker", jobAge, null) : "bad";
  const known = (state: Level): PartState => (health.database ? state : "unknown");
  return [
    part("web", "good", at),
    part("database", health.database ? "good" : "bad", health.database ? at : undefined),
    part("jobs", known(jobs), ago(jobAge)),
    part("mail", known(worst(queueLevel(mailWait, mailRetries, 0), jobs)), ago(mailWait)),
    ...vendors.map((vendor) => {
      const { name, reading, connected, age } = vendor;
      // Files arrive by upload: they are read if jobs run.
      if (reading === "file") return part("files", known(jobs), undefined, name);
      if (connected === 0) return part("vendor", health.database ? "unused" : "unknown", undefined, name);
      const state = vendorLevel(vendor);
      // A vendor that was not read since the start, because it is not due yet, is unknown.
      const isDue = upSeconds >= DUE_SECONDS[reading];
      return state === "good" || isDue
        ? part("vendor", known(state), ago(age), name)
        : part("vendor", "unknown", undefined, name);
    }),
  ];
}

/** Rates a vendor by its newest answer to anybody, and by how many suppliers wait for theirs. */
function vendorLevel({ reading, age, late, connected }: VendorFacts): Level {
  const newest = levelOf(reading === "nightly" ? "contracts" : "books", age, null);
  return newest === "good" && late * 2 > connected ? "wait" : newest;
}

/** Returns the state of the whole: that of its worst part. Parts that are unused or unknown do not count. */
export function wholeOf(parts: Part[]): Level {
  return worst(...parts.flatMap(({ state }) => (state === "unused" || state === "unknown" ? [] : [state])));
}
