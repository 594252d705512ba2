import { afterAll, beforeEach, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { drainInbox } from "@/lib/events/jobs";
import { storeEvents } from "@/lib/inbox/group-commit";
import { TestSandbox } from "@/test/sandbox";
import { bringEvents, debitAtTwins, supplierAtTwins, type TwinSupplier } from "@/test/twin-supplier";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());

let supplier: TwinSupplier;
beforeEach(async () => {
  supplier = await supplierAtTwins();
});

const drain = () => drainInbox.run({ customerId: supplier.customerId });
const waiting = () => db.inboxEvent.findMany({ where: { customerId: supplier.customerId, handledAt: null } });

test("events about objects that exist neither at GoCardless nor here are settled and not read again", async () => {
  const { customerId, account: organisationId } = supplier;
  const subjects = ["payments:PM404", "mandates:MD404", "payouts:PO404", "billing_requests:BRQ404"];
  await storeEvents(
    "GOCARDLESS",
    subjects.map((subject) => ({
      ...{ eventId: `${customerId}:${subject}`, organisationId, subject, payload: {} },
      ...{ action: "submitted", occurredAt: new Date() },
    })),
  );
  await drain();
  expect(await waiting()).toEqual([]);
  const { length: before } = await sandbox.requests("gocardless");
  await drain();
  expect((await sandbox.requests("gocardless")).slice(before)).toEqual([]);
});

test("events about objects that exist here but not at GoCardless keep waiting", async () => {
  const one = await debitAtTwins(sandbox, supplier);
  const { customerId } = supplier;
  await sandbox.desk(`/gocardless/payments/${one.paymentId}/confirm`, {});
  await bringEvents(supplier);
  await db.collection.updateMany({ where: { customerId, providerId: one.paymentId }, data: { providerId: "PM404" } });
  await db.mandate.updateMany({ where: { customerId, providerId: one.mandateId }, data: { providerId: "MD404" } });
  const subjects = ["payments:PM404", "mandates:MD404"];
  for (const [i, subject] of subjects.entries())
    await db.inboxEvent.updateMany({
      where: { customerId, subject: i === 0 ? `payments:${one.paymentId}` : `mandates:${one.mandateId}` },
      data: { subject },
    });
  await expect(drain()).rejects.toThrow("could not be handled");
  expect(new Set((await waiting()).map((event) => event.subject))).toEqual(new Set(subjects));
});
