import { afterAll, beforeEach, expect, test } from "vitest";
import { carryOutCollection } from "@/lib/collections/carry-out-jobs";
import { stopCollection } from "@/lib/collections/mutations";
import { compareCustomer } from "@/lib/comparisons/jobs";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/core/db";
import { recogniseMandates } from "@/lib/mandates/jobs";
import { archivePayout } from "@/lib/payouts/mutations";
import { seedConnection } from "@/prisma/seed/connect";
import { clearJobs } from "@/test/jobs";
import { TestSandbox } from "@/test/sandbox";
import { decideNow, latestCollection, openNotices } from "@/test/supplier-data";
import { debitAtTwins, plannedAtTwins, readLedger, supplierAtTwins, type TwinSupplier } from "@/test/twin-supplier";
import { NOT_HELD } from "./hold-rules";
import { disconnect } from "./mutations";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());

let supplier: TwinSupplier;
beforeEach(async () => {
  supplier = await supplierAtTwins();
  await clearJobs();
});

/** The supplier lets the connected account go and signs in to another one. @returns that one's id */
async function change(account: Parameters<typeof seedConnection>[2]): Promise<string> {
  const { customerId } = supplier;
  await disconnect(customerId, "GOCARDLESS", supplier.actor);
  await seedConnection(supplier, "GOCARDLESS", account);
  const where = { customerId_type: { customerId, type: "GOCARDLESS" as const } };
  // As if the day of the hold were over, which has tests of its own.
  const data = { enginesReadAt: now(), verificationStatus: "successful", ...NOT_HELD };
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

test("with another account what was only planned ends, and its payer is asked for a mandate there", async () => {
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

test("a debit under way at the former account stays what it is, is told, and is asked for nowhere else", async () => {
  const one = await debitAtTwins(sandbox, supplier, 4_200);
  await another();
  const { customerId } = supplier;
  const notice = await db.notice.findFirstOrThrow({ where: { customerId, kind: "debits_left_behind" } });
  expect(notice.data).toEqual({ number: "1", amountCents: 4_200 });
  expect(await decideNow(customerId, one.invoiceId)).toMatchObject({ outcome: "keep", reason: "at_former_account" });
  const stop = stopCollection(customerId, one.collectionId, supplier.actor);
  await expect(stop).rejects.toMatchObject({ code: "too_late_to_cancel" });
  // A wish from before, and a call of which nobody knows: neither is taken to an account that knows nothing of them.
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

test("the former account connected again: its mandates can be used, and its debits are followed by the next comparison", async () => {
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

test("a third account: told are the debits of both it was not made at, and of one alone once the first is back", async () => {
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

test("a payout that was made before an account was ours stays out of the books, a later one does not", async () => {
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
