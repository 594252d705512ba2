import { expect, test } from "vitest";
import type { Mail } from "@/lib/core/prisma/client";
import { OWNER_EVENTS } from "@/lib/outbox/owner-rules";
import { renderAccountMail } from "./account-rendering";

const values = {
  ...{
    actor: "Jonas Weber",
    ip: "203.0.113.7",
    company: "Werkstatt Ähre",
    key: "Shop",
    host: "shop.example",
    at: "2026-11-29T09:00:00Z",
  },
  ...{ person: "Mia Kern", email: "mia@aehre.example", before: "owner", role: "member", after: "Neues Konto" },
  ...{ vendor: "Lexware Office", until: "2026-11-30T09:00:00Z" },
};

for (const locale of ["en", "de"])
  test.each(OWNER_EVENTS)(`the mail to owners about %s names actor, time and IP address (${locale})`, async (event) => {
    const data = { kind: "owners", name: "Jona", values: { ...values, event } };
    const { subject, text, html } = await renderAccountMail({ locale, data } as unknown as Mail);
    expect(subject).toContain("Werkstatt Ähre");
    for (const said of ["Jonas Weber", "203.0.113.7", locale === "de" ? "29. November 2026" : "29 November 2026"])
      expect(text).toContain(said);
    expect(subject + text + html).not.toMatch(/mail\.account|\{\w+\}/);
  });

test("the mail about another GoCardless account names both accounts and the end of the hold", async () => {
  const data = { kind: "owners", name: "", values: { ...values, event: "paymentsReplaced", before: "Altes Konto" } };
  const { text } = await renderAccountMail({ locale: "en", data } as unknown as Mail);
  expect(text).toContain("Before: Altes Konto. Now: Neues Konto. Until 30 November 2026");
});

test("a mail about a new role names both roles in the recipient's language", async () => {
  const data = { kind: "owners", name: "", values: { ...values, event: "roleChanged" } };
  const { text } = await renderAccountMail({ locale: "de", data } as unknown as Mail);
  expect(text).toContain("Bisher: Inhaber. Jetzt: Mitglied.");
});

test.each(["en", "de"])("an invitation in %s contains no link from names that other people typed", async (locale) => {
  const values = {
    ...{ customerId: "cus_1", invitationId: "ivt_1" },
    ...{
      company: "Bank www.evil.example/pay Müller & Söhne GmbH",
      inviter: `\u202EDr. Weber info@evil.example ${"x".repeat(90)}`,
    },
  };
  const { subject, text, html } = await renderAccountMail({
    locale,
    data: { kind: "invitation", name: "", values },
  } as unknown as Mail);
  for (const part of [subject, text, html]) {
    expect(part).not.toMatch(/evil\.example|@evil|\u202E|x{61}/);
    expect(part).toContain("Dr. Weber");
  }
  expect(text.match(/https?:\/\/[^\s]+/g)?.every((link) => link.includes("/invitation?token="))).toBe(true);
  // In the plain text there is no button that may not work.
  expect(text.match(/https?:/g)).toHaveLength(1);
  expect(text).not.toContain("If the button does not work");
});

test.each(["confirmAddress", "changeAddress", "addressChangeAsked", "addressChanged"] as const)(
  "a mail of the kind %s leads to the page that asks for confirmation",
  async (kind) => {
    const data = {
      kind,
      name: "",
      values: { linkId: "adl_1", email: "neu@ahorn.example", at: "2026-11-29T10:00:00Z" },
    };
    for (const locale of ["en", "de"]) {
      const { text } = await renderAccountMail({ locale, data } as unknown as Mail);
      expect(text).toContain("/confirm-address?token=");
      expect(text).not.toContain("{");
    }
  },
);

test("a mail about a new password lists what still opens the account", async () => {
  const values = { at: "2026-11-29T10:00:00Z", ip: "203.0.113.7", passkeys: "Firefox, Linux", hasCode: "yes" };
  const data = { kind: "passwordChanged", name: "Ada", values };
  const { text } = await renderAccountMail({ locale: "en", data } as unknown as Mail);
  expect(text).toMatch(/passkeys still open your account:\s+Firefox, Linux/);
  expect(text).toContain("Two-factor authentication is still on");
});

test.each([
  ["ordered", "en", { at: "2026-12-14T09:00:00Z" }, ["Premium", "€25.90 net per month", "free until", "14 Dec"]],
  ["ordered", "de", {}, ["Premium", "25,90", "netto im Monat", "Ihre erste Rechnung"]],
  ["planChanged", "en", { base: "yearly" }, ["Your plan is now Premium", "net per year"]],
  [
    "planWillChange",
    "de",
    { at: "2026-12-14T09:00:00Z" },
    ["gilt der Tarif Premium", "14.12.2026", "25,90", "im Monat"],
  ],
] as const)("a mail of the kind %s names plan, price and day (%s)", async (kind, locale, changes, texts) => {
  const values = { plan: "premium", base: "monthly", cents: "2590", ...changes };
  const { subject, text } = await renderAccountMail({ locale, data: { kind, name: "Ada", values } } as unknown as Mail);
  for (const part of texts) expect(text.replace(/\s+/g, " ")).toContain(part);
  expect(subject + text).not.toMatch(/\{\w+\}/);
  expect(text).toContain("/app/subscription");
});

test.each(["en", "de"])("the welcome in %s leads to the set-up and names the support", async (locale) => {
  const data = { kind: "welcome", name: "Ada", values: {} };
  const { text } = await renderAccountMail({ locale, data } as unknown as Mail);
  expect(text).toMatch(/http:\/\/localhost:3999\/app\s/);
  expect(text).toContain("support@einzug.example");
});
