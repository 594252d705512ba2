import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { payerToken } from "@/lib/auth/scope";
import { newId } from "@/lib/core/formats/ids";
import { placeholdersOf, TEMPLATE_FIELDS, type TemplateTexts } from "@/lib/templates/texts/rules";
import { standardTexts } from "@/lib/templates/texts/standard-rules";
import type { Wording } from "@/lib/templates/types";
import { type MandateFacts, mandateFacts } from "./facts-schema";
import { renderMandateMail } from "./rendering";

const HOSTILE = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "</style></head></table><!--",
  "{companyName} {invoiceNo}",
  "=cmd|' /C calc'!A0",
  "\u202Egnirps\u2066",
  "👩‍👩‍👧🇩🇪",
  "&lt;b&gt; &amp; &#x3C;",
  "javascript:alert(1)",
  "\r\nBcc: everybody@example.test",
  "x".repeat(10_000),
];
const hostile = fc
  .oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: "binary", maxLength: 100 }))
  .map((text) => `a${text}z`);

function factsWith(text: string, hasInvoice = true): MandateFacts {
  return mandateFacts.parse({
    link: "https://einzug.example/m/abc.def",
    supplier: {
      name: text,
      address: text,
      zip: text,
      city: text,
      countryCode: "DE",
      email: text,
      phone: text,
      website: text,
    },
    contactName: text,
    contactPerson: { firstName: text, lastName: text },
    invoice: hasInvoice
      ? {
          number: text,
          amountCents: 11_900,
          totalCents: 23_800,
          date: "2026-09-01",
          dueDate: "2026-09-15",
          term: text,
          customerName: text,
        }
      : null,
  });
}

function wordingOf(texts: Partial<TemplateTexts>): Wording {
  const logo = { png: new Uint8Array(), shown: { width: 120, height: 40 } };
  return { texts: { ...standardTexts("with-invoice", "de"), ...texts }, replyTo: null, logo };
}

const everyField = (text: string) => Object.fromEntries(TEMPLATE_FIELDS.map((field) => [field, text])) as TemplateTexts;

/** Returns the HTML's elements in order, and all addresses in it: what a text could have added. */
function skeleton(html: string) {
  const tags = [...html.matchAll(/<\/?([a-z!][\w-]*)/gi)].map(([tag]) => tag);
  const addresses = [...html.matchAll(/\b(?:href|src|action|on\w+)="([^"]*)"/gi)].map(([, address]) => address);
  return { tags, addresses };
}

describe("a mandate mail", () => {
  test("has the same structure for any values of the accounting system: they are text, never markup", async () => {
    const all = placeholdersOf("with-invoice")
      .map((name) => `{${name}}`)
      .join(" ");
    const wording = wordingOf(everyField(all));
    const harmless = await renderMandateMail("de", wording, factsWith("harmlos"), "cid:logo");
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const mail = await renderMandateMail("de", wording, factsWith(text), "cid:logo");
        expect(skeleton(mail.html)).toEqual(skeleton(harmless.html));
        expect(mail.subject).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u);
        expect(mail.subject.length).toBeLessThanOrEqual(200);
      }),
      { numRuns: 40 },
    );
  }, 30_000);

  test("has the same structure for any texts that the supplier types", async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const line = text.replace(/\p{Cc}/gu, " ");
        const harmless = "x".repeat(line.length);
        const facts = factsWith("Lindenhof");
        const mail = await renderMandateMail("en", wordingOf(everyField(line)), facts, "cid:logo");
        const plain = await renderMandateMail("en", wordingOf(everyField(harmless)), facts, "cid:logo");
        expect(skeleton(mail.html)).toEqual(skeleton(plain.html));
      }),
      { numRuns: 40 },
    );
  }, 30_000);

  test("shows markup as it was typed, in HTML and in plain text", async () => {
    const typed = 'Fett: <b>ja</b> & "nein"';
    const wording = wordingOf({ body: typed, headline: "Straße & <i>Haus</i>" });
    const mail = await renderMandateMail("de", wording, factsWith("Lindenhof"), "cid:logo");
    expect(mail.html).toContain("Fett: &lt;b&gt;ja&lt;/b&gt; &amp; &quot;nein&quot;");
    for (const text of [typed, "Straße & <i>Haus</i>"]) expect(mail.text).toContain(text);
  });

  test("keeps paragraphs and line breaks", async () => {
    const body = "eins\nzwei\r\n\r\ndrei";
    const { html, text } = await renderMandateMail("de", wordingOf({ body }), factsWith("Lindenhof"), "cid:logo");
    expect(html).toMatch(/eins<br\/?>zwei<\/p>/);
    expect(text).toContain("eins\nzwei\n\ndrei");
  });

  test("shows all values in its own language", async () => {
    const body = placeholdersOf("with-invoice")
      .map((name) => `${name}={${name}}`)
      .join("\n");
    const facts = factsWith("x");
    const de = await renderMandateMail("de", wordingOf({ body }), facts, "cid:logo");
    for (const line of ["companyCountry=Deutschland", "invoiceDate=01.09.2026", "invoiceDueDate=15.09.2026"])
      expect(de.text).toContain(line);
    expect(de.text.replace(/\s/g, " ")).toContain("invoiceGrossAmount=238,00 €");
    const en = await renderMandateMail("en", wordingOf({ body }), facts, "cid:logo");
    for (const line of ["companyCountry=Germany", "invoiceDate=1 Sept 2026", "invoiceGrossAmount=€238.00"])
      expect(en.text).toContain(line);
    for (const mail of [de, en]) expect(mail.text).not.toMatch(/=$/m);
  });

  test("always contains the link, what is asked for, the payer's rights and the sender", async () => {
    const mail = await renderMandateMail("en", wordingOf(everyField("Hello")), factsWith("Lindenhof"), "cid:logo");
    for (const part of ["https://einzug.example/m/abc.def", "€119.00", "eight weeks", "on behalf of Lindenhof"])
      expect(mail.text).toContain(part);
  });

  test("is sent in the supplier's name, which can be neither an address nor the start of a header", async () => {
    const nameOf = async (name: string) =>
      (
        await renderMandateMail(
          "de",
          wordingOf({}),
          { ...factsWith("x"), supplier: { ...factsWith("x").supplier, name } },
          "cid:logo",
        )
      ).fromName;
    expect(await nameOf("Müller & Söhne, Inh. K. Müller")).toBe("Müller & Söhne, Inh. K. Müller via Einzug");
    expect(await nameOf('"Sparkasse" <info@sparkasse.example>\r\nBcc: all@x.example')).toBe(
      "Sparkasse info (at) sparkasse. example Bcc: all (at) x. exa… via Einzug",
    );
    expect(await nameOf("\u202E \u200B")).toBeUndefined();
  });

  test("is laid out for the width of a phone, with its link on one line of plain text", async () => {
    const link = `https://app.einzug.example/m/${payerToken({ requestId: newId("mandateRequest") })}`;
    const { html, text } = await renderMandateMail(
      "de",
      wordingOf({}),
      { ...factsWith("Lindenhof"), link },
      "cid:logo",
    );
    expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1"/>');
    // Programs break lines of plain text after 76 to 78 characters, and links with them.
    expect(text.split("\n").find((line) => line.includes("/m/"))?.length).toBeLessThanOrEqual(78);
  });

  test("has a plain text that reads like a letter, with the link once on a line of its own", async () => {
    const { text } = await renderMandateMail("de", wordingOf({}), factsWith("Lindenhof"), "cid:logo");
    const lines = text.split("\n");
    expect(lines[0]).toBe("Lindenhof");
    expect(lines.filter((line) => line.includes("https://"))).toEqual(["https://einzug.example/m/abc.def"]);
    expect(lines).toContain("1. Sie öffnen die gesicherte Seite und sehen, wer Sie bittet.");
    expect(text).toContain("\n\n-- \n");
  });

  test("falls back to the standard text where all values of the supplier's text are missing", async () => {
    const wording = wordingOf({ subject: "{customerContactPersonName}", subtitle: "{companyPhone}" });
    const facts = factsWith("Lindenhof", false);
    const bare = { ...facts, contactPerson: { firstName: "", lastName: "" } };
    const mail = await renderMandateMail("de", wording, bare, "cid:logo");
    expect(mail.subject).toBe("Lindenhof: Bitte um ein SEPA-Lastschriftmandat");
  });

  test("is answered to the supplier unless another address is given", async () => {
    const facts = factsWith("post@lindenhof.example");
    const wording = wordingOf({});
    expect((await renderMandateMail("de", wording, facts, "cid:logo")).replyTo).toBe("post@lindenhof.example");
    const own = { ...wording, replyTo: "buero@lindenhof.example" };
    expect((await renderMandateMail("de", own, facts, "cid:logo")).replyTo).toBe("buero@lindenhof.example");
  });
});
