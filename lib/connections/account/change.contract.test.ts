import { afterAll, beforeEach, expect, test } from "vitest";
import { stopCollection } from "@/lib/collections/decision/mutations";
import { carryOutCollection } from "@/lib/collections/execution/jobs";
import { NOT_HELD } from "@/lib/connections/hold/rules";
import { disconnect } from "@/lib/connections/record/provider";
import { db } from "@/lib/core/database/db";
import { now } from "@/lib/core/time/clock";
import { recogniseMandates } from "@/lib/mandates/provider/jobs";
import { archivePayout } from "@/lib/payouts/record/provider";
import { compareCustomer } from "@/lib/reconciliation/jobs";
import { seedConnection } from "@/prisma/seed/connect";
import { clearJobs } from "@/test/jobs";
import { TestSandbox } from "@/test/sandbox";
import { decideNow, latestCollection, openNotices } from "@/test/supplier-data";
import { debitAtTwins, plannedAtTwins, readLedger, supplierAtTwins, type TwinSupplier } from "@/test/twin-supplier";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());

let supplier: TwinSupplier;
beforeEach(async () => {
  supplier = await supplierAtTwins();
  await clearJobs();
});

/** Disconnects the connected account and signs in to another one. @returns the other one's organisation id */
async function change(account: Parameters<typeof seedConnection>[2]): Promise<string> {
  const { customerId } = supplier;
  await disconnect(customerId, "GOCARDLESS", supplier.actor);
  await seedConnection(supplier, "GOCARDLESS", account);
  const where = { customerId_type: { customerId, type: "GOCARDLESS" as const } };
  // As if the day of the hold was over, which other tests cover.
  const data = { schedulesReadAt: now(), verificationStatus: "successful", ...NOT_HELD };
  const { organisationId } = await db.connection.update({ where, data });
  await recogniseMandates.run({ customerId });
  return organisationId ?? "";
}

const another = () => change({ name: "Werkstatt Zwei GmbH" });
const statusOf = async (providerId: string) =>
  (await db.mandate.findFirstOrThrow({ where: { customerId: supplier.customerId, providerId } })).status;
const carryOut = (collectionId: string) => carryOutCollection.run({ customerId: supplier.customerId, collectionId });
const payments = async () =>
  (await readLedger(sandbox)).gocardless.payments.filter((one) => one.organisation === supplier.account);

test("with another account a planned collection is cancelled, and its payer is asked for a mandate there", async () => {
  const one = await plannedAtTwins(sandbox, supplier);
  await another();
  const { customerId } = supplier;
  expect(await statusOf(one.mandateId)).toBe("other_account");
  expect(await decideNow(customerId, one.invoiceId)).toMatchObject({ outcome: "cancel", reason: "mandate_not_usable" });
  await carryOut(one.collectionId);
  expect(await latestCollection(customerId, one.invoiceId)).toMatchObject({ status: "cancelled", holdsInvoice: false });
  expect(await decideNow(customerId, one.invoiceId)).toMatchObject({ outcome: "request_mandate" });
  expect(await openNotices(customerId)).toEqual([]);
});

test("a collection in flight at the previous account stays, raises a notice, and is not made elsewhere", async () => {
  const one = await debitAtTwins(sandbox, supplier, 4_200);
  await another();
  const { customerId } = supplier;
  const notice = await db.notice.findFirstOrThrow({ where: { customerId, kind: "debits_left_behind" } });
  expect(notice.data).toEqual({ number: "1", amountCents: 4_200 });
  expect(await decideNow(customerId, one.invoiceId)).toMatchObject({ outcome: "keep", reason: "at_former_account" });
  const stop = stopCollection(customerId, one.collectionId, supplier.actor);
  await expect(stop).rejects.toMatchObject({ code: "too_late_to_cancel" });
  // A cancel request from before, and a call with an unknown outcome: neither is sent to an account without that
  // payment.
  const where = { customerId_id: { customerId, id: one.collectionId } };
  const { status, providerId } = await db.collection.update({ where, data: { cancelRequestedAt: now() } });
  const before = (await sandbox.requests("gocardless")).length;
  await carryOut(one.collectionId);
  await db.collection.update({ where, data: { status: "pending", providerId: null } });
  await carryOut(one.collectionId);
  await db.collection.update({ where, data: { status, providerId } });
  expect(await sandbox.requests("gocardless")).toHaveLength(before);
  await compareCustomer.run({ customerId });
  expect(await db.difference.count({ where: { customerId } })).toBe(0);
  expect(await payments()).toMatchObject([{ id: one.paymentId, status: "pending_submission" }]);
});

test("once the previous account is connected again, its mandates are usable, its collections reconciled", async () => {
  const [one, two] = [await debitAtTwins(sandbox, supplier), await plannedAtTwins(sandbox, supplier)];
  await another();
  const { customerId } = supplier;
  expect(await openNotices(customerId)).toEqual(["debits-left-behind"]);
  await sandbox.desk(`/gocardless/payments/${one.paymentId}/confirm`, {});
  expect(await change({ id: supplier.account })).toBe(supplier.account);
  expect(await openNotices(customerId)).toEqual([]);
  expect([await statusOf(one.mandateId), await statusOf(two.mandateId)]).toEqual(["active", "pending_submission"]);
  await compareCustomer.run({ customerId });
  expect(await latestCollection(customerId, one.invoiceId)).toMatchObject({ status: "confirmed" });
  expect(await decideNow(customerId, two.invoiceId)).toMatchObject({ outcome: "keep", reason: "collection_running" });
});

test("with a third account the notice counts the collections at all other accounts", async () => {
  const { customerId, account } = supplier;
  const told = async () => (await db.notice.findFirstOrThrow({ where: { customerId, resolvedAt: null } })).data;
  await debitAtTwins(sandbox, supplier, 4_200);
  const second = await another();
  await debitAtTwins(sandbox, { ...supplier, account: second }, 1_100);
  await change({ name: "Werkstatt Drei GmbH" });
  expect(await told()).toEqual({ number: "2", amountCents: 5_300 });
  await change({ id: account });
  expect(await told()).toEqual({ number: "1", amountCents: 1_100 });
});

test("a payout from before an account was connected is not archived, a later one is", async () => {
  const { account } = supplier;
  const customer = { companyName: "Café Ähre", email: "kasse@aehre.example" };
  const other = await sandbox.desk<{ mandate: { id: string } }>("/gocardless/mandates", {
    organisation: account,
    customer,
  });
  const payOut = async () => {
    const foreign = { mandate: other.mandate.id, amountCents: 700 };
    const { payment } = await sandbox.desk<{ payment: { id: string } }>("/gocardless/payments", foreign);
    const path = `/gocardless/payments/${payment.id}/pay-out`;
    return (await sandbox.desk<{ payout: { id: string } }>(path, {})).payout.id;
  };
  const { customerId } = supplier;
  await another();
  const early = await payOut();
  await change({ id: account });
  const late = await payOut();
  await archivePayout(customerId, early);
  await archivePayout(customerId, late);
  const stored = await db.payout.findMany({ where: { customerId }, select: { providerId: true } });
  expect(stored).toEqual([{ providerId: late }]);
});
