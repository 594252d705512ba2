import { expect, test } from "vitest";
import { GET } from "@/app/api/metrics/route";
import { db } from "@/lib/core/database/db";
import { now } from "@/lib/core/time/clock";
import { storeEvents } from "@/lib/inbox/group-commit";
import { jobs } from "@/lib/jobs/catalogue";
import { clearJobs } from "@/test/jobs";
import { connectedSupplier } from "@/test/supplier-data";
import { readGauges } from "./data";

const TOKEN = process.env.METRICS_TOKEN ?? "";
const ask = (authorization?: string) =>
  GET(new Request("http://localhost/api/metrics", { headers: authorization ? { authorization } : {} }));

async function samplesOf(name: string) {
  return (await readGauges()).find((gauge) => gauge.name === name)?.samples;
}

test("the metrics show what waits, for how long, and how many dead letters there are", async () => {
  const { customerId } = await connectedSupplier();
  await clearJobs();
  const where = { customerId_type: { customerId, type: "GOCARDLESS" as const } };
  const hourAgo = new Date(now().getTime() - 3_600_000);
  const { organisationId } = await db.connection.update({ where, data: { eventsReadUntil: hourAgo } });
  const event = { organisationId, subject: "payments:PM1", action: "paid_out", occurredAt: now(), payload: {} };
  await storeEvents("GOCARDLESS", [{ ...event, eventId: "EV1" }]);
  await db.$executeRaw`UPDATE inbox_events SET received_at = now() - interval '20 minutes'`;
  await db.$executeRaw`UPDATE pgboss.job SET state = 'failed', retry_count = retry_limit`;
  expect(await samplesOf("einzug_jobs")).toEqual([
    { labels: { queue: jobs.drainInbox.name, state: "failed" }, value: 1 },
  ]);
  expect(await samplesOf("einzug_inbox_waiting")).toEqual([{ labels: { provider: "GOCARDLESS" }, value: 1 }]);
  expect((await samplesOf("einzug_inbox_wait_seconds"))?.[0]?.value).toBeCloseTo(1_200, -2);
  const feeds = await samplesOf("einzug_feed_age_seconds");
  expect(feeds?.find(({ labels }) => labels.feed === "payment-events")?.value).toBeCloseTo(3_600, -2);
  const answer = await ask(`Bearer ${TOKEN}`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; version=0.0.4"]);
  const text = await answer.text();
  expect(text).toContain(`einzug_jobs{queue="${jobs.drainInbox.name}",state="failed"} 1\n`);
  expect(text).not.toContain(customerId);
});

test("a feed that was never read is as old as its connection, and only GoCardless has payment events", async () => {
  const { customerId } = await connectedSupplier();
  const hoursAgo = (hours: number) => new Date(now().getTime() - hours * 3_600_000);
  await db.connection.updateMany({ data: { eventsReadUntil: now(), lastSyncedAt: now() } });
  const age = async (feed: string) =>
    (await samplesOf("einzug_feed_age_seconds"))?.find(({ labels }) => labels.feed === feed)?.value;
  const ofBooks = { customerId, type: "LEXOFFICE" };
  // Stored when the accounting system was connected, and never since.
  await db.connection.updateMany({ where: ofBooks, data: { eventsReadUntil: hoursAgo(90) } });
  expect(await age("payment-events")).toBeCloseTo(0, -2);
  const unread = { eventsReadUntil: null, lastSyncedAt: null };
  await db.connection.updateMany({ where: ofBooks, data: { ...unread, connectedAt: hoursAgo(7) } });
  await db.connection.updateMany({
    where: { customerId, type: "GOCARDLESS" },
    data: { ...unread, connectedAt: hoursAgo(5) },
  });
  expect(await age("books")).toBeCloseTo(7 * 3_600, -2);
  expect(await age("payment-events")).toBeCloseTo(5 * 3_600, -2);
});

test("the metrics are refused without the right token", async () => {
  for (const authorization of [undefined, "Bearer ", "Bearer guessed", TOKEN])
    expect((await ask(authorization)).status).toBe(401);
});
