import { readFile } from "node:fs/promises";
import { db } from "../lib/core/database/db";
import { newId } from "../lib/core/formats/ids";
import { addDays, toDate } from "../lib/core/time/dates";
import { pdfText } from "../test/pdf-text";
import { debitUnderWay } from "./support/debits";
import { bank, calendar, ledger } from "./support/desk";
import { expect, findingsOf, localeOfBrowser, test } from "./support/fixtures";
import { awaitStatuses, rows } from "./support/rows";
import type { Supplier } from "./support/supplier";
import { money } from "./support/texts";

for (const language of ["en-GB", "de-DE"]) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language });

    test("a payout with fees, a chargeback and a foreign payment adds up on screen, in CSV and in PDF", async ({
      supplier,
      app,
      t,
    }) => {
      const locale = localeOfBrowser(language);
      const { takenBack, collected, foreignId } = await mixedPayout(supplier);
      const { invoice } = collected;
      const payout = (await rows.payouts(supplier)).at(-1);
      const inLedger = (await ledger.payouts(supplier.account)).at(-1);
      expect(payout).toMatchObject({ providerId: inLedger?.id, amountCents: inLedger?.amountCents, isProven: true });
      // A fee of 1 % and 20 cents each; a charged-back payment gets its fee refunded.
      expect(payout?.amountCents).toBe(25_000 - 270 + (8_000 - 100) - 11_900 + 139);

      await app.goto("/app/payouts");
      await app.getByRole("link", { name: payout?.reference }).click();
      const statement = app.getByRole("table", { name: t("payouts.statement") });
      const line = (type: "payment_paid_out" | "payment_charged_back", of: string) =>
        statement.getByRole("row", { name: t(`payouts.itemTypes.${type}`) }).filter({ hasText: of });
      await expect(line("payment_paid_out", invoice.number)).toContainText(money(25_000, locale));
      await expect(line("payment_charged_back", takenBack.invoice.number)).toContainText(money(-11_900, locale));
      const foreign = line("payment_paid_out", t("payouts.foreign"));
      await expect(foreign).toContainText(foreignId);
      await expect(foreign).toContainText(money(8_000, locale));
      const proof = app.getByRole("definition");
      for (const cents of [33_000, -11_900, -231, payout?.amountCents ?? 0])
        await expect(proof.filter({ hasText: money(cents, locale) })).not.toHaveCount(0);
      await expect(app.getByText(t("payouts.addsUp"))).toBeVisible();
      // The foreign payment is booked under its own number, without an invoice.
      const bookings = app.getByRole("table", { name: t("payouts.bookings") });
      await expect(bookings.getByRole("row").filter({ hasText: foreignId })).toHaveCount(1);
      expect(payout?.items.filter((item) => item.isForeign)).toMatchObject([
        { providerPaymentId: foreignId, invoiceId: null, tenths: 80_000 },
        { providerPaymentId: foreignId, invoiceId: null, tenths: -1_000 },
      ]);
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
      for (const number of [invoice.number, takenBack.invoice.number]) expect(csv).toContain(number);
      const named = items.filter((line) => line[3] === t("payouts.foreign"));
      expect(named.map((line) => [line[4], cents(line.at(-1))])).toEqual([
        [foreignId, 80_000],
        [foreignId, -1_000],
      ]);

      const [letter] = await Promise.all([
        app.waitForEvent("download"),
        app.getByRole("link", { name: t("payouts.downloadPdf") }).click(),
      ]);
      const text = pdfText(await readFile(await letter.path()));
      for (const fact of [
        supplier.companyName,
        invoice.number,
        takenBack.invoice.number,
        foreignId,
        t("payouts.addsUp"),
        money(payout?.amountCents ?? 0, locale).replace(/\s/g, " "),
      ])
        expect(text).toContain(fact);
      expect(await findingsOf(app)).toEqual([]);

      // Among more than one page of payouts, newest first.
      await paidBefore(supplier, 27);
      await app.goto("/app/payouts");
      const listed = app.getByRole("cell").getByRole("link");
      const paging = app.getByRole("navigation", { name: t("common.paging") });
      await expect(listed).toHaveCount(25);
      await expect(listed.nth(2)).toHaveText("BEFORE-1");
      await paging.getByRole("link", { name: t("common.older"), exact: true }).click();
      await expect(listed).toHaveText(["BEFORE-24", "BEFORE-25", "BEFORE-26", "BEFORE-27"]);
      expect(await findingsOf(app)).toEqual([]);
      await paging.getByRole("link", { name: t("common.newer"), exact: true }).click();
      await expect(listed).toHaveCount(25);
      await expect(listed.last()).toHaveText("BEFORE-23");
      await paging.getByRole("link", { name: "50", exact: true }).click();
      await expect(listed).toHaveCount(29);
      await app.goBack();
      await expect(listed).toHaveCount(25);
    });
  });
}

test("missing files return 404, and no file is served without signing in", { tag: "@rare" }, async ({
  supplier,
  app,
}) => {
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

/** Creates a payout with a collected payment, one of another tool, and the chargeback of an older payment. */
async function mixedPayout(supplier: Supplier) {
  const isBooked = async () => (await rows.payouts(supplier)).map((payout) => payout.bookingStatus);
  const takenBack = await debitUnderWay(supplier);
  await bank.payment(takenBack.payment.id, "pay-out");
  await expect.poll(isBooked).toEqual(["booked"]);
  await bank.payment(takenBack.payment.id, "charge-back");
  await awaitStatuses(supplier, takenBack.invoice, ["charged_back"]);
  const collected = await debitUnderWay(supplier, { amountCents: 25_000 });
  const customer = { companyName: "Vereinsbeitrag", email: "verein@payer.example" };
  const { mandate } = await bank.addForeignMandate({ organisation: supplier.account, customer });
  const foreign = await bank.addForeignPayment({ mandate: mandate.id, amountCents: 8_000 });
  await bank.payment(collected.payment.id, "pay-out", { with: [foreign.payment.id] });
  await expect.poll(isBooked).toEqual(["booked", "booked"]);
  return { takenBack, collected, foreignId: foreign.payment.id };
}

/** Creates payouts of earlier days, as rows only; the tests above cover how a payout is made. */
async function paidBefore({ customerId }: Supplier, count: number): Promise<void> {
  const today = await calendar.today();
  await db.payout.createMany({
    data: Array.from({ length: count }, (_, i) => ({
      ...{ customerId, id: newId("payout"), providerId: newId("payout"), reference: `BEFORE-${i + 1}` },
      ...{ amountCents: 10_000 + i, status: "paid" as const, bookingStatus: "booked" as const, isProven: true },
      arrivalDate: toDate(addDays(today, -i - 1)),
    })),
  });
}
