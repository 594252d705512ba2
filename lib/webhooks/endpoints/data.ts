import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";

/** The newest deliveries of each endpoint that the log shows. */
const LOG_SIZE = 20;

/** Returns the endpoints, oldest first, without secrets, each with its newest deliveries. */
export async function readEndpoints(customerId: CustomerId) {
  const rows = await db.webhookEndpoint.findMany({
    where: { customerId },
    orderBy: { id: "asc" },
    omit: { secret: true, oldSecret: true },
    include: {
      deliveries: {
        orderBy: [{ message: { createdAt: "desc" } }, { messageId: "desc" }],
        take: LOG_SIZE,
        include: { message: { select: { kind: true, createdAt: true } } },
      },
    },
  });
  const at = new Date();
  return rows.map(({ deliveries, id, url, kinds, failingSince, disabledAt, oldSecretUntil }) => ({
    ...{ id, url, kinds, failingSince, disabledAt },
    oldSecretUntil: oldSecretUntil && oldSecretUntil > at ? oldSecretUntil : undefined,
    log: deliveries.map(({ messageId, status, attempts, lastAt, lastStatus, lastError, message }) => ({
      ...{ messageId, status, attempts, lastAt, lastStatus, lastError },
      ...message,
    })),
  }));
}
