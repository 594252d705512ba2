import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { withDirectDebit } from "@/lib/connections/access";
import { db } from "@/lib/core/db";
import { storeEvents } from "@/lib/inbox/group-commit";
import { adoptMandate } from "@/lib/mandates/adopt-mutations";
import { recogniseMandates } from "@/lib/mandates/jobs";
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

/** The job died after the work and before its note that the work is done. */
const forgetHandling = () =>
  db.inboxEvent.updateMany({ where: { customerId: supplier.customerId }, data: { handledAt: null } });

describe("events of GoCardless", () => {
  test("bring a debit to where it really is, and are worked off", async () => {
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

  test("that come again, or are handled again, change nothing", async () => {
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

  test("about one debit that cannot be read now do not hold up those about another", async () => {
    const [one, two] = [await debit(), await debit()];
    await play(one.paymentId, "confirm");
    await play(two.paymentId, "confirm");
    await bringEvents(supplier);
    await sandbox.fault("gocardless", "malformed-json", `/payments/${one.paymentId}`);
    await expect(drain()).rejects.toThrow("could not be handled yet");
    expect([(await collection(one)).status, (await collection(two)).status]).toEqual(["created", "confirmed"]);
    const left = await waiting();
    expect(new Set(left.map((event) => event.subject))).toEqual(new Set([`payments:${one.paymentId}`]));
    expect(left.every((event) => event.error !== null)).toBe(true);
    await drain();
    expect((await collection(one)).status).toBe("confirmed");
    expect(await waiting()).toEqual([]);
    expect((await inbox()).every((event) => event.error === null)).toBe(true);
  });

  test("wait, and are no failure of the job, while the account is not connected; those of others are worked off", async () => {
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

  test("that a payer has died are believed from the mandate's end, and go before all others", async () => {
    const [one, two] = [await debit(), await debit()];
    await play(two.paymentId, "confirm");
    await play(one.paymentId, "fail", { cause: "bank_account_closed", code: "MD07" });
    await bringEvents(supplier);
    const { customerId } = supplier;
    const isDead = async ({ invoiceId: id }: Debit) =>
      (await db.contact.count({ where: { customerId, invoices: { some: { id } }, deceasedAt: { not: null } } })) > 0;
    // Only the mandate's own events have come so far.
    const ofPayment = { customerId, subject: { startsWith: "payments:" } };
    await db.inboxEvent.updateMany({ where: ofPayment, data: { handledAt: new Date() } });
    await drain();
    expect([await isDead(one), await isDead(two)]).toEqual([true, false]);
    expect((await collection(one)).status).toBe("created");
    // Now all of them, and the mandate's do not say why.
    await forgetHandling();
    const ofMandate = { customerId, subject: { startsWith: "mandates:" } };
    await db.inboxEvent.updateMany({ where: ofMandate, data: { payload: {} } });
    const { length: before } = await sandbox.requests("gocardless");
    await drain();
    const [first] = (await sandbox.requests("gocardless")).slice(before);
    expect(first?.path).toBe(`/payments/${one.paymentId}`);
    expect((await collection(one)).status).toBe("failed");
  });

  test("of which some got lost are completed from the provider's own list", async () => {
    const one = await debit();
    await play(one.paymentId, "charge-back", { code: "MD06" });
    await bringEvents(supplier);
    // Only the last word came in, which cannot follow on what we know.
    await db.inboxEvent.deleteMany({
      where: { customerId: supplier.customerId, subject: `payments:${one.paymentId}`, action: { not: "charged_back" } },
    });
    await drain();
    expect(await collection(one)).toMatchObject({ status: "charged_back", holdsInvoice: false, failureCode: "MD06" });
    expect((await collection(one)).events.map((event) => event.action)).toContain("confirmed");
  });

  test("that the supplier has disconnected us end the connection, once", async () => {
    await sandbox.desk(`/gocardless/connections/${supplier.account}/revoke`, {});
    const subject = `organisations:${supplier.account}`;
    const event = { organisationId: supplier.account, subject, action: "disconnected", payload: {} };
    await storeEvents("GOCARDLESS", [{ ...event, eventId: "late", occurredAt: new Date(0) }]);
    await drain();
    const read = () =>
      db.connection.findUniqueOrThrow({
        where: { customerId_type: { customerId: supplier.customerId, type: "GOCARDLESS" } },
      });
    // Older than the connection we have now: that one was made since.
    expect(await read()).toMatchObject({ status: "connected" });
    await storeEvents("GOCARDLESS", [{ ...event, eventId: "now", occurredAt: new Date(Date.now() + 60_000) }]);
    await drain();
    await forgetHandling();
    await drain();
    expect(await read()).toMatchObject({ status: "revoked", accessToken: null });
    expect(await openNotices(supplier.customerId)).toEqual(["connection-lost:GOCARDLESS"]);
  });
});

describe("a mandate that gets a new number", () => {
  /** A debit, and beside it an invoice of the same payer that is still to be decided. */
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
    // Nobody has signed anything: what came back once is not tried again for it.
    expect(row?.signedAt).toEqual(old?.signedAt);
    expect(await openNotices(customerId)).toEqual([]);
    expect(await decideNow(customerId, next.id)).toMatchObject({ outcome: "collect" });
    expect(await db.collection.findFirst({ where: { customerId, invoiceId: next.id } })).toMatchObject({
      mandateId: row?.id,
    });
    expect(await db.mandateRequest.count({ where: { customerId } })).toBe(0);
  }

  test("goes on under it: nobody is asked again", async () => {
    const story = await replaced();
    await bringEvents(supplier);
    await drain();
    await forgetHandling();
    await drain();
    await expectTakenOver(story);
  });

  test("goes on under the last one when it was replaced twice before anybody heard of it", async () => {
    const { one, next, successor } = await replaced();
    const { customerId } = supplier;
    const again = await sandbox.desk<{ newMandate: { id: string } }>(`/gocardless/mandates/${successor}/replace`, {});
    await withDirectDebit(
      customerId,
      async (gc) => await adoptMandate(customerId, gc, await gc.mandates.read(one.mandateId)),
    );
    // Nothing has told of the other two yet, and a decision may come right now.
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

  test("goes on under it although the nightly look meets it before its event comes", async () => {
    const story = await replaced();
    await recogniseMandates.run({ customerId: supplier.customerId });
    await recogniseMandates.run({ customerId: supplier.customerId });
    await expectTakenOver(story);
  });

  // Life 200016 found what this is about.
  test("goes on under it although the new one is met first", async () => {
    const story = await replaced();
    const { customerId } = supplier;
    await withDirectDebit(
      customerId,
      async (gc) => await adoptMandate(customerId, gc, await gc.mandates.read(story.successor)),
    );
    await expectTakenOver(story);
  });

  test("another one of the payer is stored although an older one is no longer to be found there", async () => {
    const { one, successor } = await replaced();
    const { customerId } = supplier;
    await db.mandate.updateMany({ where: { customerId, providerId: one.mandateId }, data: { providerId: "MD404" } });
    await withDirectDebit(
      customerId,
      async (gc) => await adoptMandate(customerId, gc, await gc.mandates.read(successor)),
    );
    expect((await mandates()).map(({ providerId }) => providerId).sort()).toEqual(["MD404", successor].sort());
  });

  test("goes on under it when the new one could not be read at first", async () => {
    const story = await replaced();
    await bringEvents(supplier);
    await sandbox.fault("gocardless", "malformed-json", `/mandates/${story.successor}`, 2);
    await expect(drain()).rejects.toThrow("could not be handled yet");
    // Nothing is half done: the old one still stands as it was.
    expect((await mandates()).map((mandate) => mandate.status)).toEqual(["pending_submission"]);
    await drain();
    await expectTakenOver(story);
  });
});
