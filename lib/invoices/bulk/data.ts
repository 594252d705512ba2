import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import type { BulkItem, BulkRun } from "@/lib/core/prisma/client";

/** Refusals shown with the result. There can be as many as items, and a person reads the first ones. */
const SHOWN = 200;

/** Returns a bulk run; null if the supplier has no run with this id. */
export async function readBulkRun(customerId: CustomerId, id: string): Promise<BulkRun | null> {
  return await db.bulkRun.findUnique({ where: { customerId_id: { customerId, id } } });
}

/** Returns the first refused items of a run, in the order of the run. */
export async function readRefusedItems(customerId: CustomerId, runId: string): Promise<BulkItem[]> {
  return await db.bulkItem.findMany({
    where: { customerId, runId, outcome: "refused" },
    orderBy: { position: "asc" },
    take: SHOWN,
  });
}
