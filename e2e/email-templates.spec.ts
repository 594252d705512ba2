import type { Locator, Page, Route } from "@playwright/test";
import sharp from "sharp";
import { db } from "../lib/core/database/db";
import en from "../messages/en.json" with { type: "json" };
import { expect, findingsOf, hydrated, localeOfBrowser, test } from "./support/fixtures";
import { type CaughtMail, mailbox, mandateLink } from "./support/mailbox";
import { expectAlert, speaks } from "./support/people";
import { awaitReason } from "./support/rows";
import { newPayer, writeInvoice } from "./support/supplier";
import { ask, logoFile, NOTE, preview } from "./support/templates";
import { standardSubject, type Texts } from "./support/texts";

const MARKUP = '<img src=x onerror="document.title=1"><script>document.title=1</script>';

async function openEditor(app: Page, t: Texts, tab: string, language: string): Promise<void> {
  await app.goto(`/app/emails?tab=${tab}&language=${language}`);
  await hydrated(app.getByLabel(t("emails.fields.headline")));
}

async function templateRow({ customerId }: { customerId: string }, tab: string, language: string) {
  return await db.emailTemplate.findUnique({ where: { customerId_tab_language: { customerId, tab, language } } });
}

/** Expects one image inside the mail, without its hidden note, that a browser really renders. */
async function expectLogo(page: Page, mail: CaughtMail | undefined): Promise<void> {
  if (!mail) throw new Error("no such mail");
  expect(mail.attachments).toMatchObject([{ contentType: "image/png", contentDisposition: "inline" }]);
  expect(mail.html).not.toMatch(/<img[^>]+src="https?:\/\/(?!localhost:\d+\/email|127\.0\.0\.1:\d+\/email)/);
  const bytes = await mailbox.attachment(mail);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", width: 480, height: 120 });
  expect(bytes.includes(NOTE)).toBe(false);
  await page.goto(mailbox.addressOf(mail));
  await expect.poll(() => page.locator("img").evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(480);
}

/** Leaves the page by a link and goes back, then gets a broken preview and retries it. */
async function leaveAndReturn(app: Page, t: Texts, body: Locator): Promise<void> {
  const words = await body.inputValue();
  const nav = app.getByRole("navigation");
  await nav.getByRole("link", { name: t("shell.nav.payouts"), exact: true }).click();
  await expect(app.getByRole("heading", { level: 1, name: t("payouts.title") })).toBeVisible();
  await app.goBack();
  await expect(body).toHaveValue(words);
  await expect(app.getByText(t("emails.unsaved"))).toBeVisible();
  await expect(preview(app, t).getByText(words, { exact: true })).toBeVisible();

  const broken = (route: Route) => route.fulfill({ contentType: "application/json", body: '{"subject":' });
  await app.route("**/preview", broken);
  await body.fill("Neu");
  await expect(app.getByText(t("emails.preview.behind"))).toBeVisible();
  await app.unroute("**/preview", broken);
  await app.getByRole("button", { name: t("emails.preview.retry"), exact: true }).click();
  await expect(preview(app, t).getByText("Neu", { exact: true })).toBeVisible();
  await expect(app.getByText(t("emails.preview.behind"))).toHaveCount(0);
  await body.fill(words);
  await expect(preview(app, t).getByText(words, { exact: true })).toBeVisible();
  // The browser asks before closing a window with unsaved texts.
  expect(await app.evaluate(() => window.dispatchEvent(new Event("beforeunload", { cancelable: true })))).toBe(false);
}

for (const locale of ["en-GB", "de-DE"] as const) {
  const language = localeOfBrowser(locale);
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("the mail about an invoice has the supplier's texts, logo and reply address until off or reset", {
      tag: "@rare",
    }, async ({ supplier, app, payerPage, t }) => {
      await openEditor(app, t, "with-invoice", language);
      const frame = preview(app, t);
      await expect(frame.getByRole("heading", { level: 1 })).toHaveText(supplier.companyName);

      await app.getByLabel(t("emails.fields.headline")).fill("Moin, ");
      await app.getByLabel(t("emails.fields.headline")).press("End");
      const customer = app.getByRole("group", { name: t("emails.groups.customer") });
      await customer.getByRole("button", { name: t("emails.names.customerName"), exact: true }).click();
      await expect(app.getByLabel(t("emails.fields.headline"))).toHaveValue("Moin, {customerName}");
      await expect(frame.getByRole("heading", { level: 1 })).toHaveText("Moin, Bäckerei Sonnenschein KG");

      await app.getByLabel(t("emails.fields.subject")).fill("SEPA {invoiceNo} {invoiceGrossAmount}");
      await app.getByLabel(t("emails.fields.body"), { exact: true }).fill("Grüße aus {companyCity}\n\n👩‍🔧 & Co");
      await app.getByLabel(t("emails.fields.subtitle")).fill("Ihr Mandat für {invoiceNo}");
      await app.getByLabel(t("emails.fields.shortInfo")).fill("1. Lesen\n2. {companyName} vertrauen");
      await app.getByLabel(t("emails.fields.replyTo")).fill("buero@lindenhof.example");
      await expect(frame.getByText("👩‍🔧 & Co", { exact: true })).toBeVisible();
      await expect(app.getByText("buero@lindenhof.example", { exact: true })).toBeVisible();
      await expect(app.getByText(t("emails.unsaved"))).toBeVisible();
      await app.locator("input[type=file]").setInputFiles(await logoFile());
      await expect(app.getByText(t("emails.logo.savedEverywhere"))).toBeVisible();
      await expect(frame.getByRole("img", { name: supplier.companyName })).toBeVisible();
      await app.getByRole("button", { name: t("emails.save"), exact: true }).click();
      await expect(app.getByText(t("emails.saved"))).toBeVisible();
      await expect(app.getByText(t("emails.state.own.label"), { exact: true })).toBeVisible();
      await expect(app.getByText(t("emails.unsaved"))).toBeHidden();
      expect(await findingsOf(app)).toEqual([]);

      expect(await templateRow(supplier, "with-invoice", language)).toMatchObject({
        isActive: true,
        headline: "Moin, {customerName}",
        subtitle: "Ihr Mandat für {invoiceNo}",
        shortInfo: "1. Lesen\n2. {companyName} vertrauen",
        replyTo: "buero@lindenhof.example",
      });
      const payer = newPayer("Kern & Söhne <b>GmbH</b>", language);
      const invoice = await writeInvoice(supplier, { payer, amountCents: 23_800 });
      const letter = await mailbox.letter(payer.email);
      expect(letter.subject).toContain(`SEPA ${invoice.number} `);
      const own = ["Grüße aus Leipzig", `Ihr Mandat für ${invoice.number}`, `2. ${supplier.companyName} vertrauen`];
      // A name must not become a link, so its slash is set apart.
      const named = "Kern & Söhne <b>GmbH< / b>";
      for (const part of ["238", ...own, "👩‍🔧 & Co", named]) expect(letter.subject + letter.text).toContain(part);
      expect(mandateLink(letter)).toContain("/m/");
      const [mail] = await mailbox.caught(payer.email);
      expect(mail?.replyTo).toMatchObject([{ address: "buero@lindenhof.example" }]);
      await expectLogo(payerPage, mail);
      await expect(payerPage.getByRole("heading", { level: 1 })).toHaveText(`Moin, ${named}`);

      await app.getByRole("button", { name: t("emails.logo.remove") }).click();
      await expect(app.getByText(t("emails.logo.removed"))).toBeVisible();
      await expect(frame.getByRole("img")).toHaveCount(0);
      const mailTo = async (name: string) => {
        const asked = newPayer(name, language);
        const { number } = await writeInvoice(supplier, { payer: asked });
        const { subject } = await mailbox.letter(asked.email);
        expect((await mailbox.caught(asked.email))[0]?.attachments ?? []).toEqual([]);
        const standard = standardSubject(language, { companyName: supplier.companyName, invoiceNo: number });
        return { subject, number, standard };
      };
      const bare = await mailTo("Optik Weitblick");
      expect(bare.subject).toContain(`SEPA ${bare.number} `);

      await app.getByRole("checkbox", { name: t("emails.isActive") }).uncheck();
      await app.getByRole("button", { name: t("emails.save"), exact: true }).click();
      await expect(app.getByText(t("emails.savedOff"))).toBeVisible();
      expect(await templateRow(supplier, "with-invoice", language)).toMatchObject({ isActive: false });
      const off = await mailTo("Optik Scharfblick");
      expect(off.subject).toBe(off.standard);

      await app.getByRole("button", { name: t("emails.reset") }).click();
      const question = app.getByRole("alertdialog");
      await question.getByRole("button", { name: t("emails.reset") }).click();
      await expect(app.getByText(t("emails.state.default.label"), { exact: true })).toBeVisible();
      await expect(frame.getByRole("heading", { level: 1 })).toHaveText(supplier.companyName);
      expect(await templateRow(supplier, "with-invoice", language)).toBeNull();
      const reset = await mailTo("Optik Klarblick");
      expect(reset.subject).toBe(reset.standard);
    });

    test("a test mail shows the draft; mistakes are named, a logo is for one mail only, drafts are kept", async ({
      supplier,
      app,
      t,
    }) => {
      await speaks(supplier, locale);
      await openEditor(app, t, "without-invoice", language);
      await expect(app.getByRole("group", { name: t("emails.groups.invoice") })).toHaveCount(0);
      const body = app.getByLabel(t("emails.fields.body"), { exact: true });
      await body.fill("Zu {invoiceNo}");
      await expectAlert(app, t("emails.unknown", { placeholder: "{invoiceNo}" }));
      await expect(app.getByText(t("emails.preview.stale"))).toBeVisible();
      await app.getByRole("button", { name: t("emails.save"), exact: true }).click();
      await expect(body).toBeFocused();
      await body.fill(`Probe ${MARKUP}`);
      await app.getByLabel(t("emails.fields.subject")).fill("");
      await app.getByRole("button", { name: t("emails.test") }).click();
      await expectAlert(app, t("emails.missing"));
      await expect(app.getByLabel(t("emails.fields.subject"))).toBeFocused();
      await app.getByLabel(t("emails.fields.subject")).fill("Probe {companyName}");
      await expect(preview(app, t).getByText(`Probe ${MARKUP}`, { exact: true })).toBeVisible();
      await expect(preview(app, t).getByRole("img")).toHaveCount(0);
      const replyTo = app.getByLabel(t("emails.fields.replyTo"));
      for (const wrong of ["buero@", "buero@lindenhof.example, chef@lindenhof.example"]) {
        await replyTo.fill(wrong);
        await app.getByRole("button", { name: t("emails.save"), exact: true }).click();
        await expectAlert(app, t("emails.replyToWrong"));
        await expect(replyTo).toBeFocused();
      }
      await replyTo.fill("buero@lindenhof.example");
      await expect(app.getByRole("alert").filter({ hasText: t("emails.replyToWrong") })).toHaveCount(0);
      // A logo for this mail alone; the other mails stay without one.
      await app.getByRole("checkbox", { name: t("emails.logo.everywhere") }).uncheck();
      await app.locator("input[type=file]").setInputFiles(await logoFile());
      await expect(app.getByText(t("emails.logo.saved"), { exact: true })).toBeVisible();
      await expect(preview(app, t).getByRole("img", { name: supplier.companyName })).toBeVisible();
      const logos = await db.emailLogo.findMany({ where: { customerId: supplier.customerId } });
      expect(logos.map((logo) => [logo.tab, logo.language])).toEqual([["without-invoice", language]]);

      await app.getByRole("link", { name: t("emails.tabs.with-invoice") }).click();
      await expect(app.getByRole("group", { name: t("emails.groups.invoice") })).toBeVisible();
      await expect(preview(app, t).getByRole("heading", { level: 1 })).toHaveText(supplier.companyName);
      await expect(preview(app, t).getByRole("img")).toHaveCount(0);
      await app.getByRole("link", { name: t("emails.tabs.without-invoice") }).click();
      await expect(body).toHaveValue(`Probe ${MARKUP}`);
      await leaveAndReturn(app, t, body);

      await app.getByRole("button", { name: t("emails.test") }).click();
      await expect(app.getByText(t("emails.testSent", { email: supplier.email }))).toBeVisible();
      const letter = await mailbox.letter(supplier.email);
      expect(letter.subject).toBe(`Test: Probe ${supplier.companyName}`);
      expect(letter.text).toContain(`Probe ${MARKUP}`);
      const [mail] = await mailbox.caught(supplier.email);
      expect(mail?.attachments).toMatchObject([{ contentType: "image/png", contentDisposition: "inline" }]);
      expect(mail?.replyTo).toMatchObject([{ address: "buero@lindenhof.example" }]);
      expect(await templateRow(supplier, "without-invoice", language)).toBeNull();
      expect(await findingsOf(app)).toEqual([]);
    });
  });
}

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("each placeholder is inserted by a click, and the preview has a value for it", { tag: "@rare" }, async ({
      app,
      t,
    }) => {
      await openEditor(app, t, "with-invoice", "de");
      const body = app.getByLabel(t("emails.fields.body"), { exact: true });
      await body.fill("");
      const names = Object.keys(en.emails.names) as (keyof typeof en.emails.names)[];
      expect(names).toHaveLength(17);
      for (const name of names) {
        await app.getByTitle(`{${name}}`, { exact: true }).click();
        await body.pressSequentially(";");
      }
      await expect(body).toHaveValue(names.map((name) => `{${name}};`).join(""));
      const filled = preview(app, t).getByText(/Jana Sommer;Jana;$/);
      await expect(filled).toBeVisible();
      const values = (await filled.innerText()).split(";").slice(0, -1);
      expect(values).toHaveLength(17);
      for (const value of values) expect(value).toMatch(/^[^{}]+$/);
    });

    test("a contact asked by hand gets the mail without an invoice, or the standard mail when switched off", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      await db.customer.update({ where: { id: supplier.customerId }, data: { requestsMandates: false } });
      const payers = [newPayer("Zimmerei Nord"), newPayer("Zimmerei Süd")] as const;
      for (const payer of payers) await awaitReason(supplier, await writeInvoice(supplier, { payer }), "requests_off");
      const invite = async (email: string) => {
        await app.goto("/app/contacts");
        const contact = app.getByRole("listitem").filter({ hasText: email });
        await contact.getByRole("button", { name: t("contacts.ask") }).click();
        return await mailbox.letter(email);
      };
      await openEditor(app, t, "without-invoice", "de");
      await app.getByLabel(t("emails.fields.subject")).fill("Einzug für {customerName}");
      await app.getByLabel(t("emails.fields.subtitle")).fill("Künftig von selbst");
      await app.getByLabel(t("emails.fields.shortInfo")).fill("Fragen? {companyEmail}");
      await app.getByRole("button", { name: t("emails.save"), exact: true }).click();
      await expect(app.getByText(t("emails.saved"))).toBeVisible();
      const invited = await invite(payers[0].email);
      expect(invited.subject).toBe("Einzug für Zimmerei Nord");
      for (const part of ["Künftig von selbst", `Fragen? ${supplier.email}`]) expect(invited.text).toContain(part);

      await openEditor(app, t, "without-invoice", "de");
      await app.getByRole("checkbox", { name: t("emails.isActive") }).uncheck();
      await app.getByRole("button", { name: t("emails.save"), exact: true }).click();
      await expect(app.getByText(t("emails.savedOff"))).toBeVisible();
      await expect(app.getByText(t("emails.state.off.label"), { exact: true })).toBeVisible();
      const usual = await invite(payers[1].email);
      expect(usual.subject).toContain("Bitte um ein SEPA-Lastschriftmandat");
      expect(usual.text).not.toContain("Künftig von selbst");
      expect(await templateRow(supplier, "without-invoice", "de")).toMatchObject({ isActive: false });
    });

    test("a file that is no image is refused before the upload, and by the server", { tag: "@rare" }, async ({
      supplier,
      app,
      t,
    }) => {
      await openEditor(app, t, "with-invoice", "de");
      const choose = app.locator("input[type=file]");
      await choose.setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") });
      await expectAlert(app, t("emails.logo.wrongType"));
      await choose.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: Buffer.alloc(2_000_001) });
      await expectAlert(app, t("emails.logo.tooLarge"));
      const body = new FormData();
      body.set("logo", new File(["<script>alert(1)</script>"], "logo.png", { type: "image/png" }));
      expect(await ask({ by: supplier, of: supplier, method: "POST", path: "/logo", body })).toMatchObject({
        status: 422,
        body: { errorCode: "logo_invalid", fields: [{ field: "logo" }] },
      });
      expect(await db.emailLogo.count({ where: { customerId: supplier.customerId } })).toBe(0);
    });
  });
}
