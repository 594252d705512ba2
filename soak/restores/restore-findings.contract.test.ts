import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { forgetReconciled } from "@/lib/collections/execution/orphan-provider";
import { approveRetry } from "@/lib/collections/returns/retry-mutations";
import { db } from "@/lib/core/database/db";
import { today } from "@/lib/core/time/clock";
import { addDays } from "@/lib/core/time/dates";
import { saveSettings } from "@/lib/customers/record/mutations";
import { recogniseMandates } from "@/lib/mandates/provider/jobs";
import { archivePayout } from "@/lib/payouts/record/provider";
import { alive, type Drill, layDrillGround, newPayer } from "./drill";

/** Failures that restores have revealed, each kept as a test. */
const ground = await layDrillGround();
let drill: Drill;
beforeEach(async () => {
  drill = await ground.begin();
});
afterAll(() => ground.stop());

/**
 * Writes an invoice after the copy was taken. It is debited, lowered, and debited again by the payments `made`; then
 * the copy is restored.
 */
async function loweredSincePicture() {
  await drill.signed();
  await drill.takePicture();
  const written = await drill.write(20_000);
  await drill.stage.settle();
  await drill.desk(`/lexware/invoices/${written.id}/part-pay`, { amountCents: 5_000 });
  await drill.stage.settle();
  const made = await drill.paymentsFor(written);
  expect(made.map(({ status, amountCents }) => [status, amountCents])).toEqual([
    ["cancelled", 20_000],
    ["pending_submission", 15_000],
  ]);
  await drill.restorePicture();
  return { written, made: made.map(({ id }) => id) };
}

/** The payments at GoCardless for each kind of change since the copy. */
const TRIES = {
  nothing: ["pending_submission"],
  lowered: ["cancelled", "pending_submission"],
  off: ["cancelled"],
};

describe("after a restore to ten minutes ago", () => {
  test("does not collect the first amount of an invoice that was lowered and collected again after the copy", async () => {
    const { written } = await loweredSincePicture();
    expect(await drill.afterRestore()).toMatchObject({ lost: 2 });
    expect(await drill.afterRestore()).toEqual({ lost: 0, followed: 0 });
    await drill.stage.settle();
    expect(await drill.paymentsFor(written)).toHaveLength(2);
    await drill.expectOnce(written, 15_000);
  }, 120_000);

  test("does not collect it either if the product starts at once and reads the accounting system first", async () => {
    const { written, made } = await loweredSincePicture();
    forgetReconciled();
    await drill.debitBeforeAnythingIsHeard(1);
    await drill.stage.settle();
    expect((await drill.paymentsFor(written)).map(({ id }) => id)).toEqual(made);
    await drill.expectOnce(written, 15_000);
    const notice = {
      customerId: drill.stage.supplier.seeded.customerId,
      kind: "duplicate_payment",
      resolvedAt: null,
    } as const;
    expect(await db.notice.count({ where: notice })).toBe(0);
  }, 120_000);

  test("learns that a payment was cancelled after the copy, and decides its invoice again", async () => {
    await drill.signed();
    const written = await drill.write(20_000);
    await drill.stage.settle();
    await drill.takePicture();
    const [payment] = await drill.paymentsFor(written);
    await drill.desk(`/lexware/invoices/${written.id}/void`);
    await drill.stage.settle();
    expect(alive(await drill.paymentsFor(written))).toEqual([]);
    await drill.restorePicture();
    expect(await drill.afterRestore()).toEqual({ lost: 0, followed: 1 });
    await drill.stage.settle();
    expect(await db.collection.findMany({ where: { providerId: payment?.id } })).toMatchObject([
      { status: "cancelled" },
    ]);
    expect(await drill.paymentsFor(written)).toHaveLength(1);
  }, 120_000);

  test.each([
    ["an automatic retry, which uses up one attempt of the plan", { retriesReturns: true, days: 0, since: "nothing" }],
    [
      "the plan's, also after a debit too old to be looked back to",
      { retriesReturns: true, days: 4, since: "nothing" },
    ],
    ["a person's, and stays on the day that was agreed", { retriesReturns: false, days: 4, since: "nothing" }],
    ["a person's, also where we cancelled one to replace it", { retriesReturns: false, days: 0, since: "lowered" }],
    ["the plan's, and not replaced once somebody cancelled it", { retriesReturns: true, days: 0, since: "off" }],
  ] as const)(
    "a retry that was made after the copy is %s",
    async (_whose, { retriesReturns, days, since }) => {
      const { customerId, actor } = drill.stage.supplier.seeded;
      await drill.signed();
      const written = await drill.write(20_000);
      await drill.stage.settle();
      await saveSettings(customerId, { retriesReturns }, actor);
      for (let day = 0; day < days; day += 1) {
        await drill.stage.passDays(1);
        await drill.stage.settle();
      }
      await drill.takePicture();
      const [first] = await drill.paymentsFor(written);
      await drill.desk(`/gocardless/payments/${first?.id}/fail`, { cause: "insufficient_funds", code: "AM04" });
      await drill.stage.settle();
      const { id } = await db.invoice.findFirstOrThrow({ where: { customerId, externalId: written.id } });
      const agreed = addDays(today(), 40);
      if (!retriesReturns) await approveRetry(customerId, id, actor, agreed);
      await drill.stage.settle();
      const [, second] = await drill.paymentsFor(written);
      if (since === "lowered") await drill.desk(`/lexware/invoices/${written.id}/part-pay`, { amountCents: 5_000 });
      if (since === "off") await drill.desk(`/gocardless/payments/${second?.id}/cancel`);
      await drill.stage.settle();
      const made = await drill.paymentsFor(written);
      expect(made.map(({ status }) => status)).toEqual(["failed", ...TRIES[since]]);
      await drill.restorePicture();
      expect(await drill.afterRestore()).toEqual({ lost: TRIES[since].length, followed: days === 0 ? 1 : 0 });
      await drill.stage.settle();
      expect(await drill.paymentsFor(written)).toEqual(made);
      const last = (await db.collection.findMany({ where: { invoiceId: id }, orderBy: { attempt: "asc" } })).at(-1);
      expect(last).toMatchObject({ retriedBy: retriesReturns ? "plan" : "person", providerId: made.at(-1)?.id });
    },
    120_000,
  );

  test("assigns a mandate signed from a forgotten invitation by the contact id of the accounting system", async () => {
    await drill.signed();
    await drill.takePicture();
    drill.payer = newPayer("Gasthof Linde");
    const asked = await drill.write(30_000);
    await drill.stage.settle();
    await drill.restorePicture();
    // The only invitation that the payer has; the product does not know it.
    await drill.sign();
    await drill.afterRestore();
    await drill.stage.settle();
    await recogniseMandates.run({ customerId: drill.stage.supplier.seeded.customerId });
    await drill.stage.settle();
    await drill.expectOnce(asked, 30_000);
  }, 120_000);

  test("assigns a payout of a forgotten payment to its invoice, even if GoCardless was not read before", async () => {
    await drill.signed();
    await drill.takePicture();
    const written = await drill.write(20_000);
    await drill.stage.settle();
    const [payment] = await drill.paymentsFor(written);
    const { payout } = await drill.desk<{ payout: { id: string } }>(`/gocardless/payments/${payment?.id}/pay-out`);
    await drill.restorePicture();
    forgetReconciled();
    const { customerId } = drill.stage.supplier.seeded;
    await archivePayout(customerId, payout.id);
    const ofPayment = { customerId, providerPaymentId: payment?.id, type: "payment_paid_out" };
    expect(await db.payoutItem.findMany({ where: ofPayment, include: { payout: true } })).toMatchObject([
      { isForeign: false, invoiceId: expect.any(String) },
    ]);
  }, 120_000);
});
