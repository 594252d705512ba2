import { expect, vi } from "vitest";
import { db } from "@/lib/core/database/db";

/** Waits until this many statements wait for a lock of another transaction. */
export async function awaitLocked(count: number): Promise<void> {
  await vi.waitFor(async () => expect(await waitingForLocks()).toBe(count), { timeout: 4_000, interval: 20 });
}

async function waitingForLocks(): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return row?.count ?? 0;
}
