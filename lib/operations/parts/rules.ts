import { HOURLY, levelOf, NIGHTLY, queueLevel, worst } from "@/lib/operations/status/rules";
import type { Level, Part, PartFacts, PartState, VendorFacts } from "@/lib/operations/types";

/** A vendor must have been read within this time after a start. */
const DUE_SECONDS = { hourly: HOURLY.wait, nightly: NIGHTLY.wait };

interface Times {
  since?: string | undefined;
  proof?: string | undefined;
}

/**
 * Returns the state of each part for the public page. What nobody uses, or what cannot be asked because the database is
 * gone, has no level: the page then says so instead of "works".
 *
 * @param at the time of the facts, from which ages become times
 */
export function partsOf(facts: PartFacts, at: Date): Part[] {
  const { health, jobAge, mailWait, mailRetries, upSeconds, databaseSeconds, vendors } = facts;
  const ago = (seconds: number | null) =>
    seconds === null ? undefined : new Date(at.getTime() - seconds * 1_000).toISOString();
  const part = (key: Part["key"], state: PartState, times: Times = {}, name?: string): Part => ({
    ...{ key, state },
    ...(name ? { name } : {}),
    ...Object.fromEntries(Object.entries(times).filter(([, time]) => time)),
  });
  const jobs: Level = health.jobs ? levelOf("worker", jobAge, null) : "bad";
  const known = (state: Level): PartState => (health.database ? state : "unknown");
  return [
    part("web", "good", { since: ago(upSeconds) }),
    part("database", health.database ? "good" : "bad", { since: ago(databaseSeconds) }),
    part("jobs", known(jobs), { proof: ago(jobAge) }),
    part("mail", known(worst(queueLevel(mailWait, mailRetries, 0), jobs)), { since: ago(mailWait) }),
    ...vendors.map((vendor) => {
      const { name, reading, connected, age } = vendor;
      // Files arrive by upload: they are read if jobs run.
      if (reading === "file") return part("files", known(jobs), {}, name);
      if (connected === 0) return part("vendor", health.database ? "unused" : "unknown", {}, name);
      const state = vendorLevel(vendor);
      // A vendor that was not read since the start, because it is not due yet, is unknown.
      const isDue = upSeconds >= DUE_SECONDS[reading];
      return state === "good" || isDue
        ? part("vendor", known(state), { proof: ago(age) }, name)
        : part("vendor", "unknown", {}, name);
    }),
  ];
}

/** Rates a vendor by its newest answer to anybody, and by how many suppliers wait for theirs. */
function vendorLevel({ reading, age, late, connected }: VendorFacts): Level {
  const newest = levelOf(reading === "nightly" ? "contracts" : "books", age, null);
  return newest === "good" && late * 2 > connected ? "wait" : newest;
}

/** Parts whose state this process or the database itself knows: nothing about them is stored. */
const KNOWN_AT_ONCE: Part["key"][] = ["web", "database"];

/** A state to store, with the time from which it counts if it is new. */
interface NotedState {
  part: string;
  state: string;
  since: string;
}

/**
 * Returns the states to store. A good state counts from its proof, or from now. A bad one counts from its known start,
 * or else from the last proof: nobody has seen the part work since.
 */
export function statesToNote(parts: Part[], at: string): NotedState[] {
  return parts
    .filter(({ key, state }) => state !== "unknown" && !KNOWN_AT_ONCE.includes(key))
    .map((part) => ({
      ...{ part: nameOf(part), state: part.state },
      since: part.state === "good" ? (part.proof ?? at) : (part.since ?? part.proof ?? at),
    }));
}

/** Returns the parts with the stored times. A part whose state is not known has none. */
export function withSince(parts: Part[], noted: { part: string; since: Date | string }[]): Part[] {
  return parts.map((part) => {
    const since = noted.find((row) => row.part === nameOf(part))?.since;
    return since && part.state !== "unknown" ? { ...part, since: new Date(since).toISOString() } : part;
  });
}

function nameOf({ key, name }: Part): string {
  return name ? `${key}/${name}` : key;
}

/** Returns the state of the whole: that of its worst part. Parts that are unused or unknown do not count. */
export function wholeOf(parts: Part[]): Level {
  return worst(...parts.flatMap(({ state }) => (state === "unused" || state === "unknown" ? [] : [state])));
}
