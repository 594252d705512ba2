import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { withDirectDebit } from "@/lib/connections/provider/access";
import { db } from "@/lib/core/database/db";
import { storeEvents } from "@/lib/inbox/group-commit";
import { importMandate } from "@/lib/mandates/provider/import-provider";
import { recogniseMandates } from "@/lib/mandates/provider/jobs";
import { TestSandbox } from "@/test/sandbox";
import { decideNow, openNotices, seedInvoice } from "@/test/supplier-data";
import { bringEvents, debitAtTwins, readLedger, supplierAtTwins, type TwinSupplier } from "@/test/twin-supplier";
import { drainInbox } from "./jobs";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());

let supplier: TwinSupplier;
beforeEach(async () => {
  supplier = await supplierAtTwins();
});

type Debit = Awaited<ReturnType<typeof debitAtTwins>>;
const debit = () => debitAtTwins(sandbox, supplier);
const play = (id: string, step: string, body: object = {}) => sandbox.desk(`/gocardless/payments/${id}/${step}`, body);
const drain = () => drainInbox.run({ customerId: supplier.customerId });
const inbox = () => db.inboxEvent.findMany({ where: { customerId: supplier.customerId } });
const waiting = async () => (await inbox()).filter((event) => event.handledAt === null);
const collection = ({ collectionId: id }: Debit) =>
  db.collection.findUniqueOrThrow({
    where: { customerId_id: { customerId: supplier.customerId, id } },
    include: { events: true },
  });
const mandates = () => db.mandate.findMany({ where: { customerId: supplier.customerId } });

/** As if the job had died after its work, before it stored that the events are handled. */
const forgetHandling = () =>
  db.inboxEvent.updateMany({ where: { customerId: supplier.customerId }, data: { handledAt: null } });

describe("events of GoCardless", () => {
  test("bring a collection to the real state of its payment, and are marked as handled", async () => {
    const one = await debit();
    await play(one.paymentId, "confirm");
    await bringEvents(supplier);
    await drain();
    expect(await collection(one)).toMatchObject({ status: "confirmed", holdsInvoice: true });
    expect(await waiting()).toEqual([]);
    expect((await readLedger(sandbox)).gocardless.payments.find((row) => row.id === one.paymentId)?.status).toBe(
      "confirmed",
    );
  });

  test("change nothing when they come again or are handled again", async () => {
    const one = await debit();
    await play(one.paymentId, "fail", { cause: "insufficient_funds", code: "AM04" });
    expect(await bringEvents(supplier)).toBeGreaterThan(0);
    await drain();
    const before = await collection(one);
    expect(before).toMatchObject({ status: "failed", failureCode: "AM04" });
    expect(await bringEvents(supplier)).toBe(0);
    await forgetHandling();
    await drain();
    const { updatedAt: _now, ...after } = await collection(one);
    const { updatedAt: _then, ...then } = before;
    expect(after).toEqual(then);
    expect(await openNotices(supplier.customerId)).toEqual([`collection-returned:${one.invoiceId}`]);
  });

  test("about a payment that cannot be read now do not block those about another payment", async () => {
    const [one, two] = [await debit(), await debit()];
    await play(one.paymentId, "confirm");
    await play(two.paymentId, "confirm");
    await bringEvents(supplier);
    await sandbox.fault("gocardless", "malformed-json", `/payments/${one.paymentId}`);
    await expect(drain()).rejects.toThrow("could not be handled");
    expect([(await collection(one)).status, (await collection(two)).status]).toEqual(["created", "confirmed"]);
    const left = await waiting();
    expect(new Set(left.map((event) => event.subject))).toEqual(new Set([`payments:${one.paymentId}`]));
    expect(left.every((event) => event.error !== null)).toBe(true);
    await drain();
    expect((await collection(one)).status).toBe("confirmed");
    expect(await waiting()).toEqual([]);
    expect((await inbox()).every((event) => event.error === null)).toBe(true);
  });

  test("of a disconnected account wait without failing the job, and the others are handled", async () => {
    const one = await debit();
    await play(one.paymentId, "confirm");
    await bringEvents(supplier);
    await storeEvents("LEXOFFICE", [
      {
        ...{ eventId: "read", organisationId: supplier.books, subject: `payment:${one.written.id}`, payload: {} },
        ...{ action: "payment.changed", occurredAt: new Date() },
      },
    ]);
    const status = (to: "revoked" | "connected") =>
      db.connection.updateMany({
        where: { customerId: supplier.customerId, type: "GOCARDLESS" },
        data: { status: to },
      });
    await status("revoked");
    await drain();
    const left = await waiting();
    expect(new Set(left.map((event) => [event.provider, event.error].join()))).toEqual(
      new Set(["GOCARDLESS,connection_missing"]),
    );
    await status("connected");
    await drain();
    expect((await collection(one)).status).toBe("confirmed");
    expect(await waiting()).toEqual([]);
  });

  test("about a payer's death are recognised from the mandate and from the payment, and handled first", async () => {
    const [one, two] = [await debit(), await debit()];
    await play(two.paymentId, "confirm");
    await play(one.paymentId, "fail", { cause: "bank_account_closed", code: "MD07" });
    await bringEvents(supplier);
    const { customerId } = supplier;
    const isDead = async ({ invoiceId: id }: Debit) =>
      (await db.contact.count({ where: { customerId, invoices: { some: { id } }, deceasedAt: { not: null } } })) > 0;
    // First only the mandate's own events.
    const ofPayment = { customerId, subject: { startsWith: "payments:" } };
    await db.inboxEvent.updateMany({ where: ofPayment, data: { handledAt: new Date() } });
    await drain();
    expect([await isDead(one), await isDead(two)]).toEqual([true, false]);
    expect((await collection(one)).status).toBe("created");
    // Now all events, and the mandate's events do not name the cause.
    await forgetHandling();
    const ofMandate = { customerId, subject: { startsWith: "mandates:" } };
    await db.inboxEvent.updateMany({ where: ofMandate, data: { payload: {} } });
    const { length: before } = await sandbox.requests("gocardless");
    await drain();
    const [first] = (await sandbox.requests("gocardless")).slice(before);
    expect(first?.path).toBe(`/payments/${one.paymentId}`);
    expect((await collection(one)).status).toBe("failed");
  });

  test("are completed from the provider's own list if some got lost", async () => {
    const one = await debit();
    await play(one.paymentId, "charge-back", { code: "MD06" });
    await bringEvents(supplier);
    // Only the last event arrived, which cannot follow the state that we know.
    await db.inboxEvent.deleteMany({
      where: { customerId: supplier.customerId, subject: `payments:${one.paymentId}`, action: { not: "charged_back" } },
    });
    await drain();
    expect(await collection(one)).toMatchObject({ status: "charged_back", holdsInvoice: false, failureCode: "MD06" });
    expect((await collection(one)).events.map((event) => event.action)).toContain("confirmed");
  });

  test("about a disconnection by the supplier end the connection, once", async () => {
    await sandbox.desk(`/gocardless/connections/${supplier.account}/revoke`, {});
    const subject = `organisations:${supplier.account}`;
    const event = { organisationId: supplier.account, subject, action: "disconnected", payload: {} };
    await storeEvents("GOCARDLESS", [{ ...event, eventId: "late", occurredAt: new Date(0) }]);
    await drain();
    const read = () =>
      db.connection.findUniqueOrThrow({
        where: { customerId_type: { customerId: supplier.customerId, type: "GOCARDLESS" } },
      });
    // The event is older than the present connection, which was made since.
    expect(await read()).toMatchObject({ status: "connected" });
    await storeEvents("GOCARDLESS", [{ ...event, eventId: "now", occurredAt: new Date(Date.now() + 60_000) }]);
    await drain();
    await forgetHandling();
    await drain();
    expect(await read()).toMatchObject({ status: "revoked", accessToken: null });
    expect(await openNotices(supplier.customerId)).toEqual(["connection-lost:GOCARDLESS"]);
  });
});

test("a payer who changes the bank keeps the mandate, which names the new account, and the supplier is told once", async () => {
  const one = await debit();
  const [before] = await mandates();
  await sandbox.desk(`/gocardless/mandates/${one.mandateId}/transfer`, {});
  await bringEvents(supplier);
  await drain();
  await forgetHandling();
  await drain();
  const [after, ...more] = await mandates();
  expect(more).toEqual([]);
  expect(after).toMatchObject({ id: before?.id, status: before?.status, transferredAt: expect.any(Date) });
  expect(after?.accountHint).not.toBe(before?.accountHint);
  expect(await openNotices(supplier.customerId)).toEqual([`mandate-transferred:${after?.id}`]);
  expect((await collection(one)).status).toBe("created");
});

describe("a mandate that is replaced by one with a new id", () => {
  /** A collection, and an invoice of the same payer that is not decided yet. */
  async function replaced() {
    const one = await debit();
    const { customerId } = supplier;
    const next = await seedInvoice(customerId);
    await db.invoice.update({
      where: { customerId_id: { customerId, id: next.id } },
      data: { contactId: one.contactId },
    });
    await db.contact.update({
      where: { customerId_id: { customerId, id: one.contactId } },
      data: { defaultMandateId: (await mandates())[0]?.id },
    });
    const answer = await sandbox.desk<{ newMandate: { id: string } }>(
      `/gocardless/mandates/${one.mandateId}/replace`,
      {},
    );
    return { one, next, successor: answer.newMandate.id };
  }

  async function expectTakenOver({ one, next, successor }: Awaited<ReturnType<typeof replaced>>) {
    const { customerId } = supplier;
    const all = await mandates();
    const row = all.find((mandate) => mandate.providerId === successor);
    const old = all.find((mandate) => mandate.providerId === one.mandateId);
    expect(all).toHaveLength(2);
    expect(old).toMatchObject({ status: "cancelled", replacedById: row?.id });
    expect(row).toMatchObject({ contactId: one.contactId, payerName: "Café Ähre", accountHint: old?.accountHint });
    // The payer has signed nothing, so returned payments are not retried because of the new mandate.
    expect(row?.signedAt).toEqual(old?.signedAt);
    expect(await openNotices(customerId)).toEqual([]);
    expect(await decideNow(customerId, next.id)).toMatchObject({ outcome: "collect" });
    expect(await db.collection.findFirst({ where: { customerId, invoiceId: next.id } })).toMatchObject({
      mandateId: row?.id,
    });
    expect(await db.mandateRequest.count({ where: { customerId } })).toBe(0);
  }

  test("is followed by its successor, and the payer is not asked again", async () => {
    const story = await replaced();
    await bringEvents(supplier);
    await drain();
    await forgetHandling();
    await drain();
    await expectTakenOver(story);
  });

  test("is followed by the last successor if it was replaced twice before any event arrived", async () => {
    const { one, next, successor } = await replaced();
    const { customerId } = supplier;
    const again = await sandbox.desk<{ newMandate: { id: string } }>(`/gocardless/mandates/${successor}/replace`, {});
    await withDirectDebit(
      customerId,
      async (gc) => await importMandate(customerId, gc, await gc.mandates.read(one.mandateId)),
    );
    // No event has reported the other two yet, and a decision may be made right now.
    const all = await mandates();
    const last = all.find((mandate) => mandate.providerId === again.newMandate.id);
    const middle = all.find((mandate) => mandate.providerId === successor);
    expect(last).toMatchObject({ contactId: one.contactId, status: "pending_submission", payerName: "Café Ähre" });
    expect(middle).toMatchObject({ status: "cancelled", replacedById: last?.id });
    expect(all.find((mandate) => mandate.providerId === one.mandateId)).toMatchObject({ replacedById: last?.id });
    expect(await openNotices(customerId)).toEqual([]);
    expect(await decideNow(customerId, next.id)).toMatchObject({ outcome: "collect" });
    expect(await db.mandateRequest.count({ where: { customerId } })).toBe(0);
  });

  test("is followed by its successor even if the nightly job finds that before its event arrives", async () => {
    const story = await replaced();
    await recogniseMandates.run({ customerId: supplier.customerId });
    await recogniseMandates.run({ customerId: supplier.customerId });
    await expectTakenOver(story);
  });

  // Simulation run 200016 found this case.
  test("is followed by its successor even if the successor is read first", async () => {
    const story = await replaced();
    const { customerId } = supplier;
    await withDirectDebit(
      customerId,
      async (gc) => await importMandate(customerId, gc, await gc.mandates.read(story.successor)),
    );
    await expectTakenOver(story);
  });

  test("has a successor that is stored even if GoCardless no longer has an older mandate of the payer", async () => {
    const { one, successor } = await replaced();
    const { customerId } = supplier;
    await db.mandate.updateMany({ where: { customerId, providerId: one.mandateId }, data: { providerId: "MD404" } });
    await withDirectDebit(
      customerId,
      async (gc) => await importMandate(customerId, gc, await gc.mandates.read(successor)),
    );
    expect((await mandates()).map(({ providerId }) => providerId).sort()).toEqual(["MD404", successor].sort());
  });

  test("is followed by its successor even if that could not be read at first", async () => {
    const story = await replaced();
    await bringEvents(supplier);
    await sandbox.fault("gocardless", "malformed-json", `/mandates/${story.successor}`, 2);
    await expect(drain()).rejects.toThrow("could not be handled");
    // Nothing is half done: the old mandate is unchanged.
    expect((await mandates()).map((mandate) => mandate.status)).toEqual(["pending_submission"]);
    await drain();
    await expectTakenOver(story);
  });
});
