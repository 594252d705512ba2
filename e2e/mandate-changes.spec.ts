import { taskLine } from "./support/dashboard";
import { debitUnderWay, openPayments, paymentsFor } from "./support/debits";
import { bank, ledger } from "./support/desk";
import { expect, test } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import { awaitReason, awaitStatuses, invoicePath, rows } from "./support/rows";
import { type Supplier, writeInvoice } from "./support/supplier";

async function statusInLedger(supplier: Supplier, mandateId: string) {
  return (await ledger.mandates(supplier.account)).find((mandate) => mandate.id === mandateId)?.status;
}

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("a mandate expires before the debit, and the invoice is collected on the next mandate", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      const { invoice, payer, payment } = await debitUnderWay(supplier);
      const [mandate] = await rows.mandates(supplier);
      await bank.mandate(payer.email, "expire", { organisation: supplier.account });
      await awaitStatuses(supplier, invoice, ["mandate_expired"]);
      await awaitReason(supplier, invoice, "mandate_requested");
      expect((await mailbox.letter(payer.email, 2)).subject).toContain(invoice.number);
      expect((await rows.mandates(supplier))[0]?.status).toBe("expired");
      expect(await statusInLedger(supplier, payment.mandate)).toBe("expired");
      expect(await paymentsFor(supplier, invoice)).toMatchObject([{ id: payment.id, status: "cancelled" }]);

      await app.goto(await invoicePath(supplier, invoice));
      await expect(app.getByText(t("collectionStatus.mandate_expired.label")).first()).toBeVisible();
      await expect(
        app.getByText(t("reasons.mandate_requested.help"), { exact: true }).filter({ visible: true }),
      ).toBeVisible();
      await app.goto("/app/mandates");
      await expect(app.getByRole("row", { name: mandate?.reference })).toContainText(
        t("mandates.mandateStatus.expired.label"),
      );
      await app.goto("/app");
      const lost = taskLine(app, t, t("notices.mandate_lost.title", { count: 1, name: mandate?.payerName ?? "" }));
      await expect(lost).toBeVisible();

      await bank.mandate(payer.email, "sign", { organisation: supplier.account });
      await awaitStatuses(supplier, invoice, ["mandate_expired", "created"]);
      expect(await openPayments(supplier, invoice)).toMatchObject([{ amountCents: 11_900 }]);
      await expect.poll(() => rows.notices(supplier)).not.toContain("mandate_lost");
      await app.goto("/app");
      await expect(lost).toBeHidden();
    });

    test("a payer changes the bank: the supplier is notified, and this and the next collection continue", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      const { invoice, payer, payment } = await debitUnderWay(supplier);
      const [before] = await rows.mandates(supplier);
      await bank.mandate(payer.email, "transfer", { organisation: supplier.account });
      await expect.poll(async () => (await rows.mandates(supplier))[0]?.transferredAt).toBeInstanceOf(Date);
      const [mandate] = await rows.mandates(supplier);
      expect(mandate).toMatchObject({ id: before?.id, status: "pending_submission" });
      expect(mandate?.accountHint).not.toBe(before?.accountHint);
      await app.goto("/app/mandates");
      await expect(app.getByRole("row", { name: mandate?.reference })).toContainText(mandate?.accountHint ?? "");
      await app.goto(await invoicePath(supplier, invoice));
      await expect(app.getByText(t("collectionStatus.mandate_transferred.label"))).toBeVisible();
      await app.goto("/app");
      const title = t("notices.mandate_transferred.title", { count: 1, name: mandate?.payerName ?? "" });
      await taskLine(app, t, title)
        .getByRole("button", { name: t("dashboard.dismiss") })
        .click();
      await expect(taskLine(app, t, title)).toBeHidden();

      const next = await writeInvoice(supplier, { payer });
      await awaitStatuses(supplier, next, ["created"]);
      expect(await openPayments(supplier, next)).toMatchObject([{ mandate: payment.mandate }]);
      expect(await rows.statuses(supplier, invoice)).toEqual(["created"]);
      expect(await openPayments(supplier, invoice)).toMatchObject([{ id: payment.id, status: "pending_submission" }]);
      expect(await mailbox.to(payer.email)).toHaveLength(1);
      expect(await rows.notices(supplier)).toEqual([]);
    });
  });
}

test("a mandate expires between two invoices: the first stays collected, the next waits for a new mandate", {
  tag: "@rare",
}, async ({ supplier, app, t }) => {
  const { invoice, payer, payment } = await debitUnderWay(supplier);
  await bank.payment(payment.id, "confirm");
  await awaitStatuses(supplier, invoice, ["confirmed"]);
  await bank.mandate(payer.email, "expire", { organisation: supplier.account });
  await expect.poll(async () => (await rows.mandates(supplier))[0]?.status).toBe("expired");
  const next = await writeInvoice(supplier, { payer });
  await awaitReason(supplier, next, "mandate_requested");
  expect((await mailbox.letter(payer.email, 2)).subject).toContain(next.number);
  await app.goto(await invoicePath(supplier, next));
  await expect(
    app.getByText(t("reasons.mandate_requested.help"), { exact: true }).filter({ visible: true }),
  ).toBeVisible();
  expect(await paymentsFor(supplier, next)).toEqual([]);
  expect(await rows.statuses(supplier, invoice)).toEqual(["confirmed"]);
  expect(await paymentsFor(supplier, invoice)).toMatchObject([{ status: "confirmed" }]);
});

test("a replaced mandate is used for the next invoice, and nobody is asked again", {
  tag: "@rare",
}, async ({ supplier, app, t }) => {
  const { invoice, payer, payment } = await debitUnderWay(supplier);
  await bank.mandate(payer.email, "replace", { organisation: supplier.account });
  const read = async () => await rows.mandates(supplier);
  await expect.poll(async () => (await read()).filter((row) => row.replacedById).length).toBe(1);
  const old = (await read()).find((row) => row.replacedById);
  const successor = (await read()).find((row) => row.id === old?.replacedById);
  expect(old).toMatchObject({ providerId: payment.mandate, status: "cancelled" });
  expect(successor).toMatchObject({ status: "pending_submission", contactId: old?.contactId });

  const next = await writeInvoice(supplier, { payer });
  await awaitStatuses(supplier, next, ["created"]);
  expect(await openPayments(supplier, next)).toMatchObject([{ mandate: successor?.providerId }]);
  expect(await rows.statuses(supplier, invoice)).toEqual(["created"]);
  expect(await openPayments(supplier, invoice)).toMatchObject([{ id: payment.id }]);
  expect(await mailbox.to(payer.email)).toHaveLength(1);
  expect(await rows.requests(supplier, payer.email)).toMatchObject([{ status: "signed" }]);
  expect(await rows.notices(supplier)).toEqual([]);
  await app.goto("/app/mandates");
  await expect(app.getByRole("row", { name: successor?.reference })).toContainText(
    t("mandates.mandateStatus.pending_submission.label"),
  );
  await expect(app.getByRole("row", { name: old?.reference })).toContainText(t("mandates.replaced"));
});
