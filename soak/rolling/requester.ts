import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { ACCEPTED, sendProbe } from "../crashes/crash-probe";
import type { Rolled } from "./installation";

const PAGES = ["/app", "/app/invoices", "/app/payouts", "/app/contacts", "/login"];
const PAUSE_MS = 600;
/** Longer than the proxy waits for a web. */
const ANSWER_MS = 90_000;
const HANDLED_MS = 60_000;
const ERRORS = 500;

/** Loads pages and delivers webhooks through the proxy, without a pause, and counts the answers. */
export class Requester {
  answers = 0;
  serverErrors = 0;
  /** No answer, or one that a person or a vendor must not get. */
  failed = 0;
  private accepted = 0;

  constructor(
    private readonly place: Pick<Rolled, "app" | "env">,
    private readonly cookie: string,
  ) {}

  async run(isOver: () => boolean): Promise<void> {
    await Promise.all([this.loadPages(isOver), this.sendWebhooks(isOver)]);
  }

  /** Returns how many accepted webhooks no worker has processed within a minute. */
  async countLost(): Promise<number> {
    const client = new pg.Client(this.place.env.DATABASE_URL);
    await client.connect();
    try {
      for (const limit = Date.now() + HANDLED_MS; ; await wait(PAUSE_MS)) {
        const { rows } = await client.query<{ count: number }>(
          "SELECT count(*)::int AS count FROM inbox_events WHERE event_id LIKE 'EVPROBE%' AND handled_at IS NOT NULL",
        );
        const lost = this.accepted - (rows[0]?.count ?? 0);
        if (lost <= 0 || Date.now() > limit) return Math.max(0, lost);
      }
    } finally {
      await client.end();
    }
  }

  private async loadPages(isOver: () => boolean): Promise<void> {
    for (let turn = 0; !isOver(); turn += 1) {
      const page = PAGES[turn % PAGES.length] ?? "";
      const headers = page === "/login" ? undefined : { cookie: this.cookie };
      await this.count(page, 200, async () => {
        const signal = AbortSignal.timeout(ANSWER_MS);
        const response = await fetch(`${this.place.app}${page}`, { headers, redirect: "manual", signal });
        await response.text();
        return response.status;
      });
      await wait(PAUSE_MS);
    }
  }

  private async sendWebhooks(isOver: () => boolean): Promise<void> {
    for (let turn = 0; !isOver(); turn += 1) {
      const id = `EVPROBE${String(turn).padStart(6, "0")}`;
      const isAccepted = await this.count("a webhook", ACCEPTED, () => sendProbe(this.place, id, 0));
      if (isAccepted) this.accepted += 1;
      await wait(PAUSE_MS);
    }
  }

  private async count(what: string, wanted: number, request: () => Promise<number>): Promise<boolean> {
    const status = await request().catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
    this.answers += 1;
    if (status === wanted) return true;
    console.log(`  ${what}: ${status}`);
    if (typeof status === "number" && status >= ERRORS) this.serverErrors += 1;
    else this.failed += 1;
    return false;
  }
}
