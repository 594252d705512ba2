import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { now } from "@/lib/core/time/clock";
import { drainInbox } from "@/lib/events/jobs";
import { jobs } from "@/lib/jobs/catalogue";
import { resendMandateRequest } from "@/lib/mandates/requests/mutations";
import { EVENT_TYPES } from "@/lib/providers/accounting/lexware/callbacks/subscriptions";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { TestSandbox } from "@/test/sandbox";
import { changeSettings } from "@/test/settings";
import { statementsOf } from "@/test/statements";
import { openNotices, seedInvoice, seedRequest } from "@/test/supplier-data";
import { debitAtTwins, supplierAtTwins, type TwinSupplier } from "@/test/twin-supplier";
import { checkCustomer, setUpConnection } from "./jobs";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());

let supplier: TwinSupplier;
beforeEach(async () => {
  supplier = await supplierAtTwins();
  await clearJobs();
});

const check = () => checkCustomer.run({ customerId: supplier.customerId });
const drain = () => drainInbox.run({ customerId: supplier.customerId });
const inbox = () => db.inboxEvent.findMany({ where: { customerId: supplier.customerId }, orderBy: { id: "asc" } });
const connection = (type: "LEXOFFICE" | "GOCARDLESS") =>
  db.connection.findUniqueOrThrow({ where: { customerId_type: { customerId: supplier.customerId, type } } });
const own = () => [{ customerId: supplier.customerId }];
const subscriptionsMade = async () =>
  (await sandbox.requests("lexware", "/v1/event-subscriptions")).filter((call) => call.method === "POST").length;

describe("setting up a connection", () => {
  test("enqueues the first reading before it subscribes to events, and another one for what changed meanwhile", async () => {
    const { customerId } = supplier;
    const where = { customerId, type: "LEXOFFICE" as const };
    await db.connection.updateMany({ where, data: { listingWantedAt: null, subscriptionsCheckedAt: null } });
    const wanted: (Date | null)[] = [];
    const reading = setUpConnection.run({ customerId, type: "LEXOFFICE" });
    while ((await connection("LEXOFFICE")).subscriptionsCheckedAt === null)
      wanted.push((await connection("LEXOFFICE")).listingWantedAt);
    await reading;
    const first = wanted.find((at) => at !== null);
    expect(first).toBeDefined();
    expect((await connection("LEXOFFICE")).listingWantedAt?.getTime()).toBeGreaterThan(first?.getTime() ?? 0);
    expect(await waitingJobs(jobs.syncInvoices)).toEqual(own());
  });
});

describe("the hourly check", () => {
  test("stores events that no webhook has brought, and enqueues their processing", async () => {
    const { collectionId, paymentId } = await debitAtTwins(sandbox, supplier);
    await clearJobs();
    await sandbox.desk(`/gocardless/payments/${paymentId}/confirm`, {});
    const before = (await connection("GOCARDLESS")).eventsReadUntil;
    await check();
    expect((await inbox()).map((event) => event.subject)).toContain(`payments:${paymentId}`);
    expect((await connection("GOCARDLESS")).eventsReadUntil?.getTime()).toBeGreaterThan(before?.getTime() ?? 0);
    expect(await waitingJobs(jobs.drainInbox)).toEqual(own());
    await drain();
    const where = { customerId_id: { customerId: supplier.customerId, id: collectionId } };
    expect(await db.collection.findUniqueOrThrow({ where })).toMatchObject({ status: "confirmed" });
  });

  test("finds within a day the events that a truncated list has hidden", async () => {
    const { paymentId } = await debitAtTwins(sandbox, supplier);
    await sandbox.desk(`/gocardless/payments/${paymentId}/confirm`, {});
    await sandbox.fault("gocardless", "partial-page", "/events");
    await check();
    const found = (await inbox()).length;
    // As if hours had passed: the hidden events are long before the last reading.
    const changes = (data: object) =>
      db.connection.updateMany({ where: { customerId: supplier.customerId, type: "GOCARDLESS" }, data });
    await changes({ eventsReadUntil: new Date(now().getTime() + 3_600_000) });
    await check();
    expect(await inbox()).toHaveLength(found);
    // Connecting the same account again does not shorten the period that is read.
    await changes({ connectedAt: new Date(now().getTime() + 3_600_000) });
    await changes({ schedulesReadAt: new Date(now().getTime() - 25 * 3_600_000) });
    await check();
    const subjects = (await inbox()).filter((event) => event.subject === `payments:${paymentId}`);
    expect((await inbox()).length).toBeGreaterThan(found);
    expect(subjects.map((event) => event.action)).toContain("created");
  });

  test("reads all events after an outage of weeks in batches, and never skips a batch that failed", async () => {
    const { paymentId } = await debitAtTwins(sandbox, supplier);
    await sandbox.desk(`/gocardless/payments/${paymentId}/confirm`, {});
    await sandbox.passDays(30);
    const where = { customerId_type: { customerId: supplier.customerId, type: "GOCARDLESS" as const } };
    const weeksAgo = new Date(now().getTime() - 31 * 24 * 3_600_000);
    await db.connection.update({ where, data: { eventsReadUntil: weeksAgo, schedulesReadAt: now() } });
    await sandbox.fault("gocardless", "malformed-json", "/events");
    await expect(check()).rejects.toMatchObject({ isRetryable: true });
    expect((await connection("GOCARDLESS")).eventsReadUntil).toEqual(weeksAgo);
    await check();
    const actions = (await inbox()).filter((event) => event.subject === `payments:${paymentId}`);
    expect(actions.map((event) => event.action)).toEqual(expect.arrayContaining(["created", "confirmed"]));
    expect((await connection("GOCARDLESS")).eventsReadUntil?.getTime()).toBeGreaterThan(now().getTime() - 60_000);
    const pieces = (await sandbox.requests("gocardless", "/events")).filter(({ query }) => query.includes("lte"));
    expect(pieces.length).toBeGreaterThanOrEqual(4);
  });

  test("reads GoCardless' verification status once a day, and every hour while it is not successful", async () => {
    const turn = (verificationStatus: string) =>
      sandbox.desk("/gocardless/creditor", { organisation: supplier.account, verificationStatus });
    await turn("in_review");
    await check();
    expect(await connection("GOCARDLESS")).toMatchObject({ verificationStatus: "successful" });
    const schedulesReadAt = new Date(now().getTime() - 25 * 3_600_000);
    await db.connection.updateMany({ where: { customerId: supplier.customerId }, data: { schedulesReadAt } });
    await check();
    expect(await connection("GOCARDLESS")).toMatchObject({ verificationStatus: "in_review" });
    await turn("successful");
    await check();
    expect(await connection("GOCARDLESS")).toMatchObject({ verificationStatus: "successful" });
  });

  test("requests a listing of the accounting system", async () => {
    await db.connection.updateMany({ where: { customerId: supplier.customerId }, data: { listingWantedAt: null } });
    await check();
    expect(await connection("LEXOFFICE")).toMatchObject({ listingWantedAt: expect.any(Date), fullWantedAt: null });
    expect(await waitingJobs(jobs.syncInvoices)).toEqual(own());
  });

  test("creates missing event subscriptions again, and checks them once a day", async () => {
    const made = await subscriptionsMade();
    await check();
    expect((await subscriptionsMade()) - made).toBe(EVENT_TYPES.length);
    const calls = (await sandbox.requests("lexware", "/v1/event-subscriptions")).length;
    await check();
    expect(await sandbox.requests("lexware", "/v1/event-subscriptions")).toHaveLength(calls);
    expect(await openNotices(supplier.customerId)).toEqual([]);
  });

  test("raises a notice while Lexware cannot reach us, and resolves it once Lexware can", async () => {
    const putBack = changeSettings({ APP_URL: "http://127.0.0.1:9" });
    onTestFinished(putBack);
    await check();
    putBack();
    expect(await openNotices(supplier.customerId)).toEqual(["subscription-broken"]);
    expect((await connection("LEXOFFICE")).subscriptionsCheckedAt).toBeNull();
    // The invoices are synced all the same.
    expect(await waitingJobs(jobs.syncInvoices)).toEqual(own());
    const made = await subscriptionsMade();
    await check();
    expect((await subscriptionsMade()) - made).toBe(EVENT_TYPES.length);
    expect(await openNotices(supplier.customerId)).toEqual([]);
  });

  test("enqueues all unfinished work again", async () => {
    const { customerId } = supplier;
    const { collectionId } = await debitAtTwins(sandbox, supplier);
    const where = { customerId_id: { customerId, id: collectionId } };
    await db.collection.update({ where, data: { status: "pending" } });
    const { contactId } = await seedInvoice(customerId);
    await db.mandateRequest.create({ data: { customerId, id: "mrq_stuck", contactId } });
    const payout = { customerId, status: "paid", amountCents: 1, archivedAt: now(), providerId: "PO1" } as const;
    await db.payout.create({ data: { ...payout, id: "pay_stuck" } });
    await db.mail.create({
      data: { id: "mail_stuck", customerId, key: "k", template: "t", locale: "de", recipient: "a@b.example", data: {} },
    });
    // Both requests were sent again. The first one's invitation is missing, the second one's mail is stored.
    await seedRequest(customerId, "mrq_again", "opened");
    await seedRequest(customerId, "mrq_told", "sent");
    for (const requestId of ["mrq_again", "mrq_told"])
      await resendMandateRequest(customerId, requestId, supplier.actor);
    const told = { key: "mandate:mrq_told:1", template: "mandate-request", locale: "de", recipient: "a@b.example" };
    await db.mail.create({ data: { id: "mail_told", customerId, ...told, data: {}, status: "sent" } });
    await clearJobs();
    await check();
    await check();
    expect(await waitingJobs(jobs.carryOutCollection)).toEqual([{ customerId, collectionId }]);
    expect(await waitingJobs(jobs.bookPayouts)).toEqual(own());
    const invited = (await waitingJobs(jobs.inviteToSign)).map((job) => (job as { requestId: string }).requestId);
    expect(invited.sort()).toEqual(["mrq_again", "mrq_stuck"]);
    expect(await waitingJobs(jobs.sendMail)).toEqual([{ mailId: "mail_stuck" }]);
  });

  test("of a supplier for whom nothing has happened enqueues only the listing, by one call and few statements", async () => {
    await check();
    await clearJobs();
    const before = (await sandbox.requests("gocardless", "/")).length;
    const statements = await statementsOf(check);
    expect((await sandbox.requests("gocardless", "/")).length - before).toBe(1);
    expect(statements.length).toBeLessThanOrEqual(12);
    const waiting = await db.$queryRaw<{ name: string }[]>`SELECT name FROM pgboss.job`;
    expect(waiting.map(({ name }) => name)).toEqual([jobs.syncInvoices.name]);
  });

  test("enqueues nothing for payouts that are booked, bounced or incomplete", async () => {
    const { customerId } = supplier;
    const payout = { customerId, amountCents: 1, archivedAt: now() };
    await db.payout.createMany({
      data: [
        { ...payout, id: "pay_back", providerId: "PO1", status: "bounced" },
        { ...payout, id: "pay_done", providerId: "PO2", status: "paid", bookingStatus: "booked" },
        { ...payout, id: "pay_open", providerId: "PO3", status: "paid", archivedAt: null },
      ],
    });
    await check();
    expect(await waitingJobs(jobs.bookPayouts)).toEqual([]);
    expect(await waitingJobs(jobs.carryOutCollection)).toEqual([]);
  });

  test("stores nothing twice when it runs again", async () => {
    const { paymentId } = await debitAtTwins(sandbox, supplier);
    await sandbox.desk(`/gocardless/payments/${paymentId}/confirm`, {});
    await check();
    await drain();
    const before = await inbox();
    await check();
    await check();
    expect(await inbox()).toEqual(before);
  });
});

describe("a check that is interrupted", () => {
  test("before it stores its progress reads the events again, and stores each once", async () => {
    const { paymentId } = await debitAtTwins(sandbox, supplier);
    await sandbox.desk(`/gocardless/payments/${paymentId}/confirm`, {});
    const { eventsReadUntil } = await connection("GOCARDLESS");
    await sandbox.fault("gocardless", "malformed-json", "/events");
    await expect(check()).rejects.toMatchObject({ isRetryable: true });
    expect(await inbox()).toEqual([]);
    expect(await connection("GOCARDLESS")).toMatchObject({ eventsReadUntil });
    await check();
    const stored = await inbox();
    // The process ended right before it stored its progress.
    await db.connection.updateMany({
      where: { customerId: supplier.customerId, type: "GOCARDLESS" },
      data: { eventsReadUntil },
    });
    await check();
    expect(await inbox()).toEqual(stored);
    expect(stored.map((event) => event.subject)).toContain(`payments:${paymentId}`);
  });

  test("at the event subscriptions creates the missing ones later", async () => {
    const made = await subscriptionsMade();
    await sandbox.fault("lexware", "status-500", "/v1/event-subscriptions");
    await expect(check()).rejects.toMatchObject({ isRetryable: true });
    expect((await connection("LEXOFFICE")).subscriptionsCheckedAt).toBeNull();
    await check();
    expect((await subscriptionsMade()) - made).toBe(EVENT_TYPES.length);
    expect((await connection("LEXOFFICE")).subscriptionsCheckedAt).not.toBeNull();
  });

  test("because GoCardless refuses access ends that connection, and still syncs the accounting system", async () => {
    await sandbox.desk(`/gocardless/connections/${supplier.account}/revoke`, {});
    await check();
    expect(await connection("GOCARDLESS")).toMatchObject({ status: "revoked" });
    expect(await openNotices(supplier.customerId)).toEqual(["connection-lost:GOCARDLESS"]);
    expect(await waitingJobs(jobs.syncInvoices)).toEqual(own());
  });
});
