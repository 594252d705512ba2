import type { ContactFilter } from "../lib/contacts/rules";
import { db } from "../lib/core/database/db";
import { debitUnderWay, paymentsFor } from "./support/debits";
import { bank, books, ledger } from "./support/desk";
import { deafen, expect, findingsOf, hydrated, localeOfBrowser, test } from "./support/fixtures";
import { mailbox, mandateLink } from "./support/mailbox";
import { grantMandate } from "./support/payer";
import { expectAlert } from "./support/people";
import { awaitReason, awaitStatuses, rows } from "./support/rows";
import { newPayer, writeInvoice } from "./support/supplier";
import { money } from "./support/texts";

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("excluding a contact cancels its collection, and including it again starts a new one", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      const { invoice, payer } = await debitUnderWay(supplier);
      await app.goto("/app/contacts");
      const contact = app.getByRole("listitem").filter({ hasText: payer.email });
      await expect(contact.getByText(t("contacts.state.mandate.label"))).toBeVisible();
      await contact.getByRole("button", { name: t("contacts.exclude") }).click();
      await app
        .getByRole("alertdialog")
        .getByRole("button", { name: t("contacts.exclude") })
        .click();
      await expect(contact.getByText(t("contacts.excluded"), { exact: true })).toBeVisible();
      await awaitReason(supplier, invoice, "contact_excluded");
      await awaitStatuses(supplier, invoice, ["cancelled"]);
      expect(await findingsOf(app)).toEqual([]);
      const chip = (filter: ContactFilter) =>
        app.getByRole("link", { name: t(`contacts.filters.${filter}`), exact: true });
      await chip("lost").click();
      await expect(app.getByText(t("contacts.noneHere"))).toBeVisible();
      await chip("excluded").click();
      await expect(app).toHaveURL(/filter=excluded/);
      await contact.getByRole("button", { name: t("contacts.include") }).click();
      await expect(app.getByText(t("contacts.noneHere"))).toBeVisible();
      await awaitStatuses(supplier, invoice, ["cancelled", "created"]);
      expect((await ledger.payments(supplier.account)).map((payment) => payment.status).sort()).toEqual([
        "cancelled",
        "pending_submission",
      ]);
      const actions = await db.auditEntry.findMany({ where: { customerId: supplier.customerId } });
      expect(actions.map((entry) => entry.action)).toEqual(
        expect.arrayContaining(["contact.excluded", "contact.included"]),
      );
    });

    test("the question before excluding a contact states exactly which collections it stops and which not", async ({
      supplier,
      app,
      t,
    }) => {
      const { invoice: sent, payer, payment } = await debitUnderWay(supplier, { amountCents: 5_000 });
      await bank.payment(payment.id, "submit");
      await awaitStatuses(supplier, sent, ["submitted"]);
      const stopped = [];
      for (const amountCents of [123_456, 10_044]) stopped.push(await writeInvoice(supplier, { payer, amountCents }));
      for (const invoice of stopped) await awaitStatuses(supplier, invoice, ["created"]);
      // Not collected anyway: an invoice with another payment condition, and one of another contact.
      const byTransfer = await writeInvoice(supplier, { payer, term: "Zahlbar in 14 Tagen" });
      const long = newPayer("Hausverwaltung Elbblick Immobilien und Beteiligungen GmbH & Co. KG");
      for (const invoice of [byTransfer, await writeInvoice(supplier, { payer: long, term: "Zahlbar in 14 Tagen" })])
        await awaitReason(supplier, invoice, "condition_mismatch");
      await app.goto("/app/contacts");
      const contact = app.getByRole("listitem").filter({ hasText: payer.email });
      await expect(contact).toContainText(t("contacts.openInvoices", { count: 4 }));
      for (const width of [390, 1280]) {
        await app.setViewportSize({ width, height: 900 });
        const places = await app.getByRole("list", { name: t("contacts.title") }).evaluate(placesOfPills);
        expect(places).toEqual(places.map(() => places[0]));
      }
      const exclude = contact.getByRole("button", { name: t("contacts.exclude") });
      await exclude.click();
      const question = app.getByRole("alertdialog", { name: t("exclusion.title") });
      await expect(question).toContainText(payer.name);
      const amount = (cents: number) => money(cents, localeOfBrowser(locale));
      await expect(question.getByRole("listitem")).toHaveText([
        t("exclusion.invoices", { count: 2, amount: amount(133_500) }),
        t("exclusion.stops", { count: 2, amount: amount(133_500) }),
        t("exclusion.runsOn", { count: 1, amount: amount(5_000) }),
      ]);
      expect(await findingsOf(app)).toEqual([]);
      await question.getByRole("button", { name: t("exclusion.keep") }).click();
      await expect(exclude).toBeFocused();
      await exclude.click();
      await question.getByRole("button", { name: t("contacts.exclude") }).click();
      await expect(contact.getByText(t("contacts.excluded"), { exact: true })).toBeVisible();
      for (const invoice of stopped) await awaitStatuses(supplier, invoice, ["cancelled"]);
      await awaitReason(supplier, sent, "too_late_to_change");
      const made = await ledger.payments(supplier.account);
      expect(made.map(({ status, amountCents }) => `${status} ${amountCents}`).sort()).toEqual([
        "cancelled 10044",
        "cancelled 123456",
        "submitted 5000",
      ]);
      const where = { customerId: supplier.customerId, email: payer.email };
      expect(await db.contact.findFirst({ where })).toMatchObject({ isExcluded: true });
    });

    test("a link that cannot be created shows why, and nothing is stored or sent", { tag: "@rare" }, async ({
      supplier,
      app,
      t,
    }) => {
      const payer = newPayer("Gasthof Adler");
      const invoice = await writeInvoice(supplier, { payer, term: "Zahlbar in 14 Tagen" });
      await awaitReason(supplier, invoice, "condition_mismatch");
      // From here on the screen does not update automatically.
      await deafen(app);
      await app.goto("/app/contacts");
      const contact = app.getByRole("listitem").filter({ hasText: payer.email });
      const make = contact.getByRole("button", { name: t("contacts.makeLink") });
      await hydrated(make);
      const { customerId } = supplier;
      await db.contact.updateMany({ where: { customerId, email: payer.email }, data: { deceasedAt: new Date() } });
      await make.click();
      await expectAlert(app, t("contacts.linkFailed"));
      await expect(contact.getByText(t("errors.payer_deceased"))).toBeVisible();
      expect(await findingsOf(app)).toEqual([]);
      expect(await db.mandateRequest.count({ where: { customerId } })).toBe(0);
      expect(await mailbox.to(payer.email)).toEqual([]);
    });

    test("two contacts of the same payer are debited on one mandate once the supplier has confirmed it", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      const { invoice: first, payer } = await debitUnderWay(supplier);
      const second = newPayer("Zweitname GmbH");
      const invoice = await writeInvoice(supplier, { payer: second });
      await awaitReason(supplier, invoice, "mandate_requested");
      await app.goto("/app/contacts");
      const contact = app.getByRole("listitem").filter({ hasText: second.email });
      await contact.getByRole("link", { name: t("contacts.samePayer") }).click();
      await expect(app.getByRole("heading", { name: t("contacts.shareTitle") })).toBeVisible();
      await expect(app.getByText(t("contacts.shareNoLikely"))).toBeVisible();
      await app.getByRole("searchbox", { name: t("contacts.shareFind") }).fill(payer.email);
      const candidate = app.getByRole("listitem").filter({ hasText: payer.email });
      await candidate.getByRole("button", { name: t("contacts.shareUse") }).click();
      const question = app.getByRole("alertdialog", { name: t("contacts.shareAsk") });
      await expect(question).toContainText(second.name);
      expect(await findingsOf(app)).toEqual([]);
      await question.getByRole("button", { name: t("contacts.shareUse") }).click();
      // After the confirmation no choice is left.
      await expect(app).toHaveURL(/\/app\/contacts$/);
      await awaitStatuses(supplier, invoice, ["created"]);
      const [[own], [shared]] = await Promise.all([paymentsFor(supplier, first), paymentsFor(supplier, invoice)]);
      expect(shared?.mandate).toBe(own?.mandate);

      await app.goto("/app/contacts");
      await expect(contact.getByText(t("contacts.shared", { payer: payer.name }))).toBeVisible();
      await contact.getByRole("button", { name: t("contacts.sharedUndo") }).click();
      await app
        .getByRole("alertdialog")
        .getByRole("button", { name: t("contacts.sharedUndo") })
        .click();
      await awaitStatuses(supplier, invoice, ["cancelled"]);
      await expect(contact.getByText(t("contacts.state.asked.label"), { exact: true })).toBeVisible();
      expect((await paymentsFor(supplier, first)).map((payment) => payment.status)).toEqual(["pending_submission"]);
    });

    test("a payer with a new account is asked for a mandate; the old one is used until the new one is signed", {
      tag: "@rare",
    }, async ({ supplier, app, payerPage, t }) => {
      const { payer, payment: old } = await debitUnderWay(supplier);
      await app.goto("/app/contacts");
      const contact = app.getByRole("listitem").filter({ hasText: payer.email });
      await contact.getByRole("button", { name: t("contacts.askAnother") }).click();
      const question = app.getByRole("alertdialog", { name: t("contacts.askAnotherTitle") });
      await expect(question).toContainText(payer.name);
      await question.getByRole("button", { name: t("contacts.askAnother") }).click();
      const link = mandateLink(await mailbox.letter(payer.email, 2));
      const meanwhile = await writeInvoice(supplier, { payer });
      await awaitStatuses(supplier, meanwhile, ["created"]);
      expect((await paymentsFor(supplier, meanwhile)).map(({ mandate }) => mandate)).toEqual([old.mandate]);
      await grantMandate(payerPage, link, supplier.companyName);
      await expect.poll(async () => (await rows.mandates(supplier)).length).toBe(2);
      const [contactRow] = await db.contact.findMany({
        where: { customerId: supplier.customerId, email: payer.email },
        include: { defaultMandate: true },
      });
      expect(contactRow?.defaultMandate?.providerId).not.toBe(old.mandate);
      const later = await writeInvoice(supplier, { payer });
      await awaitStatuses(supplier, later, ["created"]);
      const [fresh] = await paymentsFor(supplier, later);
      expect(fresh?.mandate).toBe(contactRow?.defaultMandate?.providerId);
      // A payment already announced on the old mandate stays there.
      expect((await ledger.payments(supplier.account)).find(({ id }) => id === old.id)?.status).toBe(
        "pending_submission",
      );
      await app.goto("/app/contacts");
      await expect(contact.getByText(t("contacts.state.mandate.label"))).toBeVisible();
      expect(await findingsOf(app)).toEqual([]);
    });

    test("a contact found by name is asked at the chosen address, and debited after signing", { tag: "@rare" }, async ({
      supplier,
      app,
      payerPage,
      t,
    }) => {
      await db.customer.update({ where: { id: supplier.customerId }, data: { requestsMandates: false } });
      const payer = newPayer("Zimmerei Überall");
      await writeInvoice(supplier, { payer: newPayer("Anderer Kunde") });
      const invoice = await writeInvoice(supplier, { payer });
      await awaitReason(supplier, invoice, "requests_off");
      await app.goto("/app/contacts");
      await hydrated(app.getByRole("searchbox", { name: t("contacts.search") }));
      await app.getByRole("searchbox", { name: t("contacts.search") }).fill("zimmerei");
      await expect(app.getByRole("list", { name: t("contacts.title") }).getByRole("listitem")).toHaveCount(1);
      const contact = app.getByRole("listitem").filter({ hasText: payer.name });
      await expect(contact.getByText(t("contacts.state.none.label"), { exact: true })).toBeVisible();
      await contact.getByRole("button", { name: t("contacts.makeLink") }).click();
      await expect(contact.getByRole("button", { name: t("contacts.copyLink") })).toBeVisible();
      // After a link was copied, the mail can still be sent.
      await expect(contact.getByRole("button", { name: t("contacts.ask") })).toBeVisible();
      expect(await mailbox.to(payer.email)).toEqual([]);
      // The list can be filtered by state, together with the search.
      const chips = app.getByRole("navigation", { name: t("contacts.filter") });
      const chip = (filter: ContactFilter) =>
        chips.getByRole("link", { name: t(`contacts.filters.${filter}`), exact: true });
      const listed = app.getByRole("list", { name: t("contacts.title") }).getByRole("listitem");
      await chip("none").click();
      await expect(app.getByText(t("contacts.noneFound"))).toBeVisible();
      await chip("asked").click();
      await expect(contact).toBeVisible();
      await expect(app.getByRole("searchbox", { name: t("contacts.search") })).toHaveValue("zimmerei");
      await app.goto("/app/contacts?filter=none");
      await expect(listed).toHaveText([/Anderer Kunde/]);
      await chip("asked").click();
      await expect(listed).toHaveText([/Zimmerei Überall/]);
      const [request] = await rows.requests(supplier, payer.email);
      expect(request).toMatchObject({ byMail: false });
      // In a browser without clipboard access, the link is shown to be copied by hand.
      await app.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
      await contact.getByRole("button", { name: t("contacts.copyLink") }).click();
      const byHand = contact.getByRole("textbox", { name: t("contacts.copyLink") });
      await expect(byHand).toBeFocused();
      await expect(byHand).toHaveValue(/\/m\//);
      // The contact gets a second address, and the supplier chooses it for mandate requests.
      const office = `office-${payer.email}`;
      await books.changeContact(invoice.contactId ?? "", { otherEmail: office });
      await contact.getByText(t("contacts.chooseAddress", { count: 2 })).click();
      await contact.getByRole("button", { name: `${t("contacts.use")} ${office}` }).click();
      await expect.poll(async () => (await rows.requests(supplier, office)).length).toBe(1);
      await app.goto("/app/mandates");
      await app
        .getByRole("listitem")
        .filter({ hasText: office })
        .getByRole("button", { name: t("mandates.resend") })
        .click();
      await grantMandate(payerPage, mandateLink(await mailbox.letter(office)), supplier.companyName);
      expect(await mailbox.to(payer.email)).toEqual([]);
      await awaitStatuses(supplier, invoice, ["created"]);
      await app.goto("/app/contacts?name=zimmerei");
      await expect(contact.getByText(t("contacts.state.mandate.label"))).toBeVisible();
      await chip("asked").click();
      await expect(app.getByText(t("contacts.noneFound"))).toBeVisible();
      await app.goto("/app/contacts?filter=granted");
      await expect(listed).toHaveText([/Zimmerei Überall/]);
      await chip("all").click();
      await expect(listed).toHaveCount(2);
    });
  });
}

/** Returns the position of the state in each row, relative to the name. */
function placesOfPills(list: Element): { left: number; below: number }[] {
  return [...list.children].map((row) => {
    const [name, pill] = ["bdi", ".pill"].map((part) => row.querySelector(part)?.getBoundingClientRect());
    return { left: (pill?.left ?? 0) - (name?.left ?? 0), below: (pill?.top ?? 0) - (name?.bottom ?? 0) };
  });
}
