import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { claimCall } from "@/lib/collections/execution/earlier-call-mutations";
import { db } from "@/lib/core/database/db";
import type { Collection } from "@/lib/core/prisma/client";
import { jobs } from "@/lib/jobs/catalogue";
import type { ProviderPayment } from "@/lib/providers/payments/port";
import { UNSENT_ORIGIN } from "@/lib/statuses/collection-rules";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { awaitLocked } from "@/test/locks";
import { connectedSupplier, seedCollection } from "@/test/supplier-data";
import { recordCreation } from "./creation-mutations";
import { type CollectionStep, ownStep, recordSteps } from "./mutations";
import { recordRepeated } from "./repeated-mutations";

const { customerId } = await connectedSupplier();
const other = await connectedSupplier();

beforeEach(clearJobs);

/** A planned collection, and the payment that GoCardless has made for it. */
async function called() {
  const { collection, invoice } = await seedCollection(customerId);
  await db.invoice.updateMany({ where: { customerId, id: invoice.id }, data: { needsDecision: false } });
  const payment: ProviderPayment = {
    id: `PM${randomUUID()}`,
    status: "pending_submission",
    amountCents: collection.amountCents,
    chargeDate: "2027-03-01",
    mandateId: null,
    metadata: { collection: collection.id },
    createdAt: new Date(),
  };
  const record = () => recordCreation(customerId, { collectionId: collection.id, invoiceId: invoice.id, payment });
  return { collection, invoice, payment, record };
}

const read = ({ id }: Pick<Collection, "id">) =>
  db.collection.findUniqueOrThrow({
    where: { customerId_id: { customerId, id } },
    include: { events: { orderBy: { receivedAt: "asc" } }, invoice: true },
  });

describe("payments that are created at the same time", () => {
  test("are stored with their events and days, and their invoices are decided again, by one job", async () => {
    const both = [await called(), await called()];
    await clearJobs();
    await Promise.all(both.map(({ record }) => record()));
    for (const { collection, payment } of both) {
      const row = await read(collection);
      expect(row).toMatchObject({ status: "created", providerId: payment.id, holdsInvoice: true });
      expect(row.chargeDate?.toISOString()).toContain("2027-03-01");
      expect(row.events.map(({ action, status }) => [action, status])).toEqual([
        ["planned", "pending"],
        ["created", "created"],
      ]);
      expect(row.invoice.needsDecision).toBe(true);
    }
    expect(await waitingJobs(jobs.decideInvoices)).toEqual([{ customerId }]);
    expect(await waitingJobs(jobs.carryOutCollection)).toEqual([]);
  });

  test("are stored once, however often that is repeated", async () => {
    const one = await called();
    await Promise.all([one.record(), one.record()]);
    await one.record();
    expect((await read(one.collection)).events).toHaveLength(2);
  });

  test("are cancelled there if somebody has requested that during the call, and no others", async () => {
    const [wanted, unwanted] = [await called(), await called()];
    const { id } = unwanted.collection;
    await db.collection.updateMany({ where: { customerId, id }, data: { cancelRequestedAt: new Date() } });
    await recordSteps(customerId, id, [{ ...ownStep("cancelled", "by_supplier"), origin: UNSENT_ORIGIN }]);
    expect(await read(unwanted.collection)).toMatchObject({ status: "cancelled" });
    await clearJobs();
    await Promise.all([wanted.record(), unwanted.record()]);
    for (const { collection, payment } of [wanted, unwanted])
      expect(await read(collection)).toMatchObject({ status: "created", providerId: payment.id });
    expect(await waitingJobs(jobs.carryOutCollection)).toEqual([{ customerId, collectionId: id }]);
  });

  test("wait for the locks of their invoices", async () => {
    const [one, two] = [await called(), await called()];
    const recording = await db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM invoices WHERE id = ${two.invoice.id} FOR UPDATE`;
      const all = Promise.all([one.record(), two.record()]);
      await awaitLocked(1);
      return { all };
    });
    await recording.all;
    expect(await read(one.collection)).toMatchObject({ status: "created" });
    expect(await read(two.collection)).toMatchObject({ status: "created" });
  });
});

describe("events that repeat our own", () => {
  const created = (id: string): CollectionStep => ({
    id,
    action: "created",
    origin: "api",
    cause: "payment_created",
    code: null,
    text: null,
    willAttemptRetry: false,
    occurredAt: new Date(),
  });
  const repeat = (events: Map<string, CollectionStep[]>) =>
    db.$transaction((tx) => recordRepeated(tx, customerId, events));

  test("are added to the history, and nothing else changes", async () => {
    const both = [await called(), await called()];
    for (const { record } of both) await record();
    await db.invoice.updateMany({ where: { customerId }, data: { needsDecision: false } });
    await clearJobs();
    const before = await read((both[0] as (typeof both)[number]).collection);
    const events = new Map(both.map(({ payment }) => [payment.id, [created(`EV-${payment.id}`)]]));
    expect((await repeat(events)).sort()).toEqual([...events.keys()].sort());
    await repeat(events);
    const after = await read(before);
    expect(after).toMatchObject({ status: "created", updatedAt: before.updatedAt });
    expect(after.events.map(({ status }) => status)).toEqual(["pending", "created", "created"]);
    expect(after.invoice.needsDecision).toBe(false);
    expect(await waitingJobs(jobs.decideInvoices)).toEqual([]);
  });

  test("are left if anything else follows from them: of an unknown payment, another state, a cancel request", async () => {
    const [failed, unwanted] = [await called(), await called()];
    for (const { record } of [failed, unwanted]) await record();
    await db.collection.updateMany({
      where: { customerId, id: unwanted.collection.id },
      data: { cancelRequestedAt: new Date() },
    });
    const events = new Map([
      ["PM-unknown", [created("EV-unknown")]],
      [unwanted.payment.id, [created(`EV-${unwanted.payment.id}`)]],
      [failed.payment.id, [{ ...created(`EV-${failed.payment.id}`), action: "failed" }]],
    ]);
    expect(await repeat(events)).toEqual([]);
    for (const { collection } of [failed, unwanted]) expect((await read(collection)).events).toHaveLength(2);
  });

  test("of another supplier's payment are left", async () => {
    const one = await called();
    await one.record();
    const events = new Map([[one.payment.id, [created("EV-other")]]]);
    expect(await db.$transaction((tx) => recordRepeated(tx, other.customerId, events))).toEqual([]);
  });
});

describe("calls that are claimed at the same time", () => {
  const claim = ({ id }: Collection, calledAt: Date | null = null) =>
    claimCall(customerId, { id, calledAt, claimedAt: new Date(), requestedDate: "2027-03-01" });

  test("are each claimed once, also by two runs for one collection", async () => {
    const [one, two] = [await called(), await called()];
    const claims = [claim(one.collection), claim(two.collection), claim(one.collection)];
    expect(await Promise.all(claims)).toEqual([true, true, false]);
    expect((await read(one.collection)).requestedDate.toISOString()).toContain("2027-03-01");
    expect(await claim(one.collection)).toBe(false);
  });

  test("are not claimed if somebody has requested a cancellation, or the payment exists", async () => {
    const [unwanted, made, wanted] = [await called(), await called(), await called()];
    await db.collection.updateMany({
      where: { customerId, id: unwanted.collection.id },
      data: { cancelRequestedAt: new Date() },
    });
    await made.record();
    const claims = [unwanted, made, wanted].map(({ collection }) => claim(collection));
    expect(await Promise.all(claims)).toEqual([false, false, true]);
  });
});
