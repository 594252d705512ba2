import { createHmac } from "node:crypto";
import type { Kit } from "../kit/twin";
import { type Delivery, WebhookSender } from "../kit/webhooks";
import { showEvent } from "./events";
import type { EventRecord, Records, WebhookRecord } from "./records";
import { APP, newId, type Settings, webhookUrlOf } from "./world";

const BATCH = 250;

/**
 * Sends events to the app. Events are collected for a moment and sent in batches, which mix events of different
 * organisations. Unsent events are stored, so that a restarted twin sends them later.
 */
export class Outbox {
  private readonly sender: WebhookSender;
  private timer: NodeJS.Timeout | undefined;
  private stopped = true;

  constructor(
    private readonly kit: Kit,
    private readonly records: Records,
    private readonly settings: Settings,
  ) {
    this.sender = new WebhookSender({
      provider: "gocardless",
      store: kit.store,
      faults: kit.faults,
      post: kit.post,
      retryMs: settings.webhookRetryMs,
      timeoutMs: 10_000,
      spoilSignature: (headers) => ({ ...headers, "Webhook-Signature": sign(`${Math.random()}`) }),
      reorderBody: reverseEvents,
      onAnswer: (delivery, status) => this.noteAnswer(delivery, status),
    });
  }

  /** Adds an event for an organisation that is connected. The event of a disconnection itself is the exception. */
  add(event: EventRecord): void {
    if (event.resource_type !== "organisations" && !this.isConnected(event.organisation)) return;
    this.records.outbox.put(event.key, { key: event.key });
    this.schedule();
  }

  /** Sends everything collected so far. */
  dispatch(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const events = this.records.outbox.all().flatMap(({ key }) => this.records.events.get(key) ?? []);
    for (const { key } of this.records.outbox.all()) this.records.outbox.delete(key);
    for (let from = 0; from < events.length; from += BATCH) this.sendBatch(events.slice(from, from + BATCH));
    this.kit.store.flush();
  }

  /** Sends everything collected so far. @returns when it is answered */
  async settle(): Promise<void> {
    this.dispatch();
    await this.sender.settle();
  }

  /** Sends the same bytes of a webhook again. */
  resend(webhook: WebhookRecord): void {
    const { url, headers, body, id } = webhook;
    this.sender.send({ url, headers, body, tag: id });
  }

  deliveries(): Delivery[] {
    return this.sender.list();
  }

  start(): void {
    this.stopped = false;
    this.sender.start();
    if (this.records.outbox.size > 0) this.schedule();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.sender.stop();
  }

  clear(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.sender.clear();
  }

  private schedule(): void {
    if (this.stopped || this.timer) return;
    this.timer = setTimeout(() => this.dispatch(), this.settings.webhookDelayMs);
  }

  private sendBatch(events: EventRecord[]): void {
    const id = newId("WB");
    const body = JSON.stringify({ events: events.map(showEvent), meta: { webhook_id: id } });
    const headers = signedHeaders(body);
    const url = webhookUrlOf(this.kit);
    const organisations = [...new Set(events.map((event) => event.organisation))];
    const created_at = this.kit.clock.now().toISOString();
    const record = { id, created_at, organisations, url, headers, body, response_code: null, successful: false };
    this.records.webhooks.put(id, record);
    this.sender.send({ url, headers, body, tag: id });
  }

  private noteAnswer(delivery: Delivery, status: number | null): boolean {
    const webhook = this.records.webhooks.get(delivery.tag);
    if (webhook) {
      webhook.response_code = status;
      webhook.successful = status !== null && status >= 200 && status < 300;
      this.records.webhooks.put(webhook.id, webhook);
    }
    return false;
  }

  private isConnected(organisation: string): boolean {
    return this.records.connections.by("organisation", organisation).some((one) => one.status === "active");
  }
}

function sign(body: string): string {
  return createHmac("sha256", APP.webhookSecret).update(body).digest("hex");
}

function signedHeaders(body: string): Record<string, string> {
  return {
    "Content-Type": "application/json",
    "User-Agent": "gocardless-webhook-service/1.1",
    Origin: "https://api-sandbox.gocardless.com",
    "Webhook-Signature": sign(body),
  };
}

/** Reverses the events of a batch, the strongest disorder and the same in every run; signed over the new bytes. */
function reverseEvents(delivery: { headers: Record<string, string>; body: string }): {
  headers: Record<string, string>;
  body: string;
} {
  const parsed = JSON.parse(delivery.body) as { events: unknown[]; meta: unknown };
  const body = JSON.stringify({ ...parsed, events: parsed.events.reverse() });
  return { headers: { ...delivery.headers, ...signedHeaders(body) }, body };
}
