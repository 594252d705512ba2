import { db } from "../lib/core/database/db";
import { addDays } from "../lib/core/time/dates";
import { debitUnderWay } from "./support/debits";
import { bank, calendar } from "./support/desk";
import { deafen, expect, findingsOf, test } from "./support/fixtures";
import { awaitReason, invoicePath, rows } from "./support/rows";
import { newPayer, type Supplier, writeInvoice } from "./support/supplier";

async function setRole({ customerId, userId }: Supplier, role: "owner" | "read_only"): Promise<void> {
  await db.membership.update({ where: { customerId_userId: { customerId, userId } }, data: { role } });
}

test("a member who may only read sees every page, without buttons refused to them", async ({ supplier, app, t }) => {
  const paid = await debitUnderWay(supplier);
  await bank.payment(paid.payment.id, "pay-out");
  const running = await debitUnderWay(supplier);
  await bank.mandate(running.payer.email, "transfer", { organisation: supplier.account });
  const asked = newPayer("Optik Klarblick");
  await awaitReason(supplier, await writeInvoice(supplier, { payer: asked }), "mandate_requested");
  const customer = { companyName: asked.name, email: asked.email };
  await bank.addForeignMandate({ organisation: supplier.account, customer });
  const old = await writeInvoice(supplier, { payer: newPayer(), dueDate: addDays(await calendar.today(), -90) });
  await awaitReason(supplier, old, "very_late");
  await expect.poll(async () => (await rows.payouts(supplier))[0]?.bookingStatus).toBe("booked");
  await expect.poll(() => rows.notices(supplier)).toContain("mandate_transferred");
  await expect
    .poll(async () => (await rows.mandates(supplier)).filter((mandate) => mandate.proposedContactId).length)
    .toBe(1);
  const [payout] = await rows.payouts(supplier);

  const actions: [path: string, texts: string[]][] = [
    ["/app", [t("dashboard.dismiss"), t("client.conditions.add")]],
    [await invoicePath(supplier, running.invoice), [t("invoices.cancelDebit")]],
    [await invoicePath(supplier, old), [t("invoices.confirmLate"), t("invoices.exclude")]],
    [
      "/app/mandates",
      [t("mandates.resend"), t("mandates.delete"), t("mandates.confirmMatch"), t("mandates.rejectMatch")],
    ],
    [`/app/payouts/${payout?.id}`, [t("payouts.retrigger")]],
    ["/app/connections", [t("connections.syncNow"), t("connections.renew"), t("connections.disconnect")]],
  ];
  const explanation = app.getByText(t("shell.readOnlyTitle"));
  for (const [path, texts] of actions) {
    await setRole(supplier, "owner");
    await app.goto(path);
    for (const name of texts) await expect(app.getByRole("main").getByRole("button", { name }).first()).toBeVisible();
    await expect(explanation).toBeHidden();
    await setRole(supplier, "read_only");
    await app.reload();
    await expect(explanation).toBeVisible();
    // The frame of a page arrives before its content.
    await expect(app.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
    for (const name of texts) await expect(app.getByRole("main").getByRole("button", { name })).toHaveCount(0);
    expect(await findingsOf(app)).toEqual([]);
  }
  await app.goto("/app");
  await expect(app.getByRole("checkbox").first()).toBeDisabled();
});

test("a member who loses the right to change things while a page is open is refused, and nothing changes", async ({
  supplier,
  app,
  t,
}) => {
  const { invoice } = await debitUnderWay(supplier);
  await deafen(app);
  await app.goto(await invoicePath(supplier, invoice));
  await app.getByRole("button", { name: t("invoices.cancelDebit") }).click();
  await setRole(supplier, "read_only");
  const question = app.getByRole("alertdialog");
  await question.getByRole("button", { name: t("invoices.cancelDebit") }).click();
  await expect(question.getByText(t("errors.forbidden"))).toBeVisible();
  expect(await rows.statuses(supplier, invoice)).toEqual(["created"]);
});
