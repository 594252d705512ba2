import { createHmac } from "node:crypto";
import type { Kit } from "../kit/twin";
import { type Delivery, WebhookSender } from "../kit/webhooks";
import type { EventRecord, Records } from "./records";
import type { Settings } from "./world";

/** Sends events to the endpoints, one call per event and endpoint, signed as the vendor signs. */
export class Outbox {
  private readonly sender: WebhookSender;

  constructor(
    kit: Kit,
    private readonly records: Records,
    settings: Settings,
  ) {
    this.sender = new WebhookSender({
      provider: "stripe",
      store: kit.store,
      faults: kit.faults,
      post: kit.post,
      retryMs: settings.webhookRetryMs,
      timeoutMs: 10_000,
      spoilSignature: (headers) => ({
        ...headers,
        "Stripe-Signature": (headers["Stripe-Signature"] ?? "").replace(/v1=.*/, `v1=${"0".repeat(64)}`),
      }),
      onAnswer: (delivery, status) => this.noteAnswer(delivery, status),
    });
  }

  add(event: EventRecord): void {
    const wanted = this.records.endpoints.filter(
      (one) =>
        one.status === "enabled" && (one.enabled_events.includes("*") || one.enabled_events.includes(event.type)),
    );
    for (const { url, secret, id } of wanted) {
      const body = JSON.stringify({ ...event.body, pending_webhooks: wanted.length }, null, 2);
      this.sender.send({ url, headers: headersFor(secret, body), body, tag: `${event.id} ${id}` });
    }
  }

  deliveries(): Delivery[] {
    return this.sender.list();
  }

  /** Sends what is due. @returns when it is answered */
  settle(): Promise<void> {
    return this.sender.settle();
  }

  pendingFor(event: string): number {
    return this.sender.list().filter((one) => one.state === "waiting" && one.tag.startsWith(`${event} `)).length;
  }

  /** Signs waiting deliveries again after a restart: receivers would refuse the old time. */
  start(): void {
    for (const delivery of this.sender.list()) {
      const secret = this.records.endpoints.get(delivery.tag.split(" ")[1] ?? "")?.secret;
      if (delivery.state === "waiting" && secret) delivery.headers = headersFor(secret, delivery.body);
    }
    this.sender.start();
  }

  stop(): void {
    this.sender.stop();
  }

  clear(): void {
    this.sender.clear();
  }

  private noteAnswer(delivery: Delivery, status: number | null): boolean {
    const event = this.records.events.get(delivery.tag.split(" ")[0] ?? "");
    if (event && status !== null && status >= 200 && status < 300)
      this.records.events.put(event.id, Object.assign(event, { isDelivered: true }));
    return false;
  }
}

/** Uses the machine's time, because receivers compare it with theirs. */
function headersFor(secret: string, body: string): Record<string, string> {
  const at = Math.floor(Date.now() / 1_000);
  const signature = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
  return {
    "Content-Type": "application/json; charset=utf-8",
    "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
    "Stripe-Signature": `t=${at},v1=${signature}`,
  };
}
