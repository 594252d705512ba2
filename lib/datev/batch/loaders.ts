import { cache } from "react";
import { pageSession } from "@/lib/auth/sessions/page-session";
import { fromDate } from "@/lib/core/time/dates";
import { loadDatev, loadRows } from "@/lib/datev/loaders";
import { type FileState, fileState } from "@/lib/datev/upload/rules";
import type { ServiceProblem } from "@/lib/providers/accounting/datev/errors";
import type { DatevNote } from "@/lib/providers/accounting/datev/extf/postings";
import { readWaitingDays } from "./data";

export type { DatevNote } from "@/lib/providers/accounting/datev/extf/postings";

export interface BatchFileView {
  position: number;
  name: string;
  postingCount: number;
  state: FileState;
  /** True if the file waits and no call about it has begun, so that its upload can be cancelled. */
  mayDrop: boolean;
  problem?: ServiceProblem;
}

export interface BatchView {
  id: string;
  payoutCount: number;
  amountCents: number;
  createdAt: string;
  userName: string;
  downloadedAt?: string;
  notes: DatevNote[];
  files: BatchFileView[];
}

export interface MonthView {
  /** YYYY-MM */
  month: string;
  /** Payouts that are in no batch yet. */
  waiting: { count: number; cents: number };
  batches: BatchView[];
}

/** Returns the months with payouts for the tax adviser, newest first. */
export const loadMonths = cache(async (): Promise<MonthView[]> => {
  const { customerId } = await pageSession();
  const { upload, settings } = await loadDatev();
  const { datevBatches } = await loadRows();
  const days = await readWaitingDays(customerId, settings.bank);
  const months = new Map<string, MonthView>();
  const monthOf = (month: string): MonthView => {
    const view = months.get(month) ?? { month, waiting: { count: 0, cents: 0 }, batches: [] };
    months.set(month, view);
    return view;
  };
  for (const { arrivalDate, _count, _sum } of days) {
    if (!arrivalDate) continue;
    const { waiting } = monthOf(fromDate(arrivalDate).slice(0, 7));
    waiting.count += _count;
    waiting.cents += _sum.amountCents ?? 0;
  }
  for (const batch of datevBatches) monthOf(batch.month).batches.push(viewOf(batch, upload === "signed_in"));
  return [...months.values()].sort((a, b) => (a.month < b.month ? 1 : -1));
});

type StoredBatch = Awaited<ReturnType<typeof loadRows>>["datevBatches"][number];

function viewOf(batch: StoredBatch, isSignedIn: boolean): BatchView {
  const { id, payoutCount, amountCents, createdAt, userName, downloadedAt, notes, files } = batch;
  return {
    ...{ id, payoutCount, amountCents, userName },
    createdAt: createdAt.toISOString(),
    downloadedAt: downloadedAt?.toISOString(),
    notes: notes as unknown as DatevNote[],
    files: files.map((file) => ({
      ...{ position: file.position, name: file.name, postingCount: file.postingCount },
      state: fileState(file, isSignedIn),
      mayDrop: file.upload === "wanted" && !file.calledAt,
      problem: file.problem ? (file.problem as unknown as ServiceProblem) : undefined,
    })),
  };
}
