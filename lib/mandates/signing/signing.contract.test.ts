import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, test } from "vitest";
import { payerToken } from "@/lib/auth/scope";
import { withDirectDebit } from "@/lib/connections/provider/access";
import { db } from "@/lib/core/database/db";
import { importMandate } from "@/lib/mandates/provider/import-provider";
import { chooseMandate } from "@/lib/mandates/record/mutations";
import { TestSandbox } from "@/test/sandbox";
import { seedMandate, seedRequest } from "@/test/supplier-data";
import { supplierAtTwins, type TwinSupplier } from "@/test/twin-supplier";
import { openSigningPage } from "./page-provider";
import { settleSigning } from "./provider";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());

let supplier: TwinSupplier;
beforeEach(async () => {
  supplier = await supplierAtTwins();
});

const contactOf = (id: string) =>
  db.contact.findUniqueOrThrow({ where: { customerId_id: { customerId: supplier.customerId, id } } });

/** Lets a payer who has a mandate sign another one on our request. The signing has not been read yet. */
async function signsAnother() {
  const { customerId, account } = supplier;
  const requestId = `mrq_${randomUUID().slice(0, 8)}`;
  const { contactId } = await seedRequest(customerId, requestId, "sent");
  const former = await seedMandate(customerId, contactId);
  expect(await openSigningPage(payerToken({ requestId }))).toHaveProperty("url");
  const { email } = await contactOf(contactId);
  const signed = await sandbox.desk<{ mandate: { id: string } }>(`/gocardless/mandates/${email}/sign`, {
    organisation: account,
  });
  const where = { customerId_id: { customerId, id: requestId } };
  const { billingRequestId } = await db.mandateRequest.findUniqueOrThrow({ where });
  const settle = () => settleSigning(customerId, billingRequestId ?? "");
  return { contactId, former, mandateId: signed.mandate.id, settle };
}

const stored = async (providerId: string) =>
  await db.mandate.findFirstOrThrow({ where: { customerId: supplier.customerId, providerId } });

test("uses the mandate that the payer signed last", async () => {
  const { contactId, former, mandateId, settle } = await signsAnother();
  await chooseMandate(supplier.customerId, former.id, supplier.actor);
  await db.contact.updateMany({ where: { id: contactId }, data: { defaultChosenAt: new Date(0) } });
  await settle();
  expect(await contactOf(contactId)).toMatchObject({
    ...{ defaultMandateId: (await stored(mandateId)).id, defaultChosenAt: null },
  });
});

test("keeps an earlier mandate that the supplier chose after seeing the new one", async () => {
  const { contactId, former, mandateId, settle } = await signsAnother();
  const { customerId, actor } = supplier;
  await withDirectDebit(
    customerId,
    async (gc) => await importMandate(customerId, gc, await gc.mandates.read(mandateId)),
  );
  expect(await stored(mandateId)).toMatchObject({ contactId });
  await chooseMandate(customerId, former.id, actor);
  await settle();
  expect(await contactOf(contactId)).toMatchObject({ defaultMandateId: former.id });
  // The request counts as signed all the same.
  expect(await db.mandateRequest.count({ where: { customerId, contactId, status: "signed" } })).toBe(1);
});
