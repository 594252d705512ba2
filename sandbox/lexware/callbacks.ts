import { createSign } from "node:crypto";
import { type Delivery, WebhookSender } from "../kit/webhooks";
import type { VoucherType } from "./model";
import type { World } from "./world";

const FULL = [
  "article",
  "contact",
  "credit-note",
  "delivery-note",
  "down-payment-invoice",
  "dunning",
  "invoice",
  "order-confirmation",
  "quotation",
  "recurring-template",
  "voucher",
];
const WITH_STATUS = [
  "credit-note",
  "delivery-note",
  "down-payment-invoice",
  "invoice",
  "order-confirmation",
  "quotation",
  "voucher",
];

/** The 42 event types one can subscribe to. */
export const EVENT_TYPES: readonly string[] = [
  ...FULL.flatMap((name) => [`${name}.created`, `${name}.changed`, `${name}.deleted`]),
  ...WITH_STATUS.map((name) => `${name}.status.changed`),
  "payment.changed",
  "token.revoked",
];

const FAMILIES: Partial<Record<VoucherType, string>> = {
  invoice: "invoice",
  downpaymentinvoice: "down-payment-invoice",
  creditnote: "credit-note",
  orderconfirmation: "order-confirmation",
  quotation: "quotation",
  deliverynote: "delivery-note",
};

/** Returns the event type: `invoice.created` for invoices, `voucher.created` for bookkeeping vouchers. */
export function voucherEvent(type: VoucherType, what: "created" | "changed" | "deleted" | "status.changed"): string {
  return `${FAMILIES[type] ?? "voucher"}.${what}`;
}

/** Signs and sends event callbacks, and ends subscriptions whose address no longer exists. */
export class EventSender {
  private readonly sender: WebhookSender;

  constructor(private readonly world: World) {
    const { callbackRetryMs, callbackTimeoutMs } = world.options;
    this.sender = new WebhookSender({
      provider: "lexware",
      store: world.kit.store,
      faults: world.kit.faults,
      post: world.kit.post,
      retryMs: callbackRetryMs,
      timeoutMs: callbackTimeoutMs,
      accepts: (status) => [200, 201, 202, 204].includes(status),
      onAnswer: (delivery, status) => this.onAnswer(delivery, status),
      spoilSignature: (headers) => ({ ...headers, "x-lxo-signature": Buffer.from("forged").toString("base64") }),
    });
  }

  emit(organisationId: string, eventType: string, resourceId: string): void {
    for (const subscription of this.world.subscriptions.by("organisationId", organisationId)) {
      if (subscription.eventType !== eventType) continue;
      // token.revoked concerns one connection only, although the organisation may have several.
      if (eventType === "token.revoked" && subscription.connectionId !== resourceId) continue;
      this.deliver(subscription.id, subscription.callbackUrl, organisationId, eventType, resourceId);
    }
  }

  /** Sends what is due. @returns when it is answered */
  settle(): Promise<void> {
    return this.sender.settle();
  }

  list(): Delivery[] {
    return this.sender.list();
  }

  clear(): void {
    this.sender.clear();
  }

  start(): void {
    this.sender.start();
  }

  stop(): void {
    this.sender.stop();
  }

  private deliver(tag: string, url: string, organizationId: string, eventType: string, resourceId: string): void {
    const body = JSON.stringify({ organizationId, eventType, resourceId, eventDate: this.world.now() });
    const signature = createSign("RSA-SHA512").update(body).sign(this.world.signingKey, "base64");
    const headers = { "content-type": "application/json", "x-lxo-signature": signature };
    this.sender.send({ url, headers, body, tag });
  }

  /** @returns true if no further attempt is made */
  private onAnswer(delivery: Delivery, status: number | null): boolean {
    const wasLast = delivery.attempts >= this.world.options.callbackRetryMs.length;
    if (status === 410 || (status === 404 && wasLast)) this.world.subscriptions.delete(delivery.tag);
    if (status === null || status < 400 || status >= 500) return false;
    return ![401, 403, 404, 429].includes(status);
  }
}
