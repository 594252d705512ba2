import { randomUUID } from "node:crypto";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import { ProviderError } from "@/lib/core/web/provider-error";

/** Factor on the provider timeout: when a lease ends, every call of a silent run has arrived or timed out. */
const MARGIN = 1.5;

/** Returns how long a run may be silent before another one takes its lease, in seconds: longer than any vendor call. */
export function leaseSeconds(): number {
  return Math.ceil((MARGIN * env().PROVIDER_TIMEOUT_MS) / 1_000);
}

/**
 * Runs under the supplier's booking lease, which one run holds at a time over all processes.
 * Some accounting systems store no reference of ours, so two runs that both look and then post would post twice
 * (decision 040). A stalled worker counts as dead and its job is started again elsewhere; the lease keeps the two
 * apart.
 *
 * @param run awaits `keep` right before every call to the accounting system. `keep` extends the lease. It throws once
 *   another run has or had the lease meanwhile, because the data this run has read may be stale.
 * @returns false if another run holds the lease; then nothing was done
 */
export async function withBookingLease(
  customerId: CustomerId,
  run: (keep: () => Promise<void>) => Promise<void>,
): Promise<boolean> {
  const runId = randomUUID();
  if (!(await takeTurn(customerId, runId))) return false;
  const endTurn = async () => void (await db.bookingTurn.deleteMany({ where: { customerId, runId } }));
  try {
    await run(async () => {
      if (!(await keepTurn(customerId, runId)))
        throw new Error("booking lease lost: another run has booked this supplier's payouts");
    });
  } catch (error) {
    if (!isStillOnItsWay(error)) await endTurn();
    throw error;
  }
  await endTurn();
  return true;
}

/** True if no answer came. The vendor may still be writing, so another run that looks now might not see that write. */
function isStillOnItsWay(error: unknown): boolean {
  return error instanceof ProviderError && error.kind === "network";
}

/**
 * Takes the lease by the database's clock, which all processes share.
 *
 * @returns true if the lease is this run's
 */
async function takeTurn(customerId: CustomerId, runId: string): Promise<boolean> {
  const taken = await db.$executeRaw`
    INSERT INTO booking_turns AS turn (customer_id, run_id, until)
    VALUES (${customerId}, ${runId}, clock_timestamp() + make_interval(secs => ${leaseSeconds()}))
    ON CONFLICT (customer_id) DO UPDATE SET run_id = excluded.run_id, until = excluded.until
      WHERE turn.until < clock_timestamp()`;
  return taken > 0;
}

/** Extends the lease. An expired lease is still this run's as long as no other run has taken it. */
async function keepTurn(customerId: CustomerId, runId: string): Promise<boolean> {
  const kept = await db.$executeRaw`
    UPDATE booking_turns SET until = clock_timestamp() + make_interval(secs => ${leaseSeconds()})
    WHERE customer_id = ${customerId} AND run_id = ${runId}`;
  return kept > 0;
}
