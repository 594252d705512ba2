import { PAYER_TEXTS } from "../sandbox/gocardless/payer-texts";
import { bank, faults, ledger } from "./support/desk";
import { expect, findingsOf, test } from "./support/fixtures";
import { mailbox, mandateLink } from "./support/mailbox";
import { grantMandate, openMandateLink, signAtProvider, TEST_IBAN } from "./support/payer";
import { awaitReason, awaitStatuses, rows } from "./support/rows";
import { newPayer, writeInvoice } from "./support/supplier";
import { textsIn } from "./support/texts";

const de = textsIn("de");

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("a payer leaves the provider's page, returns by the same link, mistypes the IBAN, and signs", async ({
      supplier,
      app,
      payerPage,
      t,
    }) => {
      const payer = newPayer();
      const invoice = await writeInvoice(supplier, { payer });
      const link = mandateLink(await mailbox.letter(payer.email));
      await openMandateLink(payerPage, link, supplier.companyName);
      await payerPage.getByRole("button", { name: PAYER_TEXTS.de.exit }).click();
      await expect(payerPage.getByRole("heading", { name: de("payer.exitTitle") })).toBeVisible();
      await expect.poll(async () => (await rows.requests(supplier, payer.email))[0]?.status).toBe("exited");
      await app.goto("/app/mandates");
      const entry = app.getByRole("listitem").filter({ hasText: payer.email });
      await expect(entry).toContainText(t("mandates.requestStatus.exited.label"));
      expect(await ledger.payments(supplier.account)).toEqual([]);

      await payerPage.getByRole("button", { name: de("payer.tryAgain") }).click();
      await payerPage.getByLabel(PAYER_TEXTS.de.iban, { exact: true }).fill(TEST_IBAN.replace("89", "88"));
      await payerPage.getByRole("button", { name: PAYER_TEXTS.de.sign }).click();
      await expect(payerPage.getByText(PAYER_TEXTS.de.ibanBad)).toBeVisible();
      await signAtProvider(payerPage);
      await awaitStatuses(supplier, invoice, ["created"]);
      await expect(entry).toContainText(t("mandates.requestStatus.signed.label"));
      expect(await mailbox.to(payer.email)).toHaveLength(1);
    });

    test("a request with a permanently refused mail shows that until the next mail", { tag: "@rare" }, async ({
      supplier,
      app,
      t,
    }) => {
      const payer = newPayer();
      await faults.add({ provider: "mail", kind: "status-502-html", match: { path: payer.email }, times: 1 });
      await writeInvoice(supplier, { payer });
      const refused = () => rows.requests(supplier, payer.email);
      await expect.poll(async () => (await refused())[0]?.mailRefusedAt ?? null).not.toBeNull();
      expect(await rows.notices(supplier)).toContain("mail_refused");
      await app.goto("/app/mandates");
      const entry = app.getByRole("list", { name: t("mandates.requests") }).getByRole("listitem");
      await expect(entry).toContainText(t("mandates.requestStatus.refused.label"));
      expect(await findingsOf(app)).toEqual([]);

      await entry.getByRole("button", { name: t("mandates.resend") }).click();
      await mailbox.letter(payer.email);
      await expect(entry).toContainText(t("mandates.requestStatus.sent.label"));
      expect(await refused()).toMatchObject([{ status: "sent", mailCount: 2, mailRefusedAt: null }]);
      expect(await rows.notices(supplier)).not.toContain("mail_refused");
      expect(await mailbox.to(payer.email)).toHaveLength(1);
    });

    test("deleting a request closes its link, and the payer is asked again only by hand", { tag: "@rare" }, async ({
      supplier,
      app,
      payerPage,
      t,
    }) => {
      const payer = newPayer();
      const invoice = await writeInvoice(supplier, { payer });
      const link = mandateLink(await mailbox.letter(payer.email));
      await app.goto("/app/mandates");
      const entry = app.getByRole("listitem").filter({ hasText: payer.email });
      await entry.getByRole("button", { name: t("mandates.delete") }).click();
      await app
        .getByRole("alertdialog")
        .getByRole("button", { name: t("mandates.deleteConfirm") })
        .click();
      await expect(entry).toContainText(t("mandates.requestStatus.cancelled.label"));
      await payerPage.goto(link);
      await expect(payerPage.getByRole("heading", { name: de("payer.withdrawnTitle") })).toBeVisible();
      await awaitReason(supplier, invoice, "requests_off");
      const another = await writeInvoice(supplier, { payer });
      await awaitReason(supplier, another, "requests_off");
      expect(await mailbox.to(payer.email)).toHaveLength(1);

      await app.goto(`/app/invoices/${(await rows.invoice(supplier, another))?.id}`);
      await app.getByRole("button", { name: t("invoices.requestMandate") }).click();
      const fresh = mandateLink(await mailbox.letter(payer.email, 2));
      expect(fresh).not.toBe(link);
      const statuses = async () => (await rows.requests(supplier, payer.email)).map((one) => one.status);
      await expect.poll(statuses).toEqual(["cancelled", "sent"]);
    });
  });
}

test("the whole page is in the payer's language until the payer chooses another", { tag: "@rare" }, async ({
  supplier,
  payerPage,
}) => {
  const payer = newPayer();
  await writeInvoice(supplier, { payer });
  const link = mandateLink(await mailbox.letter(payer.email));
  const html = payerPage.locator("html");
  await payerPage.goto(link);
  await expect(html).toHaveAttribute("lang", "de");
  expect(await findingsOf(payerPage)).toEqual([]);
  await payerPage.getByRole("link", { name: "English" }).click();
  await expect(payerPage.getByRole("button", { name: textsIn("en")("payer.grant") })).toBeVisible();
  await expect(html).toHaveAttribute("lang", "en");
  await expect(payerPage).toHaveTitle(new RegExp(textsIn("en")("payer.mandateTitle")));
  expect(await findingsOf(payerPage)).toEqual([]);
  // An unknown link reveals nothing, and its page is in German.
  await payerPage.goto(`${link}x`);
  await expect(payerPage.getByRole("heading", { name: de("payer.unknownTitle") })).toBeVisible();
  await expect(html).toHaveAttribute("lang", "de");
});

test("a request sent again is a second mail with the same link; once signed, the link shows that", {
  tag: "@rare",
}, async ({ supplier, app, payerPage, t }) => {
  const payer = newPayer();
  const invoice = await writeInvoice(supplier, { payer });
  const first = mandateLink(await mailbox.letter(payer.email));
  await app.goto("/app/mandates");
  const entry = app.getByRole("listitem").filter({ hasText: payer.email });
  await entry.getByRole("button", { name: t("mandates.resend") }).click();
  const second = mandateLink(await mailbox.letter(payer.email, 2));
  expect(second).toBe(first);
  expect(await rows.requests(supplier, payer.email)).toMatchObject([{ mailCount: 2 }]);

  await grantMandate(payerPage, second, supplier.companyName);
  await payerPage.goto(first);
  await expect(payerPage.getByRole("heading", { name: de("payer.signedTitle") })).toBeVisible();
  await expect(payerPage.getByRole("button", { name: de("payer.grant") })).toBeHidden();
  await awaitStatuses(supplier, invoice, ["created"]);
  await expect(entry.getByRole("button", { name: t("mandates.resend") })).toBeHidden();
  expect(await ledger.mandates(supplier.account)).toHaveLength(1);
});

test("a link created by the API without a mail is signed like any other", { tag: "@rare" }, async ({
  supplier,
  app,
  payerPage,
}) => {
  const { name, email } = newPayer("Fahrschule Grünlicht");
  const invoice = await writeInvoice(supplier, { payer: { name, email: null } });
  await awaitReason(supplier, invoice, "contact_without_email");
  const contactId = (await rows.invoice(supplier, invoice))?.contactId;
  const path = `/api/v1/lexoffice/core/${supplier.customerId}/contacts/create/${contactId}/mandate/without/email`;
  const answer = await app.request.post(path, { headers: { origin: new URL(app.url()).origin } });
  expect(answer.status()).toBe(200);
  const { link } = (await answer.json()) as { link: string };
  await openMandateLink(payerPage, link, supplier.companyName);
  await payerPage.getByLabel(PAYER_TEXTS.de.email, { exact: true }).fill(email);
  await signAtProvider(payerPage);
  await awaitStatuses(supplier, invoice, ["created"]);
  expect(await mailbox.to(email)).toEqual([]);
  expect(await ledger.payments(supplier.account)).toMatchObject([{ amountCents: 11_900 }]);
});

test("a forged link reveals nothing", async ({ supplier, payerPage }) => {
  const payer = newPayer();
  await writeInvoice(supplier, { payer });
  const { token } = mandateLink(await mailbox.letter(payer.email)).match(/\/m\/(?<token>[\w-]+)/)?.groups ?? {};
  const long = `${Buffer.from(`${supplier.customerId}/mrq_1`).toString("base64url")}.forged`;
  for (const forged of [`${token?.slice(0, -22)}${"A".repeat(22)}`, long]) {
    await payerPage.goto(`/m/${forged}`);
    await expect(payerPage.getByRole("heading", { level: 1 })).toContainText(de("payer.unknownTitle"));
    await expect(payerPage.getByText(supplier.companyName)).toBeHidden();
  }
});

test("one payer with two invoices is asked once, and both are collected after the signature", { tag: "@rare" }, async ({
  supplier,
}) => {
  const payer = newPayer();
  const first = await writeInvoice(supplier, { payer, amountCents: 5_000 });
  const second = await writeInvoice(supplier, { payer, amountCents: 7_000 });
  await mailbox.letter(payer.email);
  await awaitReason(supplier, second, "mandate_requested");
  await bank.mandate(payer.email, "sign", { organisation: supplier.account });
  await awaitStatuses(supplier, first, ["created"]);
  await awaitStatuses(supplier, second, ["created"]);
  expect(await mailbox.to(payer.email)).toHaveLength(1);
  expect((await ledger.payments(supplier.account)).map((one) => one.amountCents).sort()).toEqual([5_000, 7_000]);
});
