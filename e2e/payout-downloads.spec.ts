import { readFile } from "node:fs/promises";
import { pdfText } from "../test/pdf-text";
import { debitUnderWay } from "./support/debits";
import { bank } from "./support/desk";
import { axeFindings, expect, localeOfBrowser, test } from "./support/fixtures";
import { rows } from "./support/rows";
import { money } from "./support/texts";

for (const language of ["en-GB", "de-DE"]) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language });

    test("a payout is kept as a table and as PDF, and both add up to what was paid", async ({ supplier, app, t }) => {
      const locale = localeOfBrowser(language);
      const { payment, invoice } = await debitUnderWay(supplier);
      await bank.payment(payment.id, "pay-out");
      await expect.poll(async () => (await rows.payouts(supplier))[0]?.bookingStatus).toBe("booked");
      const [payout] = await rows.payouts(supplier);
      await app.goto(`/app/payouts/${payout?.id}`);
      const [file] = await Promise.all([
        app.waitForEvent("download"),
        app.getByRole("link", { name: t("payouts.downloadCsv") }).click(),
      ]);
      const csv = await readFile(await file.path(), "utf8");
      const lines = csv
        .replace("\uFEFF", "")
        .trimEnd()
        .split("\r\n")
        .map((line) => line.slice(1, -1).split(/"[;,]"/));
      const cents = (text = "") => Math.round(Number(text.replace(",", ".")) * 1000);
      const items = lines.slice(1, -3);
      expect(items).toHaveLength(payout?.items.length ?? 0);
      const sum = items.reduce((total, line) => total + cents(line.at(-1)), 0);
      expect(Math.round(sum / 10)).toBe(payout?.amountCents);
      expect(cents(lines.at(-1)?.at(-1))).toBe((payout?.amountCents ?? 0) * 10);
      expect(csv).toContain(invoice.number);

      const [letter] = await Promise.all([
        app.waitForEvent("download"),
        app.getByRole("link", { name: t("payouts.downloadPdf") }).click(),
      ]);
      const text = pdfText(await readFile(await letter.path()));
      for (const fact of [
        supplier.companyName,
        invoice.number,
        t("payouts.addsUp"),
        money(payout?.amountCents ?? 0, locale).replace(/\s/g, " "),
      ])
        expect(text).toContain(fact);
      expect(await axeFindings(app)).toEqual([]);
    });
  });
}

test("files that are not there are not found, and nobody gets one without signing in", async ({ supplier, app }) => {
  const { payment } = await debitUnderWay(supplier);
  await bank.payment(payment.id, "pay-out");
  await expect.poll(async () => (await rows.payouts(supplier)).length).toBe(1);
  const [[payout], [mandate]] = [await rows.payouts(supplier), await rows.mandates(supplier)];
  const paths = [
    `/app/payouts/${payout?.id}/csv`,
    `/app/payouts/${payout?.id}/pdf`,
    `/app/mandates/${mandate?.id}/pdf`,
  ];
  for (const path of paths) {
    expect((await app.request.get(path)).status()).toBe(200);
    expect((await app.request.get(path.replace(/(pay|mdt)_\w/, "$1_z"))).status()).toBe(404);
    const answer = await fetch(`${process.env.APP_URL}${path}`, { redirect: "manual" });
    expect(answer.status).toBe(307);
  }
});
