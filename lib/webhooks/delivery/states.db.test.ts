import { afterAll, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import { newId } from "@/lib/core/formats/ids";
import type { WebhookDeliveryStatus } from "@/lib/core/prisma/enums";
import { addEndpoint } from "@/lib/webhooks/endpoints/mutations";
import { WEBHOOK_KINDS } from "@/lib/webhooks/types";
import { connectedSupplier } from "@/test/supplier-data";
import { deliverWebhooks } from "./jobs";

const allow = (isAllowed: boolean) => void Object.assign(env(), { WEBHOOKS_ALLOW_PRIVATE: isAllowed });
allow(true);
afterAll(() => allow(false));

/** The state of a due delivery after a run, by its state before, if nobody listens at the address. */
const AFTER: Record<WebhookDeliveryStatus, { status: WebhookDeliveryStatus; attempts: number }> = {
  pending: { status: "pending", attempts: 1 },
  delivered: { status: "delivered", attempts: 0 },
  failed: { status: "failed", attempts: 0 },
};

test.each(Object.entries(AFTER) as [WebhookDeliveryStatus, (typeof AFTER)["pending"]][])(
  "a due delivery that is %s is tried only while it is pending",
  async (status, after) => {
    const { customerId, actor } = await connectedSupplier();
    const nobody = { url: "http://127.0.0.1:1/hook", kinds: [...WEBHOOK_KINDS] };
    const { id: endpointId } = await addEndpoint(customerId, nobody, actor, { allowsHttp: true });
    const id = newId("event");
    await db.webhookMessage.create({ data: { customerId, id, kind: "payout.changed", data: {} } });
    const key = { customerId, messageId: id, endpointId };
    await db.webhookDelivery.upsert({
      where: { customerId_messageId_endpointId: key },
      create: { ...key, status, nextAt: new Date(0) },
      update: { status, nextAt: new Date(0) },
    });
    await deliverWebhooks.run({ customerId, endpointId });
    expect(await db.webhookDelivery.findMany({ where: key })).toMatchObject([after]);
  },
);
