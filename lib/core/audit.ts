import { now } from "./clock";
import type { Tx } from "./db";
import { newId } from "./ids";
import type { Prisma } from "./prisma/client";

export interface Actor {
  userId: string;
  userName: string;
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
