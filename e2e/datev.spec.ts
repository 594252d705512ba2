import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { disconnect } from "../lib/connections/mutations";
import { db } from "../lib/core/db";
import { addDays, type Day } from "../sandbox/kit/calendar";
import { readExtf } from "../test/extf-reader";
import { bank, calendar, deskCall, ledger } from "./support/desk";
import { axeFindings, expect, localeOfBrowser, test } from "./support/fixtures";
import { mailbox, mandateLink } from "./support/mailbox";
import { grantMandate } from "./support/payer";
import { awaitStatuses, rows } from "./support/rows";
import { newPayer } from "./support/supplier";
import { money, type Texts } from "./support/texts";

const NUMBERS = { consultant: "29098", client: "55003" };

for (const language of ["en-GB", "de-DE"]) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language });
    test.setTimeout(240_000);

    test("a supplier with DATEV: open items in, debits, and the payout as a file for the tax adviser", async ({
      supplier,
      app,
      payerPage,
      t,
    }) => {
      const locale = localeOfBrowser(language);
      const payer = newPayer("Müller & Söhne", locale);
      const [debtor, number] = [String(randomInt(10_000, 70_000)), `RE ${randomInt(1e6)}.ü`];
      const invoice = { id: `${debtor}/${number}`, number };
      await disconnect(supplier.customerId, "LEXOFFICE", supplier.actor);

      // The adviser's numbers make DATEV the books in use; a wrong one is named at its field.
      await app.goto("/app/connections");
      await app.getByRole("link", { name: t("connections.connect", { vendor: "DATEV" }) }).click();
      await app.getByLabel(t("datev.settings.consultant")).fill("12");
      await app.getByLabel(t("datev.settings.client")).fill(NUMBERS.client);
      await app.getByRole("button", { name: t("datev.settings.choose") }).click();
      await expect(app.getByText(t("datev.settings.faults.range"))).toBeVisible();
      await app.getByLabel(t("datev.settings.consultant")).fill(NUMBERS.consultant);
      await app.getByRole("button", { name: t("datev.settings.choose") }).click();
      await expect(app.getByText(t("datev.import.never"))).toBeVisible();
      expect(await axeFindings(app)).toEqual([]);

      // A file with a wrong line is refused whole, and says which line.
      const list = async (amount: string) => openItems(debtor, number, await calendar.today(), amount);
      await hand(app, t, "open_items", await list("=A1"));
      await expect(app.getByText(t("datev.problem.formula", { line: 3, column: "Saldo", value: "=A1" }))).toBeVisible();
      expect(await axeFindings(app)).toEqual([]);

      // Debtors bring names and mail, the list what is open: the payer is asked for a mandate.
      await hand(app, t, "debtors", debtors(debtor, payer.name, payer.email));
      await app.getByRole("button", { name: t("datev.import.start", { count: 1 }) }).click();
      await expect(app.getByText(t("datev.import.applied.debtors", { count: 1 }))).toBeVisible();
      await hand(app, t, "open_items", await list("1.234,56"));
      await expect(app.getByRole("row", { name: number })).toContainText(money(123_456, locale));
      expect(await axeFindings(app)).toEqual([]);
      await app.getByRole("button", { name: t("datev.import.start", { count: 1 }) }).click();
      await expect(app.getByText(t("datev.import.applied.open_items", { count: 1 }))).toBeVisible();
      const letter = await mailbox.letter(payer.email);
      await grantMandate(payerPage, mandateLink(letter), supplier.companyName, "de");
      await awaitStatuses(supplier, invoice, ["created"]);

      // The money comes, and waits to be handed over.
      const [payment] = await ledger.payments(supplier.account);
      expect(payment).toMatchObject({ amountCents: 123_456 });
      await bank.payment(payment?.id ?? "", "pay-out");
      await expect.poll(async () => (await rows.payouts(supplier))[0]?.status).toBe("paid");
      await app.goto("/app/datev");
      await app.getByRole("button", { name: t("datev.export.make") }).click();
      await expect(app.getByText(t("datev.export.allHandedOver"))).toBeVisible();
      const [file] = await Promise.all([
        app.waitForEvent("download"),
        app.getByRole("link", { name: t("datev.export.download"), exact: true }).click(),
      ]);
      const extf = readExtf(await readFile(await file.path()));
      expect(extf.header.slice(11, 13)).toEqual([NUMBERS.consultant, NUMBERS.client]);
      const written = `RE-${number.slice(3).replace(".ü", "-ue")}`;
      const payments = extf.rows.map(({ cells }) => [cells[1], cells[7], cells[8], cells[11]]);
      expect(payments).toContainEqual(["1234,56", "1360", debtor, written]);
      await expect.poll(async () => (await rows.payouts(supplier))[0]?.bookingStatus).toBe("handed_over");

      // Straight to the data centre, after signing in there: it arrives once.
      await app.getByRole("button", { name: t("datev.signIn.start") }).click();
      await app.getByRole("button", { name: "Zugriff erlauben" }).click();
      await app.waitForURL(/\/app\/datev$/);
      await app.getByRole("button", { name: t("datev.export.upload") }).click();
      await app
        .getByRole("alertdialog")
        .getByRole("button", { name: t("datev.export.upload") })
        .click();
      // The service is asked again a few times, each time later.
      const arrived = app.getByText(t("datev.export.uploads.succeeded"), { exact: true });
      await expect(arrived).toBeVisible({ timeout: 90_000 });
      expect(await uploaded(supplier.customerId)).toBe(1);
      expect(await axeFindings(app)).toEqual([]);

      // The next list says it is cleared.
      await app.goto("/app/datev");
      await hand(app, t, "open_items", openItems(debtor, "RE-OTHER", await calendar.today(), "10,00"));
      await app.getByRole("button", { name: t("datev.import.start", { count: 1 }) }).click();
      await expect(app.getByText(t("datev.import.outcome.open_items", { added: 1, settled: 1 }))).toBeVisible();
      expect((await rows.invoice(supplier, invoice))?.bookStatus).toBe("paid");
    });
  });
}

/** Files at the twin that carry the references of the supplier's batches. */
async function uploaded(customerId: string): Promise<number> {
  const files = await db.datevBatchFile.findMany({ where: { customerId } });
  const { datev } = await deskCall<{ datev: { jobs: { reference?: string }[] } }>("/state");
  return datev.jobs.filter(({ reference }) => files.some((file) => file.reference === reference)).length;
}

async function hand(app: Page, t: Texts, kind: "open_items" | "debtors", content: Buffer): Promise<void> {
  await app.goto("/app/datev");
  const input = app.getByLabel(t(`datev.import.choose.${kind}`)).and(app.locator("input"));
  await input.setInputFiles({ name: `${kind}.csv`, mimeType: "text/csv", buffer: content });
  await app.waitForURL(/\/app\/datev\/import\//);
}

/** A list of open items as an office exports it: Windows-1252, a creditor among the debtors. */
function openItems(debtor: string, number: string, today: Day, amount: string): Buffer {
  const german = (day: Day) => day.split("-").reverse().join(".");
  const row = [debtor, number, german(addDays(today, -10)), german(addDays(today, 14)), amount].join(";");
  const creditor = `70001;KR-1;${german(today)};${german(today)};50,00`;
  return Buffer.from(`Konto;Belegfeld 1;Datum;Fälligkeit;Saldo\r\n${creditor}\r\n${row}\r\n`, "latin1");
}

function debtors(account: string, name: string, email: string): Buffer {
  const cells = Array.from({ length: 254 }, () => "");
  for (const [column, value] of [
    [1, account],
    [2, `"${name}"`],
    [16, '"Ahornweg 4"'],
    [18, '"01099"'],
    [19, '"Dresden"'],
    [33, `"${email}"`],
  ] as const)
    cells[column - 1] = value;
  const head = Array.from({ length: 31 }, () => "");
  for (const [field, value] of [
    [1, '"DTVF"'],
    [2, "700"],
    [3, "16"],
    [5, "5"],
    [14, "4"],
  ] as const)
    head[field - 1] = value;
  const titles = ["Konto", ...Array.from({ length: 253 }, (_, i) => `Spalte ${i + 2}`)];
  return Buffer.from([head, titles, cells, []].map((row) => row.join(";")).join("\r\n"), "latin1");
}
