import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { enqueueDue } from "@/lib/webhooks/delivery/mutations";
import { addEndpoint, sendTest } from "@/lib/webhooks/endpoints/mutations";
import { WEBHOOK_KINDS } from "@/lib/webhooks/types";
import type { Chance } from "../chance";
import type { Finding } from "../oracle/oracle";
import { type FinalState, judgeWebhooks, type ReceivedMessage, type StoredMessage } from "./webhook-judge";

/** The receiver refuses a tenth of the messages. It keeps another tenth, but its answer gets lost. */
const REFUSED_PART = 0.1;
const CUT_PART = 0.1;
const LIMIT_MS = 240_000;
const LOOK_MS = 500;

type Moment = "before" | "after";

/** A supplier's program that receives webhooks, refuses some, and counts what arrives by its id. */
export class WebhookReceiver {
  private readonly received = new Map<string, ReceivedMessage>();
  private readonly customers: CustomerId[] = [];
  private readonly server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    await this.next?.("before");
    const dice = this.chance.next();
    const isTaken = dice >= REFUSED_PART;
    this.keep(String(request.headers["webhook-id"]), body, isTaken);
    if (isTaken && dice < REFUSED_PART + CUT_PART) response.destroy();
    else response.writeHead(isTaken ? 204 : 500).end();
    await this.next?.("after");
  });
  private next: ((moment: Moment) => Promise<void>) | undefined;

  private constructor(private readonly chance: Chance) {}

  /** Starts a receiver, and has all suppliers send it every kind of event. */
  static async listen(chance: Chance): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver(chance);
    await new Promise<void>((resolve) => receiver.server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(receiver.server.address() as AddressInfo).port}/`;
    for (const { customerId, user } of await db.membership.findMany({ include: { user: true } })) {
      const actor = { userId: user.id, userName: user.name, ip: "soak" };
      await addEndpoint(customerId as CustomerId, { url, kinds: [...WEBHOOK_KINDS] }, actor, { allowsHttp: true });
      receiver.customers.push(customerId as CustomerId);
    }
    return receiver;
  }

  /**
   * Has a test message sent, and calls the function at the next message: before its answer, or just after it.
   *
   * @returns false after the time limit
   */
  async atNext(moment: Moment, act: () => Promise<void>, withinMs: number): Promise<boolean> {
    const acted = new Promise<true>((resolve, reject) => {
      this.next = async (now) => {
        if (now !== moment) return;
        this.next = undefined;
        await act().then(() => resolve(true), reject);
      };
    });
    await this.sendTest();
    const limit = wait(withinMs, false as const, { ref: false });
    return await Promise.race([acted, limit]).finally(() => {
      this.next = undefined;
    });
  }

  private async sendTest(): Promise<void> {
    const customerId = this.chance.pick(this.customers);
    try {
      const { id } = await db.webhookEndpoint.findFirstOrThrow({ where: { customerId } });
      await sendTest(customerId, id);
    } catch {
      // The database may still be recovering from the crash before. Then another message is the next one.
    }
  }

  /** Waits until no message is pending, stops, and compares what arrived with what the product stores. */
  async judge(): Promise<{ findings: Finding[]; received: number; again: number }> {
    const pending = () => db.webhookDelivery.count({ where: { status: "pending" } });
    for (
      const startedAt = Date.now();
      (await pending()) > 0 && Date.now() - startedAt < LIMIT_MS;
      await wait(LOOK_MS)
    ) {
      await db.webhookDelivery.updateMany({ where: { status: "pending" }, data: { nextAt: new Date(0) } });
      await enqueueDue();
    }
    this.server.close();
    const findings: Finding[] = [];
    for (const customerId of this.customers) findings.push(...(await this.judgeOne(customerId)));
    const attempts = [...this.received.values()].reduce((sum, { bodies }) => sum + bodies.length, 0);
    return { findings, received: this.received.size, again: attempts - this.received.size };
  }

  private async judgeOne(customerId: CustomerId): Promise<Finding[]> {
    const orderBy = [{ createdAt: "asc" as const }, { id: "asc" as const }];
    const stored = await db.webhookMessage.findMany({ where: { customerId }, orderBy });
    const { createdAt: since } = await db.webhookEndpoint.findFirstOrThrow({ where: { customerId } });
    const collections = await db.collection.findMany({ where: { customerId, createdAt: { gte: since } } });
    const payouts = await db.payout.findMany({ where: { customerId, createdAt: { gte: since } } });
    const finals: FinalState[] = [
      ...collections.map(({ id, status }) => ({ kind: "debit.changed", subject: id, status })),
      ...payouts.map(({ id, status }) => ({ kind: "payout.changed", subject: id, status })),
      // Nothing books what e-invoices bring: there is no change to tell of.
      ...payouts
        .filter(({ bookingStatus }) => bookingStatus !== "pending")
        .map(({ id, bookingStatus }) => ({ kind: "booking.changed", subject: id, status: bookingStatus })),
    ];
    return judgeWebhooks(stored as StoredMessage[], this.received, finals);
  }

  private keep(id: string, body: string, isTaken: boolean): void {
    const { bodies = [], isTaken: wasTaken = false } = this.received.get(id) ?? {};
    this.received.set(id, { bodies: [...bodies, body], isTaken: wasTaken || isTaken });
  }
}
