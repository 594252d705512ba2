import type { Faults } from "./faults";
import { type Post, post } from "./post";
import type { Collection, Store } from "./store";

export interface Delivery {
  id: string;
  provider: string;
  url: string;
  headers: Record<string, string>;
  body: string;
  attempts: number;
  /** Machine time in ms at which the delivery is due. */
  dueAt: number;
  state: "waiting" | "delivered" | "given-up";
  lastStatus: number | null;
  /** What the twin needs when the delivery ends, e.g. the subscription id. */
  tag: string;
}

export interface SenderOptions {
  provider: string;
  store: Store;
  faults: Faults;
  /** Waits between attempts in ms, already shortened for the sandbox. The length of the list limits the attempts. */
  retryMs: number[];
  /** Called with every answer; true stops further attempts, for example after 410. */
  onAnswer?: (delivery: Delivery, status: number | null) => boolean;
  /** Spoils the headers as a forged call would have them. */
  spoilSignature: (headers: Record<string, string>) => Record<string, string>;
  timeoutMs: number;
  /** For vendors that send several events in one call: returns the call with its events in another order. */
  reorderBody?: (delivery: Pick<Delivery, "headers" | "body">) => Pick<Delivery, "headers" | "body">;
  /** Sends a call; without it the call goes to its address. */
  post?: Post;
  /** True if an answer counts as received; without it every 2xx does. */
  accepts?: (status: number) => boolean;
}

const DELAY_MS = 2_500;
const KEPT_ENDED = 1_000;

/**
 * Sends webhooks in the given order, one at a time per sender, with retries. Deliveries are stored, so that a restarted
 * twin sends what was not delivered before.
 */
export class WebhookSender {
  private readonly deliveries: Collection<Delivery>;
  private underWay: Promise<void> | undefined;
  private stopped = false;
  private timer: NodeJS.Timeout | undefined;
  private timerDueAt = Number.POSITIVE_INFINITY;
  private counter = 0;

  constructor(private readonly options: SenderOptions) {
    this.deliveries = options.store.collection(`${options.provider}-deliveries`);
  }

  send(delivery: Pick<Delivery, "url" | "headers" | "body" | "tag">): void {
    const path = new URL(delivery.url).pathname;
    const fault = this.options.faults.forWebhook(this.options.provider, path);
    if (fault === "drop") return;
    const headers = fault === "wrong-signature" ? this.options.spoilSignature(delivery.headers) : delivery.headers;
    // `reorder` and `delay` differ only in length: after a short wait the next delivery arrives first.
    const wait = fault === "delay" ? DELAY_MS : fault === "reorder" ? 400 : 0;
    const disorder = fault === "reorder" ? this.options.reorderBody?.(delivery) : undefined;
    this.queue({ ...delivery, headers, ...disorder }, wait);
    if (fault === "duplicate") this.queue({ ...delivery, headers }, 50);
    // A forged call does not replace the real event, which the vendor would send again.
    if (fault === "wrong-signature") this.queue(delivery, this.options.retryMs[0] ?? 1_000);
  }

  list(): Delivery[] {
    return this.deliveries.all();
  }

  /** Deletes sent and waiting deliveries. */
  clear(): void {
    this.deliveries.clear();
  }

  /** Resumes deliveries that wait from an earlier run. */
  start(): void {
    this.stopped = false;
    this.schedule();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    this.timerDueAt = Number.POSITIVE_INFINITY;
  }

  /** Sends due deliveries without waiting for their timer. @returns when all are answered */
  async settle(): Promise<void> {
    await this.underWay;
    await this.run();
  }

  private queue(delivery: Pick<Delivery, "url" | "headers" | "body" | "tag">, waitMs: number): void {
    const id = `${Date.now()}-${String(this.counter++).padStart(6, "0")}`;
    const { provider } = this.options;
    const dueAt = Date.now() + waitMs;
    this.deliveries.put(id, { ...delivery, id, provider, dueAt, attempts: 0, state: "waiting", lastStatus: null });
    // Scanning all deliveries for each of ten thousand new ones would take minutes.
    if (dueAt < this.timerDueAt) this.schedule();
  }

  private schedule(): void {
    if (this.stopped || this.underWay) return;
    clearTimeout(this.timer);
    this.timerDueAt = Number.POSITIVE_INFINITY;
    const waiting = this.deliveries.filter((delivery) => delivery.state === "waiting");
    if (waiting.length === 0) return;
    const dueAt = waiting.reduce((least, delivery) => Math.min(least, delivery.dueAt), Number.POSITIVE_INFINITY);
    this.timerDueAt = dueAt;
    this.timer = setTimeout(() => void this.run(), Math.max(0, dueAt - Date.now()));
  }

  private async run(): Promise<void> {
    if (this.underWay) return await this.underWay;
    this.timerDueAt = Number.POSITIVE_INFINITY;
    this.underWay = this.sendDue();
    await this.underWay;
    this.underWay = undefined;
    // The store may be closed by now; a delivery that was not recorded is sent again after the restart.
    if (this.stopped) return;
    this.forgetOld();
    this.options.store.flush();
    this.schedule();
  }

  private async sendDue(): Promise<void> {
    const due = this.deliveries.filter((delivery) => delivery.state === "waiting" && delivery.dueAt <= Date.now());
    for (const delivery of due) {
      if (this.stopped) break;
      // A reset may have come while earlier deliveries were sent.
      if (this.deliveries.get(delivery.id)) await this.attempt(delivery);
    }
  }

  /** Ended deliveries are kept for inspection, but only the newest ones. */
  private forgetOld(): void {
    if (this.deliveries.size < 2 * KEPT_ENDED) return;
    const ended = this.deliveries.filter((delivery) => delivery.state !== "waiting");
    for (const delivery of ended.slice(0, -KEPT_ENDED)) this.deliveries.delete(delivery.id);
  }

  private async attempt(delivery: Delivery): Promise<void> {
    const status = await (this.options.post ?? post)(delivery, this.options.timeoutMs);
    // A reset may have deleted it during the call.
    if (!this.deliveries.get(delivery.id)) return;
    const accepts = this.options.accepts ?? ((code: number) => code >= 200 && code < 300);
    const attempts = delivery.attempts + 1;
    const stop = this.options.onAnswer?.(delivery, status) ?? false;
    const retry = this.options.retryMs[delivery.attempts];
    if (status !== null && accepts(status))
      this.deliveries.put(delivery.id, { ...delivery, attempts, lastStatus: status, state: "delivered" });
    else if (stop || retry === undefined)
      this.deliveries.put(delivery.id, { ...delivery, attempts, lastStatus: status, state: "given-up" });
    else this.deliveries.put(delivery.id, { ...delivery, attempts, lastStatus: status, dueAt: Date.now() + retry });
  }
}
