import type { z } from "zod";
import type { CustomerId } from "@/lib/auth/scope";
import { db, type Tx } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { AppError, fieldRefusal } from "@/lib/core/web/errors";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { resolveNotice } from "@/lib/notices/mutations";
import { notifyOwners } from "@/lib/outbox/owner-mutations";
import { disabledKey } from "@/lib/webhooks/delivery/mutations";
import type { newEndpoint } from "@/lib/webhooks/schema";
import { MAX_ENDPOINTS, OLD_SECRET_HOURS, TEST_KIND } from "@/lib/webhooks/types";
import { newSecret, sealSecret } from "./secret-access";

/**
 * Adds an endpoint and informs the owners, because it receives the firm's data until somebody deletes it.
 *
 * @param options.allowsHttp true if the operator allows plain http
 * @returns its secret, which cannot be read again
 * @throws AppError `conflict` if there are too many, `invalid_input` for an address without https
 */
export async function addEndpoint(
  customerId: CustomerId,
  input: z.output<typeof newEndpoint>,
  actor: Actor,
  options: { allowsHttp: boolean },
): Promise<{ id: string; secret: string }> {
  const { url, kinds } = input;
  if (!options.allowsHttp && !url.startsWith("https:"))
    throw fieldRefusal("invalid_input", "Only https is allowed.", "url");
  const id = newId("webhookEndpoint");
  const secret = newSecret();
  await db.$transaction(async (tx) => {
    // Two requests at once must not exceed the limit.
    await tx.$executeRaw`SELECT 1 FROM customers WHERE id = ${customerId} FOR UPDATE`;
    if ((await tx.webhookEndpoint.count({ where: { customerId } })) >= MAX_ENDPOINTS)
      throw new AppError("conflict", `At most ${MAX_ENDPOINTS} endpoints.`);
    await tx.webhookEndpoint.create({
      data: { customerId, id, url, kinds: [...new Set(kinds)], secret: sealSecret(customerId, id, secret) },
    });
    await writeAudit(tx, customerId, actor, { action: "webhook.added", subject: id, detail: { url, kinds } });
    await notifyOwners(tx, customerId, { event: "receiverAdded", actor, values: { host: new URL(url).host } });
  });
  return { id, secret };
}

/**
 * Gives an endpoint a new secret. Messages are signed with the former one, too, for a day, so that the receiver can
 * change over without a gap.
 *
 * @throws AppError `not_found`
 */
export async function rotateSecret(customerId: CustomerId, id: string, actor: Actor): Promise<{ secret: string }> {
  const secret = newSecret();
  await db.$transaction(async (tx) => {
    const { secret: oldSecret } = await findEndpoint(tx, customerId, id);
    const oldSecretUntil = new Date(Date.now() + OLD_SECRET_HOURS * 3_600_000);
    await tx.webhookEndpoint.updateMany({
      where: { customerId, id },
      data: { secret: sealSecret(customerId, id, secret), oldSecret, oldSecretUntil },
    });
    await writeAudit(tx, customerId, actor, { action: "webhook.secret-rotated", subject: id });
  });
  return { secret };
}

/** Turns an endpoint on or off. What failed meanwhile can be sent again from the log. @throws AppError `not_found` */
export async function switchEndpoint(customerId: CustomerId, id: string, isOn: boolean, actor: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    await findEndpoint(tx, customerId, id);
    const data = isOn ? { disabledAt: null, failingSince: null } : { disabledAt: new Date() };
    await tx.webhookEndpoint.updateMany({ where: { customerId, id }, data });
    if (!isOn)
      await tx.webhookDelivery.updateMany({
        where: { customerId, endpointId: id, status: "pending" },
        data: { status: "failed", lastError: "endpoint turned off" },
      });
    await resolveNotice(tx, customerId, disabledKey(id));
    await writeAudit(tx, customerId, actor, { action: isOn ? "webhook.enabled" : "webhook.disabled", subject: id });
  });
}

/** Deletes an endpoint with its log. @throws AppError `not_found` */
export async function deleteEndpoint(customerId: CustomerId, id: string, actor: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.webhookEndpoint.deleteMany({ where: { customerId, id } });
    if (count === 0) throw new AppError("not_found");
    await resolveNotice(tx, customerId, disabledKey(id));
    await writeAudit(tx, customerId, actor, { action: "webhook.deleted", subject: id });
  });
}

/** Sends a test event to one endpoint. @throws AppError `not_found`, `conflict` if the endpoint is turned off */
export async function sendTest(customerId: CustomerId, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    await requireOn(tx, customerId, id);
    const messageId = newId("webhookMessage");
    await tx.webhookMessage.create({ data: { customerId, id: messageId, kind: TEST_KIND, data: { endpointId: id } } });
    await tx.webhookDelivery.create({ data: { customerId, messageId, endpointId: id, nextAt: new Date() } });
    await enqueue(tx, jobs.deliverWebhooks, { customerId, endpointId: id });
  });
}

/** Sends a message to an endpoint again, with the same id. @throws AppError `not_found`, `conflict` if it is off */
export async function replay(
  customerId: CustomerId,
  { endpointId, messageId }: { endpointId: string; messageId: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    await requireOn(tx, customerId, endpointId);
    const { count } = await tx.webhookDelivery.updateMany({
      where: { customerId, endpointId, messageId },
      data: { status: "pending", attempts: 0, nextAt: new Date() },
    });
    if (count === 0) throw new AppError("not_found");
    await enqueue(tx, jobs.deliverWebhooks, { customerId, endpointId });
  });
}

async function findEndpoint(tx: Tx, customerId: CustomerId, id: string) {
  const endpoint = await tx.webhookEndpoint.findUnique({ where: { customerId_id: { customerId, id } } });
  if (!endpoint) throw new AppError("not_found");
  return endpoint;
}

async function requireOn(tx: Tx, customerId: CustomerId, id: string): Promise<void> {
  const { disabledAt } = await findEndpoint(tx, customerId, id);
  if (disabledAt) throw new AppError("conflict", "Turn the endpoint on first.");
}
