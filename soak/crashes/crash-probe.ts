import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";

const LIMIT_MS = 120_000;
export const ACCEPTED = 202;

/** An installation with connected suppliers. */
export interface Probed {
  app: string;
  env: Record<string, string>;
  organisations: unknown[];
}

/** GoCardless organisations. Suppliers join during the run, so the list is extended when needed. */
let known: string[] = [];

/** Waits until the app is healthy, accepts a webhook and has processed it. `crash` counts from 0. */
export async function untilRecovered(place: Probed, crash: number): Promise<void> {
  const id = `EVPROBE${String(crash).padStart(6, "0")}`;
  const limit = performance.now() + LIMIT_MS;
  const attempt = async (what: () => Promise<boolean>) => {
    while (!(await what().catch(() => false))) {
      if (performance.now() > limit) throw new Error(`not back two minutes after crash ${crash + 1}`);
      await wait(50);
    }
  };
  await attempt(async () => (await fetch(`${place.app}/api/health`, { signal: AbortSignal.timeout(5_000) })).ok);
  await attempt(async () => (await sendProbe(place, id, crash % place.organisations.length)) === ACCEPTED);
  await attempt(() => isHandled(place, id));
}

/**
 * Sends a webhook about an object that does not exist: the product accepts and processes it without a call to the
 * vendor.
 *
 * @returns the status of the answer
 */
export async function sendProbe(
  { app, env }: Omit<Probed, "organisations">,
  id: string,
  index: number,
): Promise<number> {
  if (index >= known.length) {
    const text = "SELECT organisation_id AS id FROM connections WHERE type = 'GOCARDLESS' ORDER BY customer_id";
    const rows = await ask<{ id: string }>(env.DATABASE_URL ?? "", { text, values: [] });
    known = rows.map((row) => row.id);
  }
  const event = {
    id,
    created_at: new Date().toISOString(),
    resource_type: "unicorns",
    action: "danced",
    details: {},
    links: { organisation: known[index], unicorn: id },
  };
  const body = JSON.stringify({ events: [event], meta: { webhook_id: "WBPROBE" } });
  const signature = createHmac("sha256", env.GOCARDLESS_WEBHOOK_SECRET ?? "")
    .update(body)
    .digest("hex");
  const response = await fetch(`${app}/api/webhooks/gocardless`, {
    method: "POST",
    headers: { "content-type": "application/json", "webhook-signature": signature },
    body,
    signal: AbortSignal.timeout(10_000),
  });
  return response.status;
}

async function isHandled({ env }: Probed, id: string): Promise<boolean> {
  const text = "SELECT 1 FROM inbox_events WHERE event_id = $1 AND handled_at IS NOT NULL";
  return (await ask(env.DATABASE_URL ?? "", { text, values: [id] })).length === 1;
}

/** Uses a connection of its own, because earlier ones may have been cut. */
async function ask<T extends pg.QueryResultRow>(url: string, query: { text: string; values: string[] }): Promise<T[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query<T>(query)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}
