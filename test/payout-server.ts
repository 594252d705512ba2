import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface PayoutAnswer {
  amountCents: number;
  reference?: string;
  status?: "pending" | "paid" | "bounced";
  currency?: string;
  items: [type: string, cents: string, payment?: string][];
}

/**
 * Answers GoCardless' two payout calls with what a test defines, to the tenth of a cent. The twin's payouts follow from
 * its payments and are used in contract tests. It has no payments, so none can be orphaned.
 */
export class PayoutServer {
  readonly answers = new Map<string, PayoutAnswer>();
  /** Ids of the payouts that were read, in order. */
  readonly reads: string[] = [];
  /** The creation time of every payout. */
  createdAt = "2026-09-16T10:00:00.000Z";
  private constructor(private readonly server: Server) {}

  static async start(): Promise<PayoutServer> {
    const holder: { self?: PayoutServer } = {};
    const server = createServer((request, response) => {
      const body = JSON.stringify(holder.self?.answer(new URL(request.url ?? "/", "http://localhost")) ?? {});
      response.writeHead(200, { "content-type": "application/json" }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    holder.self = new PayoutServer(server);
    return holder.self;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private answer(url: URL): object {
    if (url.pathname === "/payouts") return this.list(url);
    if (url.pathname === "/payments") return { payments: [], meta: { cursors: { before: null, after: null } } };
    const id = url.searchParams.get("payout") ?? url.pathname.split("/").at(-1) ?? "";
    const payout = this.answers.get(id);
    if (!payout) throw new Error(`no payout ${id}`);
    if (url.pathname === "/payout_items") {
      const from = Number(url.searchParams.get("after") ?? 0);
      const until = from + Number(url.searchParams.get("limit") ?? 50);
      const payout_items = payout.items
        .slice(from, until)
        .map(([type, amount, payment]) => ({ type, amount, taxes: [], links: payment ? { payment } : {} }));
      const after = until < payout.items.length ? String(until) : null;
      return { payout_items, meta: { cursors: { before: null, after }, limit: until - from } };
    }
    this.reads.push(id);
    return { payouts: this.show(id, payout) };
  }

  private list(url: URL): object {
    const status = url.searchParams.get("status");
    const since = url.searchParams.get("created_at[gte]") ?? "";
    const payouts = [...this.answers]
      .map(([id, payout]) => this.show(id, payout))
      .filter((payout) => (status === null || payout.status === status) && payout.created_at >= since);
    return { payouts, meta: { cursors: { before: null, after: null }, limit: 500 } };
  }

  private show(id: string, { amountCents: amount, ...answer }: PayoutAnswer) {
    const { reference = `GC-${id}`, status = "paid", currency = "EUR" } = answer;
    const created_at = this.createdAt;
    const arrival_date = created_at.slice(0, 10);
    return { id, amount, deducted_fees: 0, currency, reference, status, arrival_date, created_at };
  }
}
