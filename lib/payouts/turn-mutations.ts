import { randomUUID } from "node:crypto";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { ProviderError } from "@/lib/core/provider-error";

/** Whatever was on its way when a run fell silent, or got no answer, has arrived or been given up when its turn ends. */
const MARGIN = 1.5;

/** How long a run may be silent before another one takes its turn, in seconds: longer than any call to the books. */
export function turnSeconds(): number {
  return Math.ceil((MARGIN * env().PROVIDER_TIMEOUT_MS) / 1_000);
}

/**
 * Writes to a supplier's books as the only one over all processes: some books know no reference of ours, and two runs
 * that both look and then post would post twice (decision 040). A worker that stood still is taken for dead and its job
 * started again elsewhere; here the two meet.
 *
 * @param run awaits `keep` right before every call to the books: it extends the turn, and throws once another run has or
 *   had it meanwhile, for what this one has looked up may be old by then
 * @returns false if another run has the turn; then nothing was done
 */
export async function inBookingTurn(
  customerId: CustomerId,
  run: (keep: () => Promise<void>) => Promise<void>,
): Promise<boolean> {
  const runId = randomUUID();
  if (!(await takeTurn(customerId, runId))) return false;
  const endTurn = async () => void (await db.bookingTurn.deleteMany({ where: { customerId, runId } }));
  try {
    await run(async () => {
      if (!(await keepTurn(customerId, runId)))
        throw new Error("another run has booked this supplier's payouts meanwhile");
    });
  } catch (error) {
    if (!isStillOnItsWay(error)) await endTurn();
    throw error;
  }
  await endTurn();
  return true;
}

/** No answer came: the vendor may still be at it, and whoever looked now would not see what it is about to write. */
function isStillOnItsWay(error: unknown): boolean {
  return error instanceof ProviderError && error.kind === "network";
}

/** By the database's clock, which all processes share. @returns whether the turn is this run's */
async function takeTurn(customerId: CustomerId, runId: string): Promise<boolean> {
  const taken = await db.$executeRaw`
    INSERT INTO booking_turns AS turn (customer_id, run_id, until)
    VALUES (${customerId}, ${runId}, clock_timestamp() + make_interval(secs => ${turnSeconds()}))
    ON CONFLICT (customer_id) DO UPDATE SET run_id = excluded.run_id, until = excluded.until
      WHERE turn.until < clock_timestamp()`;
  return taken > 0;
}

/** One that ran out is still this run's as long as nobody else has taken it. */
async function keepTurn(customerId: CustomerId, runId: string): Promise<boolean> {
  const kept = await db.$executeRaw`
    UPDATE booking_turns SET until = clock_timestamp() + make_interval(secs => ${turnSeconds()})
    WHERE customer_id = ${customerId} AND run_id = ${runId}`;
  return kept > 0;
}
