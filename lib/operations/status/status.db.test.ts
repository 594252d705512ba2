import { beforeEach, expect, test } from "vitest";
import { noteDifference } from "@/lib/comparisons/mutations";
import { db } from "@/lib/core/database/db";
import { now } from "@/lib/core/time/clock";
import { storeEvents } from "@/lib/inbox/group-commit";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueueNow, queue } from "@/lib/jobs/queue";
import { readGauges } from "@/lib/operations/gauges/data";
import { findMatches, readTrail } from "@/lib/operations/trail/data";
import { clearJobs } from "@/test/jobs";
import { connectedSupplier, seedCollection } from "@/test/supplier-data";
import { readDifferences, readFaults, readFeeds, readQueues } from "./data";

beforeEach(clearJobs);

const feedOf = async (key: string, vendor?: string) =>
  (await readFeeds()).find((feed) => feed.key === key && feed.vendor === vendor);

test("the status shows the age of every feed, what waits in it, and what waits for a person", async () => {
  const { customerId } = await connectedSupplier();
  const where = { customerId_type: { customerId, type: "GOCARDLESS" as const } };
  const hoursAgo = (hours: number) => new Date(now().getTime() - hours * 3_600_000);
  const { organisationId } = await db.connection.update({ where, data: { eventsReadUntil: hoursAgo(4) } });
  expect(await feedOf("events")).toMatchObject({ level: "bad" });
  const event = { organisationId, subject: "payments:PM1", action: "confirmed", occurredAt: now(), payload: {} };
  await storeEvents("GOCARDLESS", [{ ...event, eventId: "EV-status" }]);
  await db.$executeRaw`UPDATE inbox_events SET received_at = now() - interval '5 minutes', error = 'no' WHERE event_id = 'EV-status'`;
  expect(await feedOf("webhooks", "GoCardless")).toMatchObject({ waiting: 1, level: "wait" });
  expect(await feedOf("webhooks", "Stripe")).toMatchObject({ waiting: 0, level: "good" });
  expect((await readFaults()).events).toBe(1);
  await db.connection.updateMany({ where: { customerId }, data: { connectedAt: hoursAgo(80) } });
  expect(await feedOf("documents")).toMatchObject({ level: "bad" });
  await db.comparison.create({
    data: { customerId, feed: "payments", startedAt: hoursAgo(60), finishedAt: hoursAgo(60) },
  });
  expect(await feedOf("payments")).toMatchObject({ waiting: 0, level: "bad" });
  await db.comparison.update({
    where: { customerId_feed: { customerId, feed: "payments" } },
    data: { finishedAt: hoursAgo(1) },
  });
  expect(await feedOf("payments")).toMatchObject({ waiting: 0, level: "good" });
  await noteDifference(customerId, { kind: "payment_missing", subject: "PM1", ours: "created", theirs: "-" });
  expect(await feedOf("payments")).toMatchObject({ waiting: 1, level: "wait" });
  expect(await readDifferences()).toMatchObject({ total: 1, open: [{ kind: "payment_missing", customerId }] });
});

test("events of a disconnected account raise no alarm until the account is connected again", async () => {
  await db.inboxEvent.deleteMany();
  const { customerId } = await connectedSupplier();
  const own = { customerId, type: "GOCARDLESS" };
  const { organisationId } = await db.connection.findUniqueOrThrow({ where: { customerId_type: own } });
  const event = { organisationId, subject: "payments:PM1", action: "confirmed", occurredAt: now(), payload: {} };
  await storeEvents("GOCARDLESS", [{ ...event, eventId: "EV-left" }]);
  const tried = { receivedAt: new Date(Date.now() - 20 * 60_000), error: "connection_missing" };
  await db.inboxEvent.updateMany({ data: tried });
  const seen = async (vendor: string) => [await feedOf("webhooks", vendor), (await readFaults()).events];
  const waiting = [{ waiting: 1, level: "bad" }, 1];
  const still = [{ waiting: 0, wait: null, level: "good" }, 0];
  expect(await seen("GoCardless")).toMatchObject(waiting);
  for (const status of ["revoked", "disconnected"] as const) {
    await db.connection.updateMany({ where: own, data: { status } });
    expect(await seen("GoCardless"), status).toMatchObject(still);
    const gauges = await readGauges();
    const value = (name: string) => gauges.find((gauge) => gauge.name === name)?.samples[0]?.value;
    expect([value("einzug_inbox_waiting"), value("einzug_inbox_wait_seconds")], status).toEqual([0, 0]);
    expect(value("einzug_inbox_quiet_seconds"), status).toBeGreaterThan(1_000);
  }
  await db.connection.updateMany({ where: own, data: { status: "connected" } });
  expect(await seen("GoCardless")).toMatchObject(waiting);
  // Stripe's events belong to our own account, whatever the supplier has connected. Handled events no longer wait.
  await db.inboxEvent.updateMany({ data: { provider: "STRIPE" } });
  await db.connection.updateMany({ where: { customerId }, data: { status: "disconnected" } });
  expect(await seen("Stripe")).toMatchObject(waiting);
  await db.inboxEvent.updateMany({ data: { handledAt: now() } });
  expect(await seen("Stripe")).toMatchObject(still);
});

test("the status of queues shows jobs that wait, jobs that are retried, and dead letters", async () => {
  const { customerId } = await connectedSupplier();
  await clearJobs();
  await enqueueNow(jobs.bookPayouts, { customerId });
  await db.$executeRaw`UPDATE pgboss.job SET state = 'failed', retry_count = retry_limit, completed_on = now() WHERE state = 'created'`;
  await enqueueNow(jobs.drainInbox, { customerId });
  await db.$executeRaw`UPDATE pgboss.job SET start_after = now() - interval '20 minutes' WHERE name = ${jobs.drainInbox.name}`;
  await db.$transaction(async (tx) => {
    const { enqueue } = await import("@/lib/jobs/queue");
    await enqueue(tx, jobs.compareCustomer, { customerId }, { startAfterSeconds: 3_600 });
  });
  expect(await readQueues()).toMatchObject([
    { name: "connections.compare", waiting: 1, wait: null, level: "good" },
    { name: "inbox.drain", waiting: 1, dead: 0, level: "bad" },
    { name: "payouts.book", waiting: 0, dead: 1, level: "bad" },
  ]);
});

test("a job that failed while an earlier one of its key waits for a retry is no dead letter", async () => {
  const { customerId } = await connectedSupplier();
  await clearJobs();
  const boss = await queue();
  const { name } = jobs.bookPayouts;
  for (let times = 0; times < 2; times += 1) {
    await enqueueNow(jobs.bookPayouts, { customerId });
    const [running] = await boss.fetch(name);
    await boss.fail(name, running?.id ?? "", { message: "one bad minute" });
  }
  expect(await db.$queryRaw`SELECT 1 FROM pgboss.job WHERE state = 'failed'`).toHaveLength(1);
  expect(await readQueues()).toMatchObject([{ name, retrying: 1, dead: 0, level: "wait" }]);
  const gauge = (await readGauges()).find((one) => one.name === "einzug_jobs");
  expect(gauge?.samples).toEqual([{ labels: { queue: name, state: "retry" }, value: 1 }]);
});

test("an invoice is found by number, id, collection and payment, and shows where it is stuck and why", async () => {
  const { customerId } = await connectedSupplier();
  await clearJobs();
  const number = `RE-${Date.now()}`;
  const { invoice, collection } = await seedCollection(customerId, { entry: { number }, document: { number } });
  const where = { customerId_id: { customerId, id: collection.id } };
  const providerId = `PM-${collection.id}`;
  await db.collection.update({ where, data: { calledAt: now() } });
  await db.$executeRaw`UPDATE pgboss.job SET state = 'failed', retry_count = retry_limit, output = '{"message": "no answer"}' WHERE singleton_key = ${collection.id}`;
  const [match] = await findMatches(number);
  if (!match) throw new Error("not found by its number");
  expect(match).toMatchObject({ customerId, invoiceId: invoice.id });
  expect(await readTrail(match)).toMatchObject({
    diagnosis: { station: "debit", why: "outcome_unknown" },
    jobs: expect.arrayContaining([
      expect.objectContaining({ queue: "collections.carry-out", state: "failed", message: "no answer" }),
    ]),
  });
  await db.collection.update({ where, data: { providerId, status: "submitted" } });
  for (const text of [invoice.id, invoice.externalId, collection.id, providerId])
    expect(await findMatches(text), text).toEqual([match]);
  expect(await findMatches("RE-nobody's")).toEqual([]);
  const trail = await readTrail(match);
  expect(trail?.diagnosis).toMatchObject({ station: "debit", why: "at_bank" });
  expect(new Set(trail?.steps.map((step) => step.what))).toEqual(
    new Set(["listed", "read", "decided", "planned", "called", "event"]),
  );
  // The diagnosis does not name the payer.
  expect(JSON.stringify(trail)).not.toContain("Sonnenschein");
});

test("a second collection is settled by its own payout, not by a payout of the first collection", async () => {
  const { customerId } = await connectedSupplier();
  const number = `RE-again-${Date.now()}`;
  const { collection: first } = await seedCollection(customerId, { entry: { number }, document: { number } });
  const [match] = await findMatches(number);
  if (!match) throw new Error("not found by its number");
  const trail = async () => await readTrail(match);
  const payOut = async (name: string, item: { type: string; providerPaymentId: string }) => {
    const facts = { status: "paid", amountCents: 11_900, archivedAt: now(), isProven: true } as const;
    const booked = { bookingStatus: "booked", bookedAt: now() } as const;
    const id = `pay_${name}-${first.id}`;
    await db.payout.create({ data: { customerId, id, providerId: id, ...facts, ...booked } });
    await db.payoutItem.create({ data: { customerId, payoutId: id, position: 0, tenths: 119_000, ...item } });
  };
  const [one, two] = [`PM1-${first.id}`, `PM2-${first.id}`];
  await db.collection.update({
    where: { customerId_id: { customerId, id: first.id } },
    data: { providerId: one, status: "paid_out" },
  });
  await payOut("m", { type: "payment_paid_out", providerPaymentId: one });
  expect((await trail())?.diagnosis).toMatchObject({ station: "done", why: "settled" });
  // The first payment was returned. A second one was paid out, but its payout is not known yet.
  await db.collection.update({
    where: { customerId_id: { customerId, id: first.id } },
    data: { status: "charged_back", holdsInvoice: false },
  });
  const second = { id: `${first.id}-2`, attempt: 2, providerId: two, status: "paid_out", idempotencyKey: two } as const;
  const { debitDate: _byDatabase, ...row } = first;
  await db.collection.create({ data: { ...row, ...second, holdsInvoice: true } });
  expect((await trail())?.diagnosis).toMatchObject({ station: "payout", why: "payout_unheard" });
  await payOut("z", { type: "payment_charged_back", providerPaymentId: one });
  expect((await trail())?.diagnosis).toMatchObject({ station: "payout", why: "payout_unheard" });
  await payOut("a", { type: "payment_paid_out", providerPaymentId: two });
  const settled = await trail();
  expect(settled?.diagnosis).toMatchObject({ station: "done", why: "settled" });
  // The steps of both collections are still shown.
  expect(settled?.steps.filter((step) => step.what === "booked")).toHaveLength(2);
});
