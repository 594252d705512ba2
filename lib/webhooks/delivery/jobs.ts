import { db } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import { log } from "@/lib/core/telemetry/log";
import { guardedPost } from "@/lib/core/web/outgoing/guarded-post";
import { jobs } from "@/lib/jobs/catalogue";
import { work } from "@/lib/jobs/runner";
import { openSecrets } from "@/lib/webhooks/endpoints/secret-access";
import { type Attempt, enqueueDue, storeAttempt } from "./mutations";
import { signedMessage } from "./rules";

const TIMEOUT_MS = 10_000;
/** Ends a run before the job expires; what is still due waits for the next minute. */
const RUN_MS = 200_000;

/**
 * Sends what is due to one endpoint, one message after the other. Each attempt is stored before the next one. If the
 * worker dies between the answer and its storing, the message is sent again with the same id.
 */
export const deliverWebhooks = work(jobs.deliverWebhooks, async ({ customerId, endpointId }) => {
  const end = Date.now() + RUN_MS;
  while (Date.now() < end) {
    const delivery = await db.webhookDelivery.findFirst({
      where: { customerId, endpointId, status: "pending", nextAt: { lte: new Date() } },
      orderBy: [{ nextAt: "asc" }, { messageId: "asc" }],
      include: { message: true, endpoint: true },
    });
    if (!delivery || delivery.endpoint.disabledAt) return;
    const { message, endpoint, ...row } = delivery;
    const at = new Date();
    const { body, headers } = signedMessage(message, openSecrets(endpoint, at), at);
    const attempt = await send(endpoint.url, { body, headers });
    log.info({ endpointId, messageId: message.id, status: attempt.status, reason: attempt.error }, "webhook sent");
    await storeAttempt(row, attempt);
    // A silent receiver must not hold a place that others' messages need. The rest waits for the next minute.
    if (attempt.error) return;
  }
});

async function send(url: string, message: { body: string; headers: Record<string, string> }): Promise<Attempt> {
  const allowsPrivate = env().WEBHOOKS_ALLOW_PRIVATE;
  try {
    const status = await guardedPost(url, { ...message, timeoutMs: TIMEOUT_MS, allowsPrivate });
    return { status, at: new Date() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : "unknown", at: new Date() };
  }
}

/** Every minute: enqueues the deliveries that are due, first attempts and repetitions. */
export const sweepWebhooks = work(jobs.sweepWebhooks, async () => await enqueueDue());
