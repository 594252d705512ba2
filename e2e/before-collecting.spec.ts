import { addDays, fromDate } from "../lib/core/time/dates";
import { nextTargetDay } from "../lib/core/time/target-calendar";
import { syncNow } from "./support/book-keeping";
import { taskLine } from "./support/dashboard";
import { debitUnderWay, openPayments } from "./support/debits";
import { bank, books, calendar, ledger } from "./support/desk";
import { expect, findingsOf, test } from "./support/fixtures";
import { press } from "./support/keyboard";
import { mailbox } from "./support/mailbox";
import { awaitReason, awaitStatuses, invoicePath, rows } from "./support/rows";
import {
  BOTH_SYSTEMS,
  changeContact,
  DIRECT_DEBIT_TERM,
  newPayer,
  requestSyncWithoutWebhooks,
  writeInvoice,
} from "./support/supplier";

const NO_ADDRESS = [
  { locale: "en-GB", system: "LEXOFFICE" },
  ...BOTH_SYSTEMS.filter(({ system }) => system === "SEVDESK"),
] as const;

for (const { locale, system } of NO_ADDRESS) {
  test.describe(`in ${locale}, accounting in ${system}`, () => {
    test.use({ locale, system });

    test("a contact without e-mail is reported to the supplier, and gets the mail once there is an address", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      const { name, email } = newPayer("Gärtnerei Rosenduft");
      const invoice = await writeInvoice(supplier, { payer: { name, email: null } });
      await requestSyncWithoutWebhooks(supplier);
      await awaitReason(supplier, invoice, "contact_without_email");
      await app.goto("/app");
      await expect(taskLine(app, t, t("notices.contact_without_email.title", { count: 1, name }))).toBeVisible();
      expect(await mailbox.to(email)).toEqual([]);

      await changeContact(supplier, invoice.contactId ?? "", { email });
      // Without webhooks, a supplier who has added the address starts the sync by hand.
      if (supplier.system !== "LEXOFFICE") await syncNow({ app, t });
      const letter = await mailbox.letter(email);
      expect(letter.subject).toContain(invoice.number);
      await expect.poll(() => rows.notices(supplier)).not.toContain("contact_without_email");
      await app.goto("/app");
      await expect(taskLine(app, t, t("notices.contact_without_email.title", { count: 1, name }))).toBeHidden();
    });
  });
}

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("a mandate that exists already is used once a person has confirmed whose it is", async ({
      supplier,
      app,
      t,
    }) => {
      const payer = newPayer("Buchhandlung Eselsohr");
      const customer = { companyName: payer.name, email: payer.email };
      await bank.addForeignMandate({ organisation: supplier.account, customer });
      await expect.poll(async () => (await rows.mandates(supplier)).length).toBe(1);
      const invoice = await writeInvoice(supplier, { payer });
      await awaitReason(supplier, invoice, "match_unconfirmed");
      expect(await mailbox.to(payer.email)).toEqual([]);
      expect(await ledger.payments(supplier.account)).toEqual([]);

      // The invoice says why it waits, and links to the page where the person decides.
      await app.goto(await invoicePath(supplier, invoice));
      await expect(app.getByRole("heading", { name: t("reasons.match_unconfirmed.title") })).toBeVisible();
      await app.getByRole("link", { name: t("invoices.goTo", { page: t("shell.nav.mandates") }), exact: true }).click();
      const proposal = app.getByRole("list", { name: t("mandates.proposals") }).getByRole("listitem");
      await expect(proposal).toContainText(payer.email);
      await expect(proposal).toContainText(t("mandates.matchReasons.same_email_and_name"));
      expect(await findingsOf(app)).toEqual([]);
      // Works by keyboard alone.
      await press(app, proposal.getByRole("button", { name: t("mandates.confirmMatch") }));
      await awaitStatuses(supplier, invoice, ["created"]);
      expect(await openPayments(supplier, invoice)).toHaveLength(1);
      expect(await mailbox.to(payer.email)).toEqual([]);
    });

    test("a mandate that a person rejects as somebody else's is not used, and the payer is asked for one", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      const payer = newPayer("Optik Klarblick");
      await bank.addForeignMandate({
        organisation: supplier.account,
        customer: { companyName: payer.name, email: "other@payer.example" },
      });
      await expect.poll(async () => (await rows.mandates(supplier)).length).toBe(1);
      const invoice = await writeInvoice(supplier, { payer });
      await awaitReason(supplier, invoice, "match_unconfirmed");
      await app.goto("/app/mandates");
      const proposal = app.getByRole("list", { name: t("mandates.proposals") }).getByRole("listitem");
      await expect(proposal).toContainText(t("mandates.matchReasons.same_name"));
      await proposal.getByRole("button", { name: t("mandates.rejectMatch") }).click();
      await mailbox.letter(payer.email);
      await expect.poll(async () => (await rows.mandates(supplier))[0]?.isIgnored).toBe(true);
      expect(await ledger.payments(supplier.account)).toEqual([]);
    });

    test("a payer with two mandates is debited on the one that the supplier has chosen", { tag: "@rare" }, async ({
      supplier,
      app,
      t,
    }) => {
      const { payer } = await debitUnderWay(supplier);
      const customer = { companyName: payer.name, email: payer.email };
      const { mandate } = await bank.addForeignMandate({ organisation: supplier.account, customer });
      await app.goto("/app/mandates");
      await app.getByRole("button", { name: t("mandates.confirmMatch") }).click();
      await expect.poll(async () => (await rows.mandates(supplier)).filter((row) => row.contactId).length).toBe(2);
      const invoice = await writeInvoice(supplier, { payer });
      await awaitReason(supplier, invoice, "mandate_ambiguous");
      expect(await ledger.payments(supplier.account)).toHaveLength(1);
      const chosen = (await rows.mandates(supplier)).find((row) => row.providerId === mandate.id);
      await app.goto("/app/mandates");
      await app.getByRole("button", { name: `${t("mandates.choose")} ${chosen?.reference}` }).click();
      await awaitStatuses(supplier, invoice, ["created"]);
      expect(await openPayments(supplier, invoice)).toMatchObject([{ mandate: mandate.id }]);

      // The reverse choice, on the page of contacts: the next collection uses the other mandate.
      const other = (await rows.mandates(supplier)).find((row) => row.providerId !== mandate.id);
      await app.goto("/app/contacts");
      const contact = app.getByRole("listitem").filter({ hasText: payer.email });
      await contact.getByText(t("contacts.chooseMandate", { count: 2 })).click();
      await expect(contact.getByRole("listitem").filter({ hasText: chosen?.reference })).toContainText(
        t("contacts.isDefault"),
      );
      await contact.getByRole("button", { name: `${t("contacts.use")} ${other?.reference}` }).click();
      await expect(contact.getByRole("listitem").filter({ hasText: other?.reference })).toContainText(
        t("contacts.isDefault"),
      );
      const next = await writeInvoice(supplier, { payer });
      await awaitStatuses(supplier, next, ["created"]);
      expect(await openPayments(supplier, next)).toMatchObject([{ mandate: other?.providerId }]);
      expect(await mailbox.to(payer.email)).toHaveLength(1);
    });
  });
}

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("while GoCardless verifies the account, mandates are granted and collections wait, then start", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      await bank.verify(supplier.account, "in_review");
      await expect
        .poll(async () => (await rows.connection(supplier, "GOCARDLESS"))?.verificationStatus)
        .toBe("in_review");
      const payer = newPayer();
      const invoice = await writeInvoice(supplier, { payer });
      await mailbox.letter(payer.email);
      await bank.mandate(payer.email, "sign", { organisation: supplier.account });
      await awaitReason(supplier, invoice, "account_in_review");
      await app.goto("/app/connections");
      await expect(app.getByText(t("connections.verification.in_review.title"))).toBeVisible();
      await app.goto(await invoicePath(supplier, invoice));
      await expect(
        app.getByText(t("reasons.account_in_review.help"), { exact: true }).filter({ visible: true }),
      ).toBeVisible();
      expect(await ledger.payments(supplier.account)).toEqual([]);

      await bank.verify(supplier.account, "successful");
      await awaitStatuses(supplier, invoice, ["created"]);
      expect(await openPayments(supplier, invoice)).toHaveLength(1);
      expect(await mailbox.to(payer.email)).toHaveLength(1);
    });

    test("a very old invoice waits until the supplier approves it, and is then collected once", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      const payer = newPayer();
      const today = await calendar.today();
      const invoice = await writeInvoice(supplier, { payer, dueDate: addDays(today, -61) });
      const young = await writeInvoice(supplier, { payer: newPayer(), dueDate: addDays(today, -60) });
      await awaitReason(supplier, young, "mandate_requested");
      await awaitReason(supplier, invoice, "very_late");
      await app.goto(await invoicePath(supplier, invoice));
      await expect(app.getByText(t("reasons.very_late.help"), { exact: true }).filter({ visible: true })).toBeVisible();
      await expect(app.getByText(t("invoices.limitDays", { days: 60 }))).toBeVisible();
      expect(await mailbox.to(payer.email)).toEqual([]);

      await app.getByRole("button", { name: t("invoices.confirmLate") }).click();
      await expect(app.getByText(t("invoices.timeline.acts.invoice.late-confirmed"))).toBeVisible();
      await mailbox.letter(payer.email);
      await bank.mandate(payer.email, "sign", { organisation: supplier.account });
      await awaitStatuses(supplier, invoice, ["created"]);
      // The earliest possible day: the bank's, or the end of the payer's notice period.
      const [mandate] = await rows.mandates(supplier);
      const earliest = fromDate(mandate?.nextPossibleChargeDate ?? new Date(0));
      const noticeEnd = addDays(today, 2);
      const chargeDate = nextTargetDay(earliest > noticeEnd ? earliest : noticeEnd);
      expect(await openPayments(supplier, invoice)).toMatchObject([{ amountCents: 11_900, chargeDate }]);
      await expect(app.getByText(t("invoices.isLate"))).toBeVisible();
      expect(await mailbox.to(payer.email)).toHaveLength(1);
      expect(await rows.collections(supplier, invoice)).toHaveLength(1);
    });

    test("a payment condition that almost matches is pointed out, and used when the supplier chooses it", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      const payer = newPayer();
      const term = "Der Betrag wird per SEPA-Lastschrift eingezogen!";
      const invoice = await writeInvoice(supplier, { payer, term });
      await awaitReason(supplier, invoice, "condition_near_miss");
      await app.goto(await invoicePath(supplier, invoice));
      await expect(app.getByText(term, { exact: true }).first()).toBeVisible();
      await expect(app.getByText(DIRECT_DEBIT_TERM, { exact: true }).first()).toBeVisible();
      expect(await mailbox.to(payer.email)).toEqual([]);
      await app.getByRole("button", { name: t("client.conditions.useToo") }).click();
      await mailbox.letter(payer.email);
      await bank.mandate(payer.email, "sign", { organisation: supplier.account });
      await awaitStatuses(supplier, invoice, ["created"]);
      expect(await openPayments(supplier, invoice)).toHaveLength(1);
    });
  });
}

test("only invoices with the chosen condition are collected, whatever spaces surround it", {
  tag: "@rare",
}, async ({ supplier, app, t }) => {
  const signed = await debitUnderWay(supplier);
  const { payer } = signed;
  const other = await writeInvoice(supplier, { payer, term: "Zahlbar innerhalb von 14 Tagen ohne Abzug." });
  const none = await writeInvoice(supplier, { payer, term: "" });
  const blanks = await writeInvoice(supplier, { payer, term: `  ${DIRECT_DEBIT_TERM} ` });
  await awaitReason(supplier, other, "condition_mismatch");
  await awaitReason(supplier, none, "condition_missing");
  await awaitStatuses(supplier, blanks, ["created"]);
  await app.goto("/app/invoices?filter=not-collected");
  await expect(app.getByRole("row", { name: other.number })).toContainText(t("reasons.condition_mismatch.title"));
  await expect(app.getByRole("row", { name: none.number })).toContainText(t("reasons.condition_missing.title"));
  expect(await ledger.payments(supplier.account)).toHaveLength(2);
  expect(await mailbox.to(payer.email)).toHaveLength(1);
});

test("drafts, credit notes and invoices without a contact are never collected", { tag: "@rare" }, async ({
  supplier,
  app,
  t,
}) => {
  const { payer } = await debitUnderWay(supplier);
  const credit = await writeInvoice(supplier, { payer, type: "creditnote" });
  const oneTime = await books.write({
    organisation: supplier.books,
    contact: null,
    amountCents: 4_000,
    paymentTermLabel: DIRECT_DEBIT_TERM,
  });
  await awaitReason(supplier, oneTime, "no_contact");
  await app.goto(await invoicePath(supplier, oneTime));
  await expect(app.getByText(t("reasons.no_contact.help"), { exact: true }).filter({ visible: true })).toBeVisible();
  expect(await rows.invoice(supplier, credit)).toBeNull();
  expect(await ledger.payments(supplier.account)).toHaveLength(1);
  expect(await mailbox.to(payer.email)).toHaveLength(1);
});
