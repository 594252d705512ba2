import { setTimeout as wait } from "node:timers/promises";
import { db } from "@/lib/core/database/db";
import { gathered } from "@/lib/core/database/groups/gather";
import type { Pace } from "@/lib/providers/accounting/port";
import { ASKED_SYSTEMS, type OnlineSystem } from "@/lib/providers/accounting/systems";

/** The pace that each accounting system allows. */
export const ACCOUNTING_PACE = Object.fromEntries(
  Object.entries(ASKED_SYSTEMS).map(([type, { pace }]) => [type, { ...pace }]),
) as Record<OnlineSystem, Pace>;
/** GoCardless allows 1,000 calls a minute per organisation: 880 for the supplier, and 100 for the supplier's payers. */
export const GOCARDLESS_PACE: Pace = { intervalMs: 68, burst: 90 };
export const PAYERS_PACE: Pace = { intervalMs: 600, burst: 10 };

interface PacedCall {
  pace: Pace;
  connection: { customerId?: string; type?: string };
}

/**
 * Waits until the next call under this key is allowed.
 * One row per key holds the theoretical arrival time (GCRA), so any number of processes share the limit. Each call
 * advances that time by one interval in a single statement, which also looks at the connection that is called. Calls
 * of one moment share the statement, and then wait for their own times.
 *
 * @returns the version of the connection's tokens; undefined if it is not connected, or none was given
 */
export async function awaitPace(
  key: string,
  pace: Pace,
  connection: PacedCall["connection"] = {},
): Promise<number | undefined> {
  const { waitMs, version } = await reserve(key, { pace, connection });
  if (waitMs > 0) await wait(waitMs);
  return version;
}

const reserve = gathered(async (key: string, calls: PacedCall[]) => {
  const { intervalMs, burst } = (calls[0] as PacedCall).pace;
  const { customerId = "", type = "" } = (calls[0] as PacedCall).connection;
  const seconds = (intervalMs * calls.length) / 1_000;
  const rows = await db.$queryRaw<{ ahead_ms: number; version: number | null }[]>`
    INSERT INTO rate_paces AS pace (key, arrives_at)
    VALUES (${key}, clock_timestamp() + make_interval(secs => ${seconds}))
    ON CONFLICT (key) DO UPDATE
      SET arrives_at = GREATEST(pace.arrives_at, clock_timestamp()) + make_interval(secs => ${seconds})
    RETURNING (EXTRACT(EPOCH FROM arrives_at - clock_timestamp()) * 1000)::float8 AS ahead_ms,
      (SELECT token_version FROM connections
        WHERE customer_id = ${customerId} AND type = ${type} AND status = 'connected') AS version`;
  const lastMs = (rows[0]?.ahead_ms ?? 0) - intervalMs * burst;
  const version = rows[0]?.version ?? undefined;
  return calls.map((_call, index) => ({ waitMs: lastMs - intervalMs * (calls.length - 1 - index), version }));
});

/** Stops all calls under this key for a while, after a 429. */
export async function pausePace(key: string, pauseMs: number): Promise<void> {
  await db.$executeRaw`
    UPDATE rate_paces SET arrives_at = GREATEST(arrives_at, clock_timestamp() + make_interval(secs => ${pauseMs / 1_000}))
    WHERE key = ${key}`;
}
