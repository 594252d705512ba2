import { afterAll, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { drainInbox } from "@/lib/events/jobs";
import { TestSandbox } from "@/test/sandbox";
import { bringEvents, debitAtTwins, readLedger, supplierAtTwins } from "@/test/twin-supplier";
import { cancelMandateJob } from "./cancel-jobs";
import { cancelMandate } from "./cancel-mutations";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());

test("cancels a mandate and its payment at GoCardless, also when the job runs twice", async () => {
  const supplier = await supplierAtTwins();
  const { customerId, actor } = supplier;
  const { paymentId, collectionId, mandateId: providerId } = await debitAtTwins(sandbox, supplier);
  const where = { customerId_providerId: { customerId, providerId } };
  const { id: mandateId } = await db.mandate.findUniqueOrThrow({ where });
  await cancelMandate(customerId, mandateId, actor);
  await cancelMandateJob.run({ customerId, mandateId });
  // The job was cut off before it stored the answer. GoCardless refuses the second call, and the job reads the status.
  await db.mandate.update({ where, data: { status: "pending_submission" } });
  await cancelMandateJob.run({ customerId, mandateId });
  expect(await db.mandate.findUniqueOrThrow({ where })).toMatchObject({ status: "cancelled" });
  const payment = (await readLedger(sandbox)).gocardless.payments.find((row) => row.id === paymentId);
  expect(payment?.status).toBe("cancelled");
  await bringEvents(supplier);
  await drainInbox.run({ customerId });
  const row = await db.collection.findUniqueOrThrow({ where: { customerId_id: { customerId, id: collectionId } } });
  expect(row).toMatchObject({ status: "cancelled", holdsInvoice: false });
});
