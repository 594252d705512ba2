import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { withDirectDebit } from "@/lib/connections/access";
import { fromDate } from "@/lib/core/dates";
import { db } from "@/lib/core/db";
import { TestSandbox } from "@/test/sandbox";
import { plannedAtTwins, readLedger, supplierAtTwins } from "@/test/twin-supplier";
import { carryOutCollection } from "./carry-out-jobs";
import { hearAnew } from "./lost-mutations";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());

test("a debit of a document from a file, which nobody can be asked for, does not keep the others from being made", async () => {
  const supplier = await supplierAtTwins();
  const { customerId, account } = supplier;
  const { collectionId, mandateId } = await plannedAtTwins(sandbox, supplier);
  // Made before the database was restored; the list that had its document was handed in since the picture.
  const { requestedDate } = await db.collection.findFirstOrThrow({ where: { customerId, id: collectionId } });
  const lost = {
    ...{ mandateId, amountCents: 7_000, reference: "RE-7", description: "RE-7", chargeDate: fromDate(requestedDate) },
    metadata: { collection: "col_01lost", invoice: "RE-7", intent: "DATEV:10001/RE-7:1" },
  };
  await withDirectDebit(customerId, (gc) => gc.payments.create(lost, randomUUID()));
  await db.connection.updateMany({ where: { customerId, type: "LEXOFFICE" }, data: { status: "disconnected" } });
  hearAnew();
  await carryOutCollection.run({ customerId, collectionId } as never);
  expect(await db.collection.findFirst({ where: { customerId, id: collectionId } })).toMatchObject({
    status: "created",
  });
  const made = (await readLedger(sandbox)).gocardless.payments.filter(({ organisation }) => organisation === account);
  expect(made.map(({ metadata }) => metadata.collection).sort()).toEqual(["col_01lost", collectionId].sort());
});
