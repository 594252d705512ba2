import { readFile } from "node:fs/promises";
import { db } from "../lib/core/database/db";
import { newId } from "../lib/core/formats/ids";
import { refreshClock } from "../lib/core/time/clock";
import { jobs } from "../lib/jobs/catalogue";
import { enqueueNow } from "../lib/jobs/queue";
import { remindSigners } from "../lib/mandates/reminders/jobs";
import { pdfText } from "../test/pdf-text";
import { debitUnderWay, openPayments } from "./support/debits";
import { bank, ledger } from "./support/desk";
import { expect, findingsOf, localeOfBrowser, test } from "./support/fixtures";
import { mailbox, mandateLink } from "./support/mailbox";
import { awaitReason, awaitStatuses, rows } from "./support/rows";
import { newPayer, type Supplier, writeInvoice } from "./support/supplier";
import { money } from "./support/texts";

const DAY_MS = 24 * 3_600_000;

for (const language of ["en-GB", "de-DE"]) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language });
    const locale = localeOfBrowser(language);

    test("a mandate is downloaded as PDF, and cancelled at GoCardless after a question with figures", async ({
      supplier,
      app,
      t,
    }) => {
      const { invoice, payer } = await debitUnderWay(supplier);
      const [mandate] = await rows.mandates(supplier);
      await app.goto("/app/mandates?filter=usable");
      const row = app.getByRole("row", { name: payer.name });
      const [file] = await Promise.all([
        app.waitForEvent("download"),
        row.getByRole("link", { name: t("mandates.pdf") }).click(),
      ]);
      const text = pdfText(await readFile(await file.path()));
      for (const fact of [payer.name, payer.email, supplier.companyName, mandate?.reference, mandate?.accountHint])
        expect(text).toContain(fact);
      expect(text).toContain(t("mandates.record.title"));

      await row.getByRole("button", { name: t("mandates.end") }).click();
      const dialog = app.getByRole("alertdialog");
      await expect(dialog).toContainText(t("mandates.stops", { count: 1, amount: money(11_900, locale) }));
      expect(await findingsOf(app)).toEqual([]);
      await dialog.getByRole("button", { name: t("mandates.cancel") }).click();
      await awaitStatuses(supplier, invoice, ["cancelled"]);
      expect(await ledger.payments(supplier.account)).toMatchObject([{ status: "cancelled" }]);
      await expect.poll(async () => (await rows.mandates(supplier))[0]?.status).toBe("cancelled");
      await app.goto("/app/mandates?filter=ended");
      await expect(row).toContainText(t("mandates.mandateStatus.cancelled.label"));
      await app.goto("/app/contacts?filter=lost");
      await expect(app.getByRole("listitem").filter({ hasText: payer.email })).toContainText(
        t("contacts.state.lost.label"),
      );
      // Somebody who cancels a mandate does not want the payer to be asked again at once.
      expect(await mailbox.to(payer.email)).toHaveLength(1);
    });

    test("the supplier assigns a mandate to another contact, undoes that, and assigns it again", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      const payer = newPayer("Kanzlei Morgenthau");
      const invoice = await writeInvoice(supplier, { payer });
      const letter = mailbox.letter(payer.email);
      const customer = { companyName: "M. Privat", email: "privat@payer.example" };
      const { mandate } = await bank.addForeignMandate({ organisation: supplier.account, customer });
      await letter;
      await expect.poll(async () => (await rows.mandates(supplier)).length).toBe(1);
      const assign = async () => {
        await app.goto("/app/mandates");
        await app
          .getByRole("row", { name: customer.companyName })
          .getByRole("link", { name: t("mandates.assign") })
          .click();
        await expect(app.getByRole("heading", { name: t("mandates.chooseTitle") })).toBeVisible();
        await app.getByRole("searchbox", { name: t("mandates.findContact") }).fill("morgenthau");
        const candidate = app.getByRole("listitem").filter({ hasText: payer.email });
        await expect(candidate).toContainText(t("mandates.differs"));
        await candidate.getByRole("button", { name: t("mandates.assign") }).click();
        await app
          .getByRole("alertdialog")
          .getByRole("button", { name: t("mandates.confirmMatch") })
          .click();
        // After the confirmation no choice is left.
        await expect(app.getByRole("heading", { level: 1, name: t("mandates.title") })).toBeVisible();
        await expect(app).toHaveURL(/\/app\/mandates$/);
      };
      await assign();
      await awaitStatuses(supplier, invoice, ["created"]);
      expect(await openPayments(supplier, invoice)).toMatchObject([{ mandate: mandate.id }]);

      await app.goto("/app/mandates");
      const row = app.getByRole("row", { name: customer.companyName });
      await row.getByRole("button", { name: t("mandates.undo") }).click();
      await app
        .getByRole("alertdialog")
        .getByRole("button", { name: t("mandates.undo") })
        .click();
      await awaitStatuses(supplier, invoice, ["cancelled"]);
      expect(await rows.mandates(supplier)).toMatchObject([{ contactId: null, matchedAt: null }]);
      await expect(app.getByRole("heading", { name: t("mandates.proposalsTitle", { count: 1 }) })).toBeVisible();
      expect(await findingsOf(app)).toEqual([]);
      await app.getByRole("button", { name: t("mandates.confirmMatch") }).click();
      await awaitStatuses(supplier, invoice, ["cancelled", "created"]);
      expect(await openPayments(supplier, invoice)).toMatchObject([{ mandate: mandate.id }]);
    });

    test("unsigned requests are reminded as often as allowed, and found, opened, copied and sent again", async ({
      supplier,
      app,
      t,
    }) => {
      const { customerId } = supplier;
      const payer = newPayer();
      const invoice = await writeInvoice(supplier, { payer });
      const first = mandateLink(await mailbox.letter(payer.email));
      await awaitReason(supplier, invoice, "mandate_requested");
      await expect.poll(async () => (await rows.requests(supplier, payer.email))[0]?.status).toBe("sent");
      await db.mandateRequest.updateMany({
        where: { customerId },
        data: { sentAt: new Date(Date.now() - 3 * DAY_MS) },
      });

      await app.goto("/app/settings#reminders");
      await app.getByLabel(t("settings.reminders.reminderAfterDays"), { exact: true }).fill("0");
      const section = app.getByRole("region", { name: t("settings.reminders.title") });
      await section.getByRole("button", { name: t("settings.reminders.save") }).click();
      await expect(section.getByText(t("settings.reminders.wrong", { min: 2, max: 60 }))).toBeVisible();
      await app.getByLabel(t("settings.reminders.remindsMandates")).check();
      await app.getByLabel(t("settings.reminders.reminderAfterDays"), { exact: true }).fill("3");
      const most = app.getByLabel(t("settings.reminders.reminderMax"), { exact: true });
      await most.fill("6");
      await section.getByRole("button", { name: t("settings.reminders.save") }).click();
      await expect(section.getByText(t("settings.reminders.wrong", { min: 1, max: 5 }))).toBeVisible();
      await most.fill("1");
      await section.getByRole("button", { name: t("settings.reminders.save") }).click();
      await expect(app.getByText(t("settings.reminders.saved"))).toBeVisible();
      expect(await db.customer.findUnique({ where: { id: customerId } })).toMatchObject({
        remindsMandates: true,
        reminderAfterDays: 3,
        reminderMax: 1,
      });

      await enqueueNow(jobs.remindSigners, { customerId });
      await enqueueNow(jobs.remindSigners, { customerId });
      const reminder = await mailbox.letter(payer.email, 2);
      expect(reminder.subject).toMatch(/^Erinnerung: /);
      expect(mandateLink(reminder)).toBe(first);
      expect(await rows.requests(supplier, payer.email)).toMatchObject([{ reminderCount: 1, mailCount: 1 }]);
      await app.goto("/app/mandates?filter=open");
      await expect(app.getByRole("listitem").filter({ hasText: payer.email })).toContainText(
        t("mandates.reminded", { count: 1 }),
      );

      // As many reminders as the supplier allows, and one more only after raising that number.
      const longAgo = new Date(Date.now() - 3 * DAY_MS);
      await db.mandateRequest.updateMany({ where: { customerId }, data: { sentAt: longAgo, remindedAt: longAgo } });
      await refreshClock();
      await remindSigners.run({ customerId });
      expect(await rows.requests(supplier, payer.email)).toMatchObject([{ reminderCount: 1 }]);
      await app.goto("/app/settings#reminders");
      await most.fill("2");
      await section.getByRole("button", { name: t("settings.reminders.save") }).click();
      await expect(app.getByText(t("settings.reminders.saved"))).toBeVisible();
      await remindSigners.run({ customerId });
      expect(mandateLink(await mailbox.letter(payer.email, 3))).toBe(first);
      expect(await rows.requests(supplier, payer.email)).toMatchObject([{ reminderCount: 2, mailCount: 1 }]);

      // Among more than one page of requests, it is found by name.
      await askMany(supplier, 27);
      await app.goto("/app/mandates");
      const requests = app.getByRole("list", { name: t("mandates.requests") }).getByRole("listitem");
      const paging = app.getByRole("navigation", { name: t("common.pagingOf", { list: t("mandates.requests") }) });
      await expect(requests).toHaveCount(25);
      await paging.getByRole("link", { name: t("common.older"), exact: true }).click();
      await expect(requests).toHaveCount(3);
      await paging.getByRole("link", { name: t("common.newer"), exact: true }).click();
      await expect(requests).toHaveCount(25);
      await paging.getByRole("link", { name: "50", exact: true }).click();
      await expect(requests).toHaveCount(28);
      await app.getByRole("searchbox", { name: t("mandates.search") }).fill("sonnenkorn");
      await expect(requests).toHaveCount(1);

      // The invoice that waits for it links to it, too.
      await app.goto("/app/invoices");
      await app.getByRole("link", { name: invoice.number, exact: true }).click();
      await app.getByRole("link", { name: t("invoices.goTo", { page: t("shell.nav.mandates") }) }).click();
      await expect(requests).toHaveCount(1);
      await expect(app).not.toHaveURL(/@|%40/);
      const request = requests.filter({ hasText: payer.email });

      // "Open" shows the payer's page; "copy" puts the link of the mail on the clipboard.
      const [shown] = await Promise.all([
        app.context().waitForEvent("page"),
        request.getByRole("link", { name: t("mandates.openLink") }).click(),
      ]);
      await expect(shown.getByRole("heading", { level: 1 })).toContainText(supplier.companyName);
      expect(shown.url()).toBe(first);
      await app.bringToFront();
      await app.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await request.getByRole("button", { name: t("mandates.copyLink") }).click();
      await expect(request.getByText(t("mandates.copied"), { exact: true })).toBeVisible();
      expect(await app.evaluate(() => navigator.clipboard.readText())).toBe(first);
      await request.getByRole("button", { name: t("mandates.resend") }).click();
      expect(mandateLink(await mailbox.letter(payer.email, 4))).toBe(first);
      expect(await rows.requests(supplier, payer.email)).toMatchObject([{ status: "sent", mailCount: 2 }]);
      expect(await findingsOf(app)).toEqual([]);
    });

    test("requests and mandates page separately, and one search covers both", { tag: "@rare" }, async ({
      supplier,
      app,
      t,
    }) => {
      await askMany(supplier, 27);
      await grantMany(supplier, 30);
      await app.goto("/app/mandates");
      const pagingOf = (list: "requests" | "mandates") =>
        app.getByRole("navigation", { name: t("common.pagingOf", { list: t(`mandates.${list}`) }) });
      const requests = app.getByRole("list", { name: t("mandates.requests") }).getByRole("listitem");
      const mandates = app.getByRole("table", { name: t("mandates.mandates") }).getByRole("row", { name: /Payer \d/ });
      await expect(mandates).toHaveCount(25);
      expect(await findingsOf(app)).toEqual([]);
      await pagingOf("mandates")
        .getByRole("link", { name: t("common.older"), exact: true })
        .click();
      await expect(mandates).toHaveCount(5);
      await expect(requests).toHaveCount(25);
      await pagingOf("requests")
        .getByRole("link", { name: t("common.older"), exact: true })
        .click();
      await expect(requests).toHaveCount(2);
      await app.goBack();
      await expect(mandates).toHaveCount(5);
      await expect(requests).toHaveCount(25);
      await pagingOf("mandates")
        .getByRole("link", { name: t("common.newer"), exact: true })
        .click();
      await expect(mandates).toHaveCount(25);
      await app.getByRole("searchbox", { name: t("mandates.search") }).fill("Payer 30");
      await expect(mandates).toHaveCount(1);
      await expect(requests).toHaveCount(0);
    });
  });
}

/** Creates further contacts with requests, as rows only; the tests above cover how a request is made. */
async function askMany({ customerId }: Supplier, count: number): Promise<void> {
  const contacts = Array.from({ length: count }, (_, i) => {
    const id = newId("contact");
    return { customerId, id, books: "LEXOFFICE" as const, externalId: id, companyName: `Kundschaft ${i + 1}` };
  });
  await db.contact.createMany({ data: contacts });
  await db.mandateRequest.createMany({
    data: contacts.map(({ id, companyName }) => ({
      ...{ customerId, id: newId("mandateRequest"), contactId: id, status: "sent" as const },
      email: `${companyName.replace(" ", "-").toLowerCase()}@payer.example`,
    })),
  });
}

/** Creates mandates that payers granted earlier. */
async function grantMany({ customerId }: Supplier, count: number): Promise<void> {
  await db.mandate.createMany({
    data: Array.from({ length: count }, (_, i) => ({
      ...{ customerId, id: newId("mandate"), providerId: newId("mandate"), status: "active" as const },
      ...{ payerName: `Payer ${i + 1}`, reference: `PAGED-${i + 1}` },
    })),
  });
}
