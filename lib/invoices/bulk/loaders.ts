import { cache } from "react";
import { pageAccount, pageSession } from "@/lib/auth/sessions/page-session";
import type { BulkRun } from "@/lib/core/prisma/client";
import type { BulkAction } from "@/lib/core/prisma/enums";
import { now } from "@/lib/core/time/clock";
import { type Day, fromDate } from "@/lib/core/time/dates";
import { minutesLeft } from "@/lib/core/time/rest-time";
import { readBulkRun, readRefusedItems } from "./data";

export interface BulkView {
  id: string;
  action: BulkAction;
  until?: Day;
  isRunning: boolean;
  total: number;
  done: number;
  refused: number;
  /** Only while the run continues, and once its pace is known. */
  minutesLeft?: number;
  createdAt: string;
  userName: string;
}

function viewOf(run: BulkRun): BulkView {
  const [done, elapsedMs] = [run.doneCount + run.refusedCount, run.updatedAt.getTime() - run.createdAt.getTime()];
  return {
    id: run.id,
    action: run.action,
    until: run.until ? fromDate(run.until) : undefined,
    isRunning: run.status === "running",
    total: run.total,
    done: run.doneCount,
    refused: run.refusedCount,
    minutesLeft: minutesLeft({ done, total: run.total, elapsedMs }),
    createdAt: run.createdAt.toISOString(),
    userName: run.userName,
  };
}

export interface RefusedItem {
  position: number;
  number: string;
  reason: string;
  /** Our invoice, if there is one to open. */
  invoiceId?: string;
}

/** Returns a run with the reasons for its refusals; undefined if the supplier has no run with this id. */
export const loadBulk = cache(async (id: string): Promise<(BulkView & { refusals: RefusedItem[] }) | undefined> => {
  const { customerId } = await pageSession();
  const run = await readBulkRun(customerId, id);
  if (!run) return undefined;
  const items = await readRefusedItems(customerId, id);
  const isOwnId = run.action !== "transfer";
  const refusals = items.map(({ position, number, reason, subject }) => ({
    position,
    number,
    reason: reason ?? "internal",
    invoiceId: isOwnId ? subject : undefined,
  }));
  return { ...viewOf(run), refusals };
});

/**
 * Returns the newest run while it is running or has just ended. The list of invoices links to it, so that it can be
 * found.
 */
export const loadRecentBulk = cache(async (): Promise<BulkView | undefined> => {
  const [run] = (await pageAccount()).account.bulkRuns;
  if (!run) return undefined;
  const isRecent = run.status === "running" || (run.endedAt && now().getTime() - run.endedAt.getTime() < RECENT_MS);
  return isRecent ? viewOf(run) : undefined;
});

const RECENT_MS = 10 * 60_000;
