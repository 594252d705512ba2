import { addDays } from "../sandbox/kit/calendar";
import { type InvoiceFacts, ublInvoice } from "../test/e-invoices";
import { BOOK_KEEPING, uploadInvoice } from "./support/book-keeping";
import { calendar, ledger } from "./support/desk";
import { expect, localeOfBrowser, test } from "./support/fixtures";
import { mailbox, mandateLink } from "./support/mailbox";
import { grantMandate } from "./support/payer";
import { awaitStatuses } from "./support/rows";
import { newPayer } from "./support/supplier";

const keeping = BOOK_KEEPING.EINVOICE;

for (const browser of ["en-GB", "de-DE"] as const) {
  const locale = localeOfBrowser(browser);

  test.describe(`e-invoices as accounting system, in ${locale}`, { tag: "@rare" }, () => {
    test.use({ locale: browser, system: "EINVOICE" });

    test("a repeated number is asked about, another firm's invoice is refused, and a credit ends the debit", async ({
      supplier,
      app,
      payerPage,
      t,
    }) => {
      const payer = newPayer("Café Größenwahn", locale);
      const dueDate = addDays(await calendar.today(), 14);
      await keeping.choose({ supplier, app, t }, locale);
      const invoice = await keeping.enter({ supplier, app, t }, { payer, amountCents: 11_900, dueDate });
      await grantMandate(payerPage, mandateLink(await mailbox.letter(payer.email)), supplier.companyName, locale);
      await awaitStatuses(supplier, invoice, ["created"]);
      const toCome = async () =>
        (await ledger.payments(supplier.account)).flatMap(({ status, amountCents }) =>
          status === "pending_submission" ? [amountCents] : [],
        );
      const upload = async (number: string, changes: InvoiceFacts, kind: "Invoice" | "CreditNote" = "Invoice") => {
        const own = { number: invoice.number, dueDate, issueDate: addDays(dueDate, -14), buyerId: invoice.number };
        const buyer = { buyerName: payer.name, buyerEmail: payer.email, buyerVatId: undefined };
        const unsigned = { mandate: undefined, creditorId: undefined, terms: "Der Betrag wird abgebucht." };
        const content = ublInvoice({ ...own, ...buyer, ...unsigned, number, ...changes }, kind);
        await app.goto("/app/e-invoices");
        await uploadInvoice(app, t, { name: "Rechnung.xml", content });
        return app.getByRole("row", { name: number }).first();
      };

      // The same number with another amount changes nothing until a person has answered.
      const repeated = await upload(invoice.number, { total: "99.00", payable: "99.00" });
      await expect(repeated).toContainText(t("eInvoices.status.held"));
      expect(await toCome()).toEqual([11_900]);
      await repeated.getByRole("link").first().click();
      await expect(app.getByText(t("eInvoices.held.number_taken"))).toBeVisible();
      await app.getByRole("button", { name: t("eInvoices.answer.replace"), exact: true }).click();
      await expect.poll(toCome).toEqual([9_900]);

      const foreign = await upload("FREMD-1", { sellerVatId: "DE999999999" });
      await expect(foreign).toContainText(t("eInvoices.outcome.not_ours"));
      expect(await toCome()).toEqual([9_900]);

      const credited = { preceding: [invoice.number], typeCode: "381", total: "99.00", payable: "99.00" };
      const credit = await upload(`GS-${invoice.number}`, credited, "CreditNote");
      await expect(credit).toContainText(t("eInvoices.outcome.credit"));
      await expect.poll(toCome).toEqual([]);
      expect(await ledger.payments(supplier.account)).toHaveLength(2);
    });
  });
}
