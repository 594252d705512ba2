import { notFound } from "next/navigation";
import { cache } from "react";
import { callerOrigin } from "@/lib/auth/caller";
import { pageSession } from "@/lib/auth/sessions/page-session";
import { withinSupplier } from "@/lib/core/tenants/tenant-scope";
import { now } from "@/lib/core/time/clock";
import { operatorAccess } from "@/lib/operations/access/access";
import { readStatus } from "@/lib/operations/status/data";
import { findMatches, readTrail } from "@/lib/operations/trail/data";
import { noteLook } from "@/lib/operations/trail/mutations";
import type { Match, Trail } from "./types";

/**
 * Shows the operators' page to operators only. For everybody else it does not exist.
 *
 * @returns false for an operator who has signed in without a second factor, and who sees only that this is missing
 */
export const loadOperator = cache(async (): Promise<boolean> => {
  const standing = await operatorAccess(await pageSession());
  if (standing === "none") notFound();
  return standing === "operator";
});

const SHOWN_LETTERS = 20;
const MESSAGE_LENGTH = 200;

/** Returns the state of the whole installation at this moment. Names suppliers only by id, and no payers. */
export async function loadStatus() {
  const { letters, ...status } = await readStatus();
  const shown = letters.slice(0, SHOWN_LETTERS).map(({ id, queue, key, failedAt, message }) => ({
    ...{ id, queue, key: key ?? "" },
    ...{ failedAt: failedAt?.toISOString(), message: message?.slice(0, MESSAGE_LENGTH) },
  }));
  return { at: now().toISOString(), ...status, letters: shown, letterCount: letters.length };
}

export type StatusView = Awaited<ReturnType<typeof loadStatus>>;
export type DeadLetterView = StatusView["letters"][number];

/**
 * Returns the result of a search: one invoice's diagnosis, or several invoices to choose from.
 * A diagnosis shows a supplier's data, so it is written into that supplier's audit log before it is shown.
 */
export async function loadTrail(text: string): Promise<{ trail?: Trail; matches: Match[] }> {
  const matches = await findMatches(text);
  const [only, second] = matches;
  if (!only || second) return { matches };
  const { userId, userName } = await pageSession();
  const actor = { userId, userName, ip: (await callerOrigin()).ip };
  return await withinSupplier(only.customerId, async () => {
    await noteLook(only, actor);
    return { trail: await readTrail(only), matches };
  });
}
