import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { AppError } from "@/lib/core/web/errors";
import { invalidateAll } from "@/lib/decision-queue/mutations";
import { readWaitingTotals } from "./data";
import { firstRequestState, isReadingFirst } from "./rules";
import type { FirstRequestChoice } from "./schema";

/**
 * Stores how the first mandate requests are sent, and has every open invoice decided again. With `now`, the decisions
 * send the requests that wait. With `by_hand`, only a person sends those for invoices known now. Requests for later
 * invoices are sent automatically in both cases. The supplier can replace `by_hand` by `now` later; repeating a choice
 * changes nothing.
 *
 * @throws AppError `conflict` if the list is not the one that was seen, or is not complete yet; also for `by_hand`
 * after `now`
 */
export async function chooseFirstRequests(
  customerId: CustomerId,
  { choice, seen }: FirstRequestChoice,
  actor: Actor,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM customers WHERE id = ${customerId} FOR NO KEY UPDATE`;
    const stored = await tx.customer.findUniqueOrThrow({
      where: { id: customerId },
      include: { connections: true },
    });
    const state = firstRequestState(stored);
    if (state === (choice === "now" ? "automatic" : "by_hand")) return;
    // The mails have been sent: nothing is left to be sent by hand.
    if (state === "automatic") throw new AppError("conflict");
    const waiting = await readWaitingTotals(tx, customerId, state);
    if (waiting.isDeciding || isReadingFirst(stored.connections) || waiting.seen !== seen)
      throw new AppError("conflict");
    // The machine's clock, as in `invoices.created_at`.
    const at = new Date();
    await tx.customer.update({
      where: { id: customerId },
      data: { firstRequestsAt: stored.firstRequestsAt ?? at, byHandBefore: choice === "by_hand" ? at : null },
    });
    await writeAudit(tx, customerId, actor, {
      action: "mandate.first-requests",
      subject: customerId,
      detail: { choice, payers: waiting.payers, cents: waiting.cents },
    });
    await invalidateAll(tx, customerId);
  });
}
