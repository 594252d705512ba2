import { addDays } from "../sandbox/kit/calendar";
import { BOOK_KEEPING, syncNow } from "./support/book-keeping";
import { taskLine } from "./support/dashboard";
import { openPayments, paymentsFor } from "./support/debits";
import { bank, calendar, ledger, sevdesk } from "./support/desk";
import { expect, localeOfBrowser, test } from "./support/fixtures";
import { mailbox, mandateLink } from "./support/mailbox";
import { grantMandate } from "./support/payer";
import { speaks } from "./support/people";
import { awaitReason, awaitStatuses, invoicePath, rows } from "./support/rows";
import { newPayer } from "./support/supplier";
import { money, weekday } from "./support/texts";

const VENDOR = "sevdesk";
const keeping = BOOK_KEEPING.SEVDESK;

for (const browser of ["en-GB", "de-DE"] as const) {
  const locale = localeOfBrowser(browser);

  test.describe(`books in sevdesk, in ${locale}`, () => {
    test.use({ locale: browser, system: "SEVDESK" });

    test("the key is revoked while an invoice waits: it is told, a new key mends it, and the invoice is collected once", async ({
      supplier,
      app,
      payerPage,
      t,
    }) => {
      await speaks(supplier, browser);
      await keeping.choose(supplier, locale);
      const payer = newPayer("Café Größenwahn", locale);
      const dueDate = addDays(await calendar.today(), 14);
      const invoice = await keeping.enter({ supplier, app, t }, { payer, amountCents: 11_900, dueDate });
      const link = mandateLink(await mailbox.letter(payer.email));

      // Nothing calls us: it is found out when the books are asked next.
      await sevdesk.revokeKey(supplier.books);
      await syncNow({ app, t });
      await expect.poll(async () => (await rows.connection(supplier, "SEVDESK"))?.status).toBe("revoked");
      await awaitReason(supplier, invoice, "books_not_connected");
      const letter = await mailbox.letter(supplier.email);
      const [told = ""] = t("notices.connection_lost.title", { vendor: VENDOR, since: "|" }).split("|");
      expect(letter.subject).toContain(told.trim());
      expect(letter.links.map((one) => new URL(one).pathname)).toContain("/app/connections");
      await app.goto("/app");
      await expect(taskLine(app, t, told.trim())).toBeVisible();
      await payerPage.goto(link);
      await payerPage.waitForURL((url) => url.pathname === "/erpUnauthenticated");
      await expect(payerPage.getByRole("heading", { level: 1 })).toHaveText(t("info.broken.title"));

      // A key that nobody has does not help; the new one of the same account does.
      await app.goto("/app/connections");
      await expect(app.getByText(t("connections.revokedTitle", { vendor: VENDOR }))).toBeVisible();
      const field = app.getByLabel(t("client.apiKey.label", { vendor: VENDOR }), { exact: true });
      const send = app.getByRole("button", { name: t("connections.reconnect", { vendor: VENDOR }), exact: true });
      await field.fill("0123456789abcdef0123456789abcdef");
      await send.click();
      await expect(app.getByText(t("errors.api_key_refused"))).toBeVisible();
      const { apiKey } = await sevdesk.turnKey(supplier.books);
      await field.fill(apiKey);
      await send.click();
      await expect(app.getByText(`•••• ${apiKey.slice(-4)}`)).toBeVisible();
      expect(await rows.notices(supplier)).toEqual([]);

      await grantMandate(payerPage, link, supplier.companyName, locale);
      await awaitStatuses(supplier, invoice, ["created"]);
      expect(await ledger.payments(supplier.account)).toMatchObject([{ amountCents: 11_900 }]);
      expect(await mailbox.to(payer.email)).toHaveLength(1);
      expect(await mailbox.to(supplier.email)).toHaveLength(1);
    });

    test("after the mandate one invoice is paid in part and another cancelled: the rest is debited, and nothing", async ({
      supplier,
      app,
      t,
    }) => {
      await keeping.choose(supplier, locale);
      const dueDate = addDays(await calendar.today(), 14);
      const payers = [newPayer("Töpferei Ähre", locale), newPayer("Holzbau Querfurth", locale)] as const;
      const enter = (payer: (typeof payers)[number]) =>
        keeping.enter({ supplier, app, t }, { payer, amountCents: 11_900, dueDate });
      const [part, cancelled] = [await enter(payers[0]), await enter(payers[1])];
      for (const { email } of payers) {
        await mailbox.letter(email);
        await bank.mandate(email, "sign", { organisation: supplier.account });
      }
      for (const invoice of [part, cancelled]) await awaitStatuses(supplier, invoice, ["created"]);

      await sevdesk.invoice(part.id, "part-pay", { amountCents: 1_900 });
      await sevdesk.invoice(cancelled.id, "void");
      await syncNow({ app, t });
      await awaitStatuses(supplier, part, ["cancelled", "created"]);
      await awaitStatuses(supplier, cancelled, ["cancelled"]);
      await awaitReason(supplier, cancelled, "voided");

      const open = await openPayments(supplier, part);
      expect(open).toMatchObject([{ amountCents: 10_000, status: "pending_submission" }]);
      expect((await paymentsFor(supplier, cancelled)).map(({ status }) => status)).toEqual(["cancelled"]);
      await app.goto(await invoicePath(supplier, part));
      const values = { amount: money(10_000, locale), day: weekday(open[0]?.chargeDate ?? "", locale) };
      await expect(app.getByText(t("collectionStatus.created.sentence", values))).toBeVisible();
      await app.goto(await invoicePath(supplier, cancelled));
      await expect(app.getByRole("heading", { name: t("reasons.voided.title") })).toBeVisible();
      for (const { email } of payers) expect(await mailbox.to(email)).toHaveLength(1);
    });
  });
}
