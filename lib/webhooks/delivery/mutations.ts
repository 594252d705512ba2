import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import type { WebhookDelivery } from "@/lib/core/prisma/client";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { raiseNotice } from "@/lib/notices/mutations";
import { isHopeless, isReceived, nextAttempt } from "./rules";

/** The result of an attempt: the status of the answer, or the reason why none came. */
export interface Attempt {
  status?: number;
  error?: string;
  at: Date;
}

export const disabledKey = (endpointId: string) => `webhook:${endpointId}`;

/** Stores an attempt. After days of failures it turns the endpoint off, and raises a notice. */
export async function storeAttempt(delivery: WebhookDelivery, attempt: Attempt): Promise<void> {
  const { customerId, messageId, endpointId, attempts } = delivery;
  const { status, error, at } = attempt;
  const count = attempts + 1;
  const last = { attempts: count, lastAt: at, lastStatus: status ?? null, lastError: error?.slice(0, 300) ?? null };
  // A person may have asked for the message again meanwhile: then this attempt does not count.
  const where = { customerId, messageId, endpointId, status: "pending", attempts } as const;
  const endpoint = { customerId, id: endpointId };
  await db.$transaction(async (tx) => {
    if (status !== undefined && isReceived(status)) {
      await tx.webhookDelivery.updateMany({ where, data: { ...last, status: "delivered" } });
      await tx.webhookEndpoint.updateMany({ where: endpoint, data: { failingSince: null } });
      return;
    }
    const nextAt = nextAttempt(count, at);
    await tx.webhookDelivery.updateMany({ where, data: { ...last, ...(nextAt ? { nextAt } : { status: "failed" }) } });
    await tx.webhookEndpoint.updateMany({ where: { ...endpoint, failingSince: null }, data: { failingSince: at } });
    const row = await tx.webhookEndpoint.findUnique({ where: { customerId_id: endpoint } });
    if (!row?.failingSince || row.disabledAt || !isHopeless(row.failingSince, status, at)) return;
    await tx.webhookEndpoint.updateMany({ where: endpoint, data: { disabledAt: at } });
    await tx.webhookDelivery.updateMany({
      where: { customerId, endpointId, status: "pending" },
      data: { status: "failed" },
    });
    await raiseNotice(tx, customerId, {
      key: disabledKey(endpointId),
      kind: "webhook_disabled",
      data: { name: new URL(row.url).host },
    });
  });
}

/** Enqueues the delivery of everything that is due: of one supplier, or of all, without waiting for the next minute. */
export async function enqueueDue(customerId?: CustomerId): Promise<void> {
  const due = await db.webhookDelivery.groupBy({
    by: ["customerId", "endpointId"],
    where: { customerId, status: "pending", nextAt: { lte: new Date() } },
  });
  for (const row of due)
    await enqueue(db, jobs.deliverWebhooks, { customerId: row.customerId as CustomerId, endpointId: row.endpointId });
}
