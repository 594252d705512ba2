import { db } from "@/lib/core/database/db";
import { log } from "@/lib/core/telemetry/log";
import { crossTenant } from "@/lib/core/tenants/tenant-scope";
import { type PartsView, readFreshParts } from "./data";
import { statesToNote, withSince } from "./rules";

const CACHE_MS = 30_000;
/** Looked at at least every ten minutes, by the worker. After a longer gap nobody knows what happened meanwhile. */
const GAP_MINUTES = 25;

let cached: { view: Promise<PartsView>; until: number } | undefined;

/**
 * Returns the state of each part, and since when it has that state. Everybody may ask: four statements in half a minute,
 * however many ask.
 */
export function observedParts(): Promise<PartsView> {
  if (!cached || cached.until < Date.now()) cached = { view: observeParts(), until: Date.now() + CACHE_MS };
  return cached.view;
}

/**
 * Reads the state of each part and stores what has changed. A page looks, and the worker does every ten minutes; if both
 * stop, the time of the last proof still says since when. Answers without a database, or with one that only reads, too.
 */
export async function observeParts(upSeconds?: number): Promise<PartsView> {
  const { at, parts } = await readFreshParts(upSeconds);
  const states = statesToNote(parts, at);
  if (states.length === 0) return { at, parts };
  try {
    const noted = await crossTenant(
      () => db.$queryRaw<{ part: string; since: Date }[]>`
        INSERT INTO part_states AS kept (part, state, since, seen_at)
        SELECT part, state, since, now()
        FROM jsonb_to_recordset(${JSON.stringify(states)}::jsonb) AS new (part text, state text, since timestamptz)
        ORDER BY part
        ON CONFLICT (part) DO UPDATE SET
          since = CASE WHEN kept.state = EXCLUDED.state AND kept.seen_at > now() - make_interval(mins => ${GAP_MINUTES})
            THEN kept.since ELSE EXCLUDED.since END,
          state = EXCLUDED.state, seen_at = now()
        RETURNING part, since`,
    );
    return { at, parts: withSince(parts, noted) };
  } catch (error) {
    log.warn({ err: error }, "state of the parts not stored");
    // Only of a disturbance the start is known without the table.
    const disturbed = states.filter(({ state }) => state === "bad" || state === "wait");
    return { at, parts: withSince(parts, disturbed) };
  }
}
