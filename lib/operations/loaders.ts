import { notFound } from "next/navigation";
import { cache } from "react";
import { callerOrigin } from "@/lib/auth/caller";
import { pageSession } from "@/lib/auth/sessions/page-session";
import { db } from "@/lib/core/database/db";
import { writeAudit } from "@/lib/core/telemetry/audit";
import { acrossSuppliers, withinSupplier } from "@/lib/core/tenants/tenant-scope";
import { now } from "@/lib/core/time/clock";
import { listDeadLetters } from "@/lib/jobs/dead-letters";
import { operatorStanding } from "@/lib/operations/access/access";
import { readDifferences, readFaults, readFeeds, readQueues } from "@/lib/operations/status/data";
import { findMatches, readTrail } from "@/lib/operations/trail/data";
import type { Match, Trail } from "./types";

/**
 * Shows the operators' page to operators only. For everybody else it does not exist.
 *
 * @returns false for an operator who has signed in without a second factor, and who sees only that this is missing
 */
export const loadOperator = cache(async (): Promise<boolean> => {
  const standing = await operatorStanding(await pageSession());
  if (standing === "none") notFound();
  return standing === "operator";
});

const SHOWN_LETTERS = 20;
const MESSAGE_LENGTH = 200;

/** Returns the state of the whole installation at this moment. Names suppliers only by id, and no payers. */
export async function loadStatus() {
  const [feeds, queues, faults, differences, letters] = await acrossSuppliers(() =>
    Promise.all([readFeeds(), readQueues(), readFaults(), readDifferences(), listDeadLetters()]),
  );
  const shown = letters.slice(0, SHOWN_LETTERS).map(({ id, queue, key, failedAt, message }) => ({
    ...{ id, queue, key: key ?? "" },
    ...{ failedAt: failedAt?.toISOString(), message: message?.slice(0, MESSAGE_LENGTH) },
  }));
  return { at: now().toISOString(), feeds, queues, faults, differences, letters: shown, letterCount: letters.length };
}

export type StatusView = Awaited<ReturnType<typeof loadStatus>>;
export type DeadLetterView = StatusView["letters"][number];

/**
 * Returns the result of a search: one invoice's diagnosis, or several invoices to choose from.
 * A diagnosis shows a supplier's data, so it is written into that supplier's audit log before it is shown.
 */
export async function loadTrail(text: string): Promise<{ trail?: Trail; matches: Match[] }> {
  const matches = await acrossSuppliers(() => findMatches(text));
  const [only, second] = matches;
  if (!only || second) return { matches };
  const { userId, userName } = await pageSession();
  const actor = { userId, userName, ip: (await callerOrigin()).ip };
  return await withinSupplier(only.customerId, async () => {
    await writeAudit(db, only.customerId, actor, { action: "operator.looked", subject: only.invoiceId });
    return { trail: await readTrail(only), matches };
  });
}
