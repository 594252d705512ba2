import { addDays } from "../sandbox/kit/calendar";
import { taskLine } from "./support/dashboard";
import { debitUnderWay, openPayments, paymentsFor } from "./support/debits";
import { bank, ledger } from "./support/desk";
import { expect, test } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import { speaks } from "./support/people";
import { awaitReason, awaitStatuses, invoicePath, rows } from "./support/rows";
import { actInBooks, newPayer } from "./support/supplier";

const NEW_CUSTOMER = "Tischlerei Nord GmbH";

test.describe("in en-GB", () => {
  test.use({ locale: "en-GB" });

  test("a new customer on the invoice before submission moves the collection to the new customer", {
    tag: "@rare",
  }, async ({ supplier, app, t }) => {
    const { invoice, payer, payment } = await debitUnderWay(supplier);
    const { payer: successor, payment: second } = await debitUnderWay(supplier, {}, newPayer(NEW_CUSTOMER));
    await actInBooks(supplier, invoice, "change", { contact: successor });
    await awaitStatuses(supplier, invoice, ["cancelled", "created"]);
    expect(await openPayments(supplier, invoice)).toMatchObject([{ mandate: second.mandate, amountCents: 11_900 }]);
    expect((await paymentsFor(supplier, invoice))[0]).toMatchObject({ id: payment.id, status: "cancelled" });
    expect(await rows.collections(supplier, invoice)).toMatchObject([{ cancelReason: "payer_changed" }, {}]);
    await app.goto(await invoicePath(supplier, invoice));
    await expect(app.getByRole("heading", { level: 1 })).toContainText(invoice.number);
    await expect(app.getByRole("main")).toContainText(NEW_CUSTOMER);
    await expect(app.getByText(t("reasons.payer_changed.title"), { exact: true })).toBeVisible();
    // Both payers signed long ago, so nobody is asked for a mandate, and the supplier has no task.
    for (const { email } of [payer, successor]) expect(await mailbox.to(email)).toHaveLength(1);
    expect(await rows.notices(supplier)).toEqual([]);
  });

  test("choosing another mandate moves a waiting collection, but not one that the bank has", {
    tag: "@rare",
  }, async ({ supplier, app, t }) => {
    const { invoice, payer, payment } = await debitUnderWay(supplier);
    const customer = { companyName: payer.name, email: payer.email };
    const { mandate } = await bank.addForeignMandate({ organisation: supplier.account, customer });
    await app.goto("/app/mandates");
    await app.getByRole("button", { name: t("mandates.confirmMatch") }).click();
    await expect.poll(async () => (await rows.mandates(supplier)).filter((row) => row.contactId).length).toBe(2);
    const all = await rows.mandates(supplier);
    const [chosen, former] = [true, false].map((is) => all.find((row) => (row.providerId === mandate.id) === is));
    const choose = (reference = "") => app.getByRole("button", { name: `${t("mandates.choose")} ${reference}` });
    await app.goto("/app/mandates");
    await choose(chosen?.reference).click();
    await awaitStatuses(supplier, invoice, ["cancelled", "created"]);
    await expect(app.getByRole("row", { name: chosen?.reference })).toContainText(t("mandates.isDefault"));
    const [moved] = await openPayments(supplier, invoice);
    expect(moved).toMatchObject({ mandate: mandate.id, amountCents: 11_900 });
    expect((await paymentsFor(supplier, invoice))[0]).toMatchObject({ id: payment.id, status: "cancelled" });
    expect(await rows.collections(supplier, invoice)).toMatchObject([{ cancelReason: "mandate_chosen" }, {}]);

    await bank.payment(moved?.id ?? "", "submit");
    await awaitStatuses(supplier, invoice, ["cancelled", "submitted"]);
    await choose(former?.reference).click();
    await expect(app.getByRole("row", { name: former?.reference })).toContainText(t("mandates.isDefault"));
    await app.goto(await invoicePath(supplier, invoice));
    await expect(app.getByText(t("collectionStatus.submitted.label")).first()).toBeVisible();
    await expect(app.getByText(t("invoices.timeline.cancelledBecause.mandate_chosen"))).toBeVisible();
    expect(await openPayments(supplier, invoice)).toMatchObject([{ id: moved?.id, status: "submitted" }]);
    expect((await rows.collections(supplier, invoice))[1]).toMatchObject({ cancelRequestedAt: null });
    expect(await ledger.payments(supplier.account)).toHaveLength(2);
    expect(await mailbox.to(payer.email)).toHaveLength(1);
  });
});

test.describe("in de-DE", () => {
  test.use({ locale: "de-DE" });

  test("a due date moved after submission is reported: the debit comes before the new date", {
    tag: "@rare",
  }, async ({ supplier, app, t }) => {
    await speaks(supplier, "de-DE");
    const { invoice, payment } = await debitUnderWay(supplier);
    await bank.payment(payment.id, "submit");
    await awaitStatuses(supplier, invoice, ["submitted"]);
    await actInBooks(supplier, invoice, "change", { dueDate: addDays(payment.chargeDate, 30) });
    await awaitReason(supplier, invoice, "date_changed_late");
    const title = t("notices.date_changed_late.title", { count: 1, number: invoice.number });
    expect((await mailbox.letter(supplier.email)).subject).toContain(title);
    await app.goto("/app");
    await taskLine(app, t, title)
      .getByRole("link", { name: t("notices.date_changed_late.action") })
      .click();
    await expect(
      app.getByText(t("reasons.date_changed_late.help"), { exact: true }).filter({ visible: true }),
    ).toBeVisible();
    expect(await paymentsFor(supplier, invoice)).toMatchObject([
      { id: payment.id, status: "submitted", chargeDate: payment.chargeDate },
    ]);
    await app.goto("/app");
    await taskLine(app, t, title)
      .getByRole("button", { name: t("dashboard.dismiss") })
      .click();
    await expect(app.getByText(t("dashboard.nothingToDo"))).toBeVisible();
  });

  test("a new customer on the invoice after submission is reported, naming the payer who is debited", {
    tag: "@rare",
  }, async ({ supplier, app, t }) => {
    await speaks(supplier, "de-DE");
    const { invoice, payer, payment } = await debitUnderWay(supplier);
    await bank.payment(payment.id, "submit");
    await awaitStatuses(supplier, invoice, ["submitted"]);
    const successor = newPayer(NEW_CUSTOMER);
    await actInBooks(supplier, invoice, "change", { contact: successor });
    await awaitReason(supplier, invoice, "payer_changed_late");
    expect(await rows.notices(supplier)).toEqual(["payer_changed_late"]);
    const title = t("notices.payer_changed_late.title", { count: 1, number: invoice.number });
    expect((await mailbox.letter(supplier.email)).subject).toContain(title);
    await app.goto("/app");
    await taskLine(app, t, title)
      .getByRole("link", { name: t("notices.payer_changed_late.action") })
      .click();
    await expect(
      app.getByText(t("reasons.payer_changed_late.help"), { exact: true }).filter({ visible: true }),
    ).toBeVisible();
    await expect(app.getByRole("main")).toContainText(NEW_CUSTOMER);
    await expect(app.getByText(t("invoices.debited", { name: payer.name }), { exact: true })).toBeVisible();
    expect(await paymentsFor(supplier, invoice)).toMatchObject([{ id: payment.id, status: "submitted" }]);
    expect(await mailbox.to(successor.email)).toEqual([]);
    expect(await mailbox.to(payer.email)).toHaveLength(1);
    await app.goto("/app");
    await taskLine(app, t, title)
      .getByRole("button", { name: t("dashboard.dismiss") })
      .click();
    await expect(app.getByText(t("dashboard.nothingToDo"))).toBeVisible();
  });
});
