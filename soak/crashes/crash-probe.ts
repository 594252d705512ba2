import { createHmac } from "node:crypto";
import pg from "pg";
import type { Place } from "./place";

/** GoCardless organisations. Suppliers join during the run, so the list is extended when needed. */
let known: string[] = [];

/**
 * Sends a webhook about an object that does not exist: the product accepts and processes it without a call to the
 * vendor.
 */
export async function sendProbe({ app, stack }: Place, id: string, index: number): Promise<boolean> {
  if (index >= known.length) {
    const text = "SELECT organisation_id AS id FROM connections WHERE type = 'GOCARDLESS' ORDER BY customer_id";
    const rows = await ask<{ id: string }>(stack.env.DATABASE_URL ?? "", { text, values: [] });
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
  const signature = createHmac("sha256", stack.env.GOCARDLESS_WEBHOOK_SECRET ?? "")
    .update(body)
    .digest("hex");
  const response = await fetch(`${app}/api/webhooks/gocardless`, {
    method: "POST",
    headers: { "content-type": "application/json", "webhook-signature": signature },
    body,
    signal: AbortSignal.timeout(10_000),
  });
  return response.status === 202;
}

export async function isHandled({ stack }: Place, id: string): Promise<boolean> {
  const text = "SELECT 1 FROM inbox_events WHERE event_id = $1 AND handled_at IS NOT NULL";
  return (await ask(stack.env.DATABASE_URL ?? "", { text, values: [id] })).length === 1;
}

/** Uses a connection of its own, because earlier ones may have been cut. */
async function ask<T extends pg.QueryResultRow>(url: string, query: { text: string; values: string[] }): Promise<T[]> {
  const client = new pg.Client(url);
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query<T>(query)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}
