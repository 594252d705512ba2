import type { Tx } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import type { Prisma } from "@/lib/core/prisma/client";
import { now } from "@/lib/core/time/clock";

export interface Actor {
  userId: string;
  userName: string;
  /** The API key that acted; `userName` is its name then, and `userId` the owner who made it. */
  apiKeyId?: string;
  ip: string;
}

/**
 * Writes who did what to the audit log, in the transaction of the change. Without a supplier it is about the
 * installation.
 */
export async function writeAudit(
  tx: Tx,
  customerId: string | null,
  actor: Actor | null,
  entry: { action: string; subject: string; detail?: Prisma.InputJsonObject },
): Promise<void> {
  await tx.auditEntry.create({
    data: { id: newId("audit"), customerId, ...actor, ...entry, detail: entry.detail ?? {}, at: now() },
  });
}
