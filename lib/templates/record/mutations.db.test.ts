import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { renderMail } from "@/lib/notifications/mail/rendering";
import { renderPreview } from "@/lib/templates/mail/preview-rendering";
import type { TemplateInput } from "@/lib/templates/schema";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { readTemplate } from "./data";
import { deleteLogo, requireSound, resetTemplate, saveTemplate, sendTestMail, storeLogo } from "./mutations";

const { customerId, actor, userId, email } = await seedSupplier({ companyName: "Werkstatt Lindenhof" });
const stranger = await seedSupplier();
const ADDRESS = { tab: "with-invoice", language: "de" } as const;
const OTHER = { tab: "without-invoice", language: "en" } as const;

const wording = (changes: Partial<TemplateInput> = {}): TemplateInput => ({
  isActive: true,
  subject: "Lastschrift für {invoiceNo}",
  headline: "Hallo {customerName}",
  subtitle: "",
  body: "Wir möchten {invoiceNo} einziehen.",
  shortInfo: "",
  replyTo: "buero@lindenhof.example",
  ...changes,
});

const image = async () => ({
  bytes: await sharp({ create: { width: 300, height: 90, channels: 3, background: "teal" } })
    .png()
    .toBuffer(),
});

/** Renders a mail from a row that is about to be sent. */
async function mailTo(locale: "de" | "en", data: object = {}) {
  const supplier = { name: "Werkstatt Lindenhof", address: "", zip: "", city: "", email, phone: "" };
  const invoice = { number: "RE-1", amountCents: 11_900, dueDate: "2026-09-15" };
  const facts = { requestId: "mrq_1", supplier, contactName: "Kern GmbH", invoice, ...data };
  const row = { id: `mai_${locale}`, customerId, template: "mandate-request", locale, data: facts };
  return await renderMail(row as unknown as Parameters<typeof renderMail>[0]);
}

const auditOf = async (id: string) =>
  (await db.auditEntry.findMany({ where: { customerId: id }, orderBy: { id: "asc" } })).map((entry) => entry.action);

describe("a template", () => {
  test("belongs to one supplier: it is saved, used for mails in its language, and reset", async () => {
    await saveTemplate(customerId, ADDRESS, wording(), actor);
    await saveTemplate(customerId, ADDRESS, wording({ headline: "Guten Tag {customerName}" }), actor);
    expect(await readTemplate(customerId, ADDRESS)).toMatchObject({
      isDefault: false,
      headline: "Guten Tag {customerName}",
    });
    expect(await readTemplate(stranger.customerId, ADDRESS)).toMatchObject({ isDefault: true, logo: null });
    expect(await readTemplate(customerId, OTHER)).toMatchObject({ isDefault: true });

    const german = await mailTo("de");
    expect(german).toMatchObject({ subject: "Lastschrift für RE-1", replyTo: "buero@lindenhof.example" });
    expect(german.text).toContain("Wir möchten RE-1 einziehen.");
    expect(await mailTo("en")).toMatchObject({
      subject: expect.stringContaining("SEPA direct debit mandate"),
      replyTo: email,
    });
    expect((await mailTo("de", { invoice: null })).subject).toContain("Bitte um ein SEPA-Lastschriftmandat");

    await resetTemplate(customerId, ADDRESS, actor);
    expect(await readTemplate(customerId, ADDRESS)).toMatchObject({ isDefault: true, replyTo: null });
    expect((await mailTo("de")).subject).toContain("SEPA-Lastschriftmandat zur Rechnung RE-1");
    expect(await auditOf(customerId)).toEqual([
      "email-template.changed",
      "email-template.changed",
      "email-template.reset",
    ]);
  });

  test("that is switched off is kept, and the standard mail is sent without a logo", async () => {
    await storeLogo(customerId, ADDRESS, { ...(await image()), everywhere: false }, actor);
    await saveTemplate(customerId, ADDRESS, wording({ isActive: false }), actor);
    const mail = await mailTo("de");
    expect(mail).toMatchObject({
      subject: expect.stringContaining("SEPA-Lastschriftmandat zur Rechnung"),
      replyTo: email,
    });
    expect(mail.images).toBeUndefined();
    expect(mail.html).not.toContain("<img");
    expect(await readTemplate(customerId, ADDRESS)).toMatchObject({ subject: "Lastschrift für {invoiceNo}" });
    await resetTemplate(customerId, ADDRESS, actor);
  });

  test.each([
    ["an unknown placeholder", wording({ body: "{invoiceNumber}" }), ADDRESS, "placeholder_unknown", ["body"]],
    ["one of an invoice without an invoice", wording(), OTHER, "placeholder_unknown", ["subject", "body"]],
    ["no subject", wording({ subject: "" }), ADDRESS, "invalid_input", ["subject"]],
  ] as const)("with %s is refused, and the error names the field", async (_what, input, address, code, fields) => {
    const refusal = { code, fields: fields.map((field) => expect.objectContaining({ field })) };
    await expect(saveTemplate(customerId, address, input, actor)).rejects.toMatchObject(refusal);
    await expect(sendTestMail(customerId, userId, address, input)).rejects.toMatchObject(refusal);
    expect(() => requireSound(input, address)).toThrow();
    expect(await readTemplate(customerId, address)).toMatchObject({ isDefault: true });
  });
});

describe("the logo of a mail", () => {
  test("is stored for one mail or for all four, and only for its supplier", async () => {
    await storeLogo(customerId, OTHER, { ...(await image()), everywhere: false }, actor);
    expect((await readTemplate(customerId, OTHER)).logo).toEqual({ width: 300, height: 90 });
    expect((await readTemplate(customerId, ADDRESS)).logo).toBeNull();
    await storeLogo(customerId, OTHER, { ...(await image()), everywhere: true }, actor);
    expect(await db.emailLogo.count({ where: { customerId } })).toBe(4);
    await deleteLogo(stranger.customerId, ADDRESS, stranger.actor);
    await resetTemplate(stranger.customerId, OTHER, stranger.actor);
    expect(await db.emailLogo.count({ where: { customerId } })).toBe(4);
    expect((await readTemplate(stranger.customerId, ADDRESS)).logo).toBeNull();
    await deleteLogo(customerId, OTHER, actor);
    await deleteLogo(customerId, OTHER, actor);
    expect(await db.emailLogo.count({ where: { customerId } })).toBe(3);
  });

  test("is an attachment of the mail and data in the preview, so that nothing has to be fetched", async () => {
    const mail = await mailTo("de");
    const [one] = mail.images ?? [];
    expect(mail.html).toContain(`src="cid:${one?.cid}"`);
    expect(mail.html).toMatch(/<img[^>]*width="150"/);
    expect(await sharp(one?.content).metadata()).toMatchObject({ format: "png", width: 300 });
    const preview = await renderPreview(customerId, ADDRESS, wording());
    expect(preview.html).toContain('src="data:image/png;base64,');
    const [before, after] = [mail.html, preview.html].map((html) => html.replace(/src="[^"]*"/, "").length);
    expect(Math.abs((before ?? 0) - (after ?? 0))).toBeLessThan(2_000);
    for (const html of [mail.html, preview.html]) expect(html).not.toMatch(/src="https?:/);
  });
});

test("a test mail contains the typed texts, saved or not, and goes only to the person who requested it", async () => {
  const { recipient } = await sendTestMail(customerId, userId, ADDRESS, wording({ subject: "Probe {invoiceNo}" }));
  expect(recipient).toBe(email);
  const row = await db.mail.findFirstOrThrow({ where: { customerId, template: "mandate-test" } });
  expect(row).toMatchObject({ recipient: email, locale: "de", status: "queued" });
  expect(await renderMail(row)).toMatchObject({ subject: "Test: Probe RE1047", replyTo: "buero@lindenhof.example" });
  expect(await readTemplate(customerId, ADDRESS)).toMatchObject({ isDefault: true });
});
