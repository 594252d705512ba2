import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeEach, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import { newId } from "@/lib/core/formats/ids";
import { withinSupplier } from "@/lib/core/tenants/tenant-scope";
import {
  addEndpoint,
  deleteEndpoint,
  replay,
  rotateSecret,
  sendTest,
  switchEndpoint,
} from "@/lib/webhooks/endpoints/mutations";
import { WEBHOOK_DATA } from "@/lib/webhooks/schema";
import { MAX_ENDPOINTS, WEBHOOK_KINDS, type WebhookKind } from "@/lib/webhooks/types";
import { connectedSupplier, seedCollection } from "@/test/supplier-data";
import { deliverWebhooks } from "./jobs";
import { storeAttempt } from "./mutations";

interface Received {
  id: string;
  headers: Record<string, string>;
  body: string;
}

/** The receiver: keeps what arrives, and answers with the next status. */
const received: Received[] = [];
let answer = 200;
const receiver = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  received.push({ id: String(request.headers["webhook-id"]), headers: request.headers as Received["headers"], body });
  response.writeHead(answer).end();
});
await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
const allow = (isAllowed: boolean) => void Object.assign(env(), { WEBHOOKS_ALLOW_PRIVATE: isAllowed });

afterAll(() => {
  allow(false);
  receiver.close();
});
beforeEach(() => {
  allow(true);
  received.length = 0;
  answer = 200;
});

type Supplier = Awaited<ReturnType<typeof connectedSupplier>>;

async function listening(kinds: WebhookKind[] = [...WEBHOOK_KINDS], at = url) {
  const supplier = await connectedSupplier();
  const { customerId, actor } = supplier;
  const made = await addEndpoint(customerId, { url: at, kinds }, actor, { allowsHttp: true });
  return { ...supplier, endpointId: made.id, secret: made.secret };
}

const deliver = ({ customerId, endpointId }: { customerId: string; endpointId: string }) =>
  deliverWebhooks.run({ customerId, endpointId });
const messages = ({ customerId }: Pick<Supplier, "customerId">) =>
  db.webhookMessage.findMany({ where: { customerId }, orderBy: { createdAt: "asc" } });
const deliveries = ({ customerId }: Pick<Supplier, "customerId">) =>
  db.webhookDelivery.findMany({ where: { customerId }, orderBy: { messageId: "asc" } });
/** Makes what waits due now. */
const hasten = ({ customerId }: Pick<Supplier, "customerId">) =>
  db.webhookDelivery.updateMany({ where: { customerId }, data: { nextAt: new Date(0) } });

async function payoutOf(customerId: string) {
  const id = newId("payout");
  return await db.payout.create({
    data: { customerId, id, providerId: id, status: "pending", amountCents: 1_200, arrivalDate: new Date() },
  });
}

test("each change of a mandate, debit, return, payout or booking is an event with the documented data", async () => {
  const supplier = await listening();
  const { customerId } = supplier;
  const { collection } = await seedCollection(customerId);
  const row = { customerId, id: collection.id };
  await db.collection.updateMany({ where: row, data: { status: "failed", failureCause: "insufficient_funds" } });
  await db.returnCase.create({
    data: {
      customerId,
      id: newId("returnCase"),
      invoiceId: collection.invoiceId,
      collectionId: row.id,
      returnedAt: new Date(),
    },
  });
  await db.returnCase.updateMany({ where: { customerId }, data: { isDone: true, outcome: "settled" } });
  const payout = await payoutOf(customerId);
  await db.payout.updateMany({
    where: { customerId, id: payout.id },
    data: { status: "paid", bookingStatus: "booked" },
  });
  const all = await messages(supplier);
  expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(WEBHOOK_KINDS));
  for (const { kind, data } of all) expect(WEBHOOK_DATA[kind as WebhookKind].strict().parse(data)).toEqual(data);
  const ofKind = (kind: WebhookKind) => all.filter((one) => one.kind === kind).map(({ data }) => data);
  expect(ofKind("debit.changed").at(-1)).toMatchObject({ debitId: row.id, status: "failed" });
  expect(ofKind("return.changed").at(-1)).toMatchObject({ isDone: true, outcome: "settled" });
  expect(ofKind("payout.changed").at(-1)).toMatchObject({ payoutId: payout.id, status: "paid", amountCents: 1_200 });
  expect(ofKind("booking.changed")).toMatchObject([{ payoutId: payout.id, status: "booked" }]);
  const before = all.length;
  await db.collection.updateMany({ where: row, data: { calledAt: new Date() } });
  expect(await messages(supplier)).toHaveLength(before);
});

test("an event is stored with its change or not at all, only for kinds that were chosen, and only for its supplier", async () => {
  const [supplier, other] = [await listening(["payout.changed"]), await listening()];
  const { customerId } = supplier;
  await seedCollection(customerId);
  expect(await messages(supplier)).toEqual([]);
  const failing = db.$transaction(async (tx) => {
    const id = newId("payout");
    await tx.payout.create({ data: { customerId, id, providerId: id, status: "paid", amountCents: 1 } });
    expect(await tx.webhookMessage.count({ where: { customerId } })).toBe(1);
    throw new Error("killed");
  });
  await expect(failing).rejects.toThrow("killed");
  expect(await messages(supplier)).toEqual([]);
  await withinSupplier(customerId, () => payoutOf(customerId));
  expect(await messages(supplier)).toHaveLength(1);
  expect(await messages(other)).toEqual([]);
  expect(await withinSupplier(other.customerId, () => db.webhookDelivery.count())).toBe(0);
});

test("a message is due as soon as its change is stored", async () => {
  const { customerId } = await listening(["payout.changed"]);
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT set_config('test.customer', ${customerId}, true)`;
    await tx.$executeRaw`DO $$ BEGIN
      FOR i IN 1..20 LOOP
        INSERT INTO payouts (customer_id, id, provider_id, status, amount_cents, updated_at)
          VALUES (current_setting('test.customer'), 'due' || i, 'due' || i, 'pending', 1, now());
        ASSERT NOT EXISTS (SELECT FROM webhook_deliveries WHERE next_at > clock_timestamp()), 'due only later';
      END LOOP;
    END $$`;
  });
  expect(await messages({ customerId })).toHaveLength(20);
});

test("a message arrives once, signed with the endpoint's secret", async () => {
  const supplier = await listening(["payout.changed"]);
  const payout = await payoutOf(supplier.customerId);
  await deliver(supplier);
  await deliver(supplier);
  const [message] = await messages(supplier);
  expect(received.map(({ id }) => id)).toEqual([message?.id]);
  const [one] = received as [Received];
  expect(new Webhook(supplier.secret).verify(one.body, one.headers)).toMatchObject({
    type: "payout.changed",
    data: { payoutId: payout.id },
  });
  expect(await deliveries(supplier)).toMatchObject([{ status: "delivered", attempts: 1, lastStatus: 200 }]);
});

test("after a rotation both secrets sign for a day, then only the new one", async () => {
  const supplier = await listening();
  const { customerId, endpointId, actor, secret } = supplier;
  const rotated = await rotateSecret(customerId, endpointId, actor);
  await sendTest(customerId, endpointId);
  await deliver(supplier);
  for (const valid of [secret, rotated.secret])
    expect(new Webhook(valid).verify(received[0]?.body ?? "", received[0]?.headers ?? {})).toBeDefined();
  await db.webhookEndpoint.updateMany({ where: { customerId }, data: { oldSecretUntil: new Date() } });
  await sendTest(customerId, endpointId);
  await deliver(supplier);
  expect(() => new Webhook(secret).verify(received[1]?.body ?? "", received[1]?.headers ?? {})).toThrow();
  const stored = JSON.stringify(await db.webhookEndpoint.findMany({ where: { customerId } }));
  for (const text of [secret, rotated.secret]) expect(stored).not.toContain(text.slice("whsec_".length));
});

test("a refused message is repeated later with the same id, and given up after the last attempt", async () => {
  const supplier = await listening(["payout.changed"]);
  answer = 500;
  await payoutOf(supplier.customerId);
  await deliver(supplier);
  await deliver(supplier);
  expect(received).toHaveLength(1);
  const [waiting] = await deliveries(supplier);
  expect(waiting).toMatchObject({ status: "pending", attempts: 1, lastStatus: 500 });
  expect(waiting?.nextAt.getTime()).toBeGreaterThan(Date.now() + 50_000);
  for (let i = 0; i < 10; i += 1) {
    await hasten(supplier);
    await deliver(supplier);
  }
  expect(received).toHaveLength(9);
  expect(new Set(received.map(({ id }) => id)).size).toBe(1);
  expect(await deliveries(supplier)).toMatchObject([{ status: "failed", attempts: 9 }]);
});

test("a receiver that does not answer is asked once in a run, so that it holds nobody else's place", async () => {
  const supplier = await listening(["payout.changed"]);
  const { customerId } = supplier;
  await db.webhookEndpoint.updateMany({ where: { customerId }, data: { url: "http://127.0.0.1:9/" } });
  for (let i = 0; i < 3; i += 1) await payoutOf(customerId);
  await deliver(supplier);
  expect((await deliveries(supplier)).map(({ attempts }) => attempts).sort()).toEqual([0, 0, 1]);
  await db.webhookEndpoint.updateMany({ where: { customerId }, data: { url } });
  await hasten(supplier);
  await deliver(supplier);
  expect((await deliveries(supplier)).map(({ status }) => status)).toEqual(["delivered", "delivered", "delivered"]);
});

test("a worker that dies before it stores the answer sends the same id again, and nothing is lost", async () => {
  const supplier = await listening(["payout.changed"]);
  await payoutOf(supplier.customerId);
  const [before] = await deliveries(supplier);
  await deliver(supplier);
  // As if the transaction after the answer had never been committed.
  await db.webhookDelivery.updateMany({
    where: { customerId: supplier.customerId },
    data: { status: "pending", attempts: 0, nextAt: before?.nextAt },
  });
  await deliver(supplier);
  const [message] = await messages(supplier);
  expect(received.map(({ id }) => id)).toEqual([message?.id, message?.id]);
  expect(received[1]?.body).toBe(received[0]?.body);
  expect(await deliveries(supplier)).toMatchObject([{ status: "delivered" }]);
});

test("an endpoint is turned off after five days of failures, with a notice, and can be turned on again", async () => {
  const supplier = await listening(["payout.changed"]);
  const { customerId, endpointId, actor } = supplier;
  answer = 503;
  await payoutOf(customerId);
  await deliver(supplier);
  const [delivery] = await deliveries(supplier);
  if (!delivery) throw new Error("no delivery");
  await storeAttempt(delivery, { status: 503, at: new Date(Date.now() + 5 * 24 * 3_600_000) });
  const endpoint = () => db.webhookEndpoint.findFirstOrThrow({ where: { customerId } });
  expect((await endpoint()).disabledAt).not.toBeNull();
  const notices = () => db.notice.findMany({ where: { customerId, kind: "webhook_disabled", resolvedAt: null } });
  expect(await notices()).toHaveLength(1);
  await payoutOf(customerId);
  expect(await messages(supplier)).toHaveLength(1);
  await expect(replay(customerId, { endpointId, messageId: delivery.messageId })).rejects.toMatchObject({
    code: "conflict",
  });
  await switchEndpoint(customerId, endpointId, true, actor);
  expect(await notices()).toEqual([]);
  answer = 204;
  await replay(customerId, { endpointId, messageId: delivery.messageId });
  await deliver(supplier);
  expect(received.at(-1)?.id).toBe(delivery.messageId);
  expect(await deliveries(supplier)).toMatchObject([{ status: "delivered", lastStatus: 204 }]);
  expect((await endpoint()).failingSince).toBeNull();
});

test("an endpoint that answers 410 is turned off at once", async () => {
  const supplier = await listening(["payout.changed"]);
  answer = 410;
  await payoutOf(supplier.customerId);
  await deliver(supplier);
  expect(await db.webhookEndpoint.count({ where: { customerId: supplier.customerId, disabledAt: null } })).toBe(0);
});

test("nothing is sent to a private address unless the operator allows it", async () => {
  const supplier = await listening(["payout.changed"], url.replace("http:", "https:"));
  allow(false);
  await payoutOf(supplier.customerId);
  await deliver(supplier);
  expect(received).toEqual([]);
  expect(await deliveries(supplier)).toMatchObject([
    { status: "pending", attempts: 1, lastStatus: null, lastError: "127.0.0.1 is not a public address" },
  ]);
  const { customerId, actor } = supplier;
  const plain = addEndpoint(customerId, { url, kinds: ["payout.changed"] }, actor, { allowsHttp: false });
  await expect(plain).rejects.toMatchObject({ code: "invalid_input" });
});

test("another supplier's endpoint is not found, and an account has a limited number of endpoints", async () => {
  const [supplier, other] = [await listening(), await listening()];
  const { customerId, actor } = other;
  const { endpointId } = supplier;
  const notFound = expect.objectContaining({ code: "not_found" });
  await expect(rotateSecret(customerId, endpointId, actor)).rejects.toEqual(notFound);
  await expect(switchEndpoint(customerId, endpointId, false, actor)).rejects.toEqual(notFound);
  await expect(deleteEndpoint(customerId, endpointId, actor)).rejects.toEqual(notFound);
  await expect(sendTest(customerId, endpointId)).rejects.toEqual(notFound);
  await expect(replay(customerId, { endpointId, messageId: "msg_x" })).rejects.toEqual(notFound);
  const add = () => addEndpoint(customerId, { url, kinds: ["payout.changed"] }, actor, { allowsHttp: true });
  const added = await Promise.allSettled(Array.from({ length: MAX_ENDPOINTS + 2 }, add));
  expect(added.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX_ENDPOINTS - 1);
});
