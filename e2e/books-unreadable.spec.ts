import { syncNow } from "./support/book-keeping";
import { taskLine } from "./support/dashboard";
import { bank, faults } from "./support/desk";
import { expect, findingsOf, localeOfBrowser, test } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import { speaks } from "./support/people";
import { awaitStatuses, rows } from "./support/rows";
import { newPayer, writeInvoice } from "./support/supplier";

for (const browser of ["en-GB", "de-DE"] as const) {
  const locale = localeOfBrowser(browser);

  test.describe(`a document in an unknown format, in ${locale}`, () => {
    test.use({ locale: browser, system: "SEVDESK" });

    test("is reported and skipped while others are collected, and is collected once it can be read", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      await speaks(supplier, browser);
      const [readable, odd] = [newPayer("Töpferei Ähre", locale), newPayer("Holzbau Querfurth", locale)];
      const other = await writeInvoice(supplier, { payer: readable });
      const bent = await writeInvoice(supplier, { payer: odd });
      const form = { match: { id: bent.id }, fields: { sumGross: "viel" } };
      const fault = await faults.add({ provider: "sevdesk", kind: "unknown-form", ...form });
      await syncNow({ app, t });

      await mailbox.letter(readable.email);
      await bank.mandate(readable.email, "sign", { organisation: supplier.account });
      await awaitStatuses(supplier, other, ["created"]);
      await app.goto("/app");
      const line = taskLine(app, t, t("notices.books_unreadable.title", { count: 1, number: bent.number }));
      await expect(line).toContainText(t("notices.books_unreadable.help"));
      expect(await findingsOf(app)).toEqual([]);
      expect(await rows.invoice(supplier, bent)).toBeNull();
      expect(await mailbox.to(odd.email)).toEqual([]);

      await faults.remove(fault);
      await syncNow({ app, t });
      await mailbox.letter(odd.email);
      await bank.mandate(odd.email, "sign", { organisation: supplier.account });
      await awaitStatuses(supplier, bent, ["created"]);
      expect(await rows.notices(supplier)).toEqual([]);
      await app.goto("/app");
      await expect(app.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(line).toHaveCount(0);
    });
  });
}
