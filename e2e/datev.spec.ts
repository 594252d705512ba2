import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import { disconnect } from "../lib/connections/record/provider";
import { openToken } from "../lib/connections/tokens/mutations";
import { db } from "../lib/core/database/db";
import { datevOauth } from "../lib/providers/accounting/datev/door";
import { revoke } from "../lib/providers/accounting/datev/upload/oauth";
import { addDays } from "../sandbox/kit/calendar";
import { debtorFile, openItemList } from "../test/datev-files";
import { readExtf } from "../test/extf-reader";
import { taskLine } from "./support/dashboard";
import { handIn } from "./support/datev-files";
import { bank, calendar, deskCall, ledger } from "./support/desk";
import { expect, findingsOf, localeOfBrowser, test } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import { speaks } from "./support/people";
import { awaitReason, awaitStatuses, rows } from "./support/rows";
import { connectedSupplier, DATEV_NUMBERS, newPayer } from "./support/supplier";
import { money } from "./support/texts";

/** Where a file waits for a person to sign in at DATEV. */
const WAITING = "/app/datev#export";
const DEBTOR = "10042";
const INVOICE = { id: `${DEBTOR}/RE 47.ü`, number: "RE 47.ü" };

for (const browser of ["en-GB", "de-DE"] as const) {
  const locale = localeOfBrowser(browser);

  test.describe(`accounting in DATEV, in ${locale}`, () => {
    test.use({ locale: browser });
    test.setTimeout(240_000);

    test("a supplier migrates to DATEV, imports its lists, and exports and uploads a payout", { tag: "@rare" }, async ({
      supplier,
      app,
      t,
    }) => {
      await speaks(supplier, browser);
      const payer = newPayer("Müller & Söhne", locale);
      const today = await calendar.today();
      const item = { debtor: DEBTOR, number: INVOICE.number, dueDate: addDays(today, 14) };
      await disconnect(supplier.customerId, "LEXOFFICE", supplier.actor);

      // The adviser's numbers make DATEV the accounting system in use; a wrong number is reported at its field.
      await app.goto("/app/connections");
      await app.getByRole("link", { name: t("connections.connect", { vendor: "DATEV" }) }).click();
      await app.getByLabel(t("datev.settings.consultant")).fill("12");
      await app.getByLabel(t("datev.settings.client")).fill(DATEV_NUMBERS.client);
      await app.getByRole("button", { name: t("datev.settings.choose") }).click();
      await expect(app.getByText(t("datev.settings.faults.range"))).toBeVisible();
      await app.getByLabel(t("datev.settings.consultant")).fill(DATEV_NUMBERS.consultant);
      await app.getByRole("button", { name: t("datev.settings.choose") }).click();
      await expect(app.getByText(t("datev.import.never"))).toBeVisible();
      expect(await findingsOf(app)).toEqual([]);

      // A file with a wrong line is refused as a whole, and the line is named.
      await handIn(app, t, "open_items", openItemList([{ ...item, amountCents: "=A1" }], today));
      await expect(app.getByText(t("datev.problem.formula", { line: 3, column: "Saldo", value: "=A1" }))).toBeVisible();
      expect(await findingsOf(app)).toEqual([]);
      expect(await db.invoice.count({ where: { customerId: supplier.customerId, books: "DATEV" } })).toBe(0);

      // Without the tick payers without a mandate are not asked for one, because they may pay in another way.
      await handIn(app, t, "debtors", debtorFile([{ account: DEBTOR, ...payer }]));
      await app.getByRole("button", { name: t("datev.import.start", { count: 1 }) }).click();
      await expect(app.getByText(t("datev.import.applied.debtors", { count: 1 }))).toBeVisible();
      await handIn(app, t, "open_items", openItemList([{ ...item, amountCents: 123_456 }], today));
      await expect(app.getByRole("row", { name: INVOICE.number })).toContainText(money(123_456, locale));
      await app.getByLabel(t("datev.import.requestsMandates")).uncheck();
      expect(await findingsOf(app)).toEqual([]);
      await app.getByRole("button", { name: t("datev.import.start", { count: 1 }) }).click();
      await expect(app.getByText(t("datev.import.applied.open_items", { count: 1 }))).toBeVisible();
      await awaitReason(supplier, INVOICE, "requests_off");
      expect(await mailbox.to(payer.email)).toEqual([]);

      // The first invoice is missing in this list. It is settled only if somebody confirms, knowing the amount, that
      // the list is complete.
      const other = { ...item, number: "RE 48", amountCents: "50,00" };
      await handIn(app, t, "open_items", withColumn(openItemList([other], today), "Z", "+"));
      const unknown = t("datev.problem.column_unknown", { line: 1, column: "Z", value: "" });
      await expect(app.getByText(unknown)).toBeVisible();
      expect(await findingsOf(app)).toEqual([]);
      await app.getByRole("button", { name: t("datev.import.columns.save") }).click();
      await expect(app.getByText(t("datev.import.columns.chooseOrIgnore"))).toBeVisible();
      await app.getByLabel(t("datev.import.columns.side")).selectOption("Z");
      await app.getByRole("button", { name: t("datev.import.columns.save") }).click();
      const isComplete = app.getByLabel(t("datev.import.isComplete", { count: 1, amount: money(123_456, locale) }));
      await expect(isComplete).not.toBeChecked();
      expect(await findingsOf(app)).toEqual([]);
      await app.getByRole("button", { name: t("datev.import.drop") }).click();
      await app.waitForURL(/\/app\/datev$/);

      // The payer is asked by hand and signs; the payout becomes a file.
      await app.goto("/app/settings");
      await app.getByLabel(t("settings.collecting.requestsMandates")).check();
      const collecting = app.locator("form").filter({ has: app.getByLabel(t("settings.collecting.requestsMandates")) });
      await collecting.getByRole("button", { name: t("settings.collecting.save"), exact: true }).click();
      await mailbox.letter(payer.email);
      await bank.mandate(payer.email, "sign", { organisation: supplier.account });
      await awaitStatuses(supplier, INVOICE, ["created"]);
      const [payment] = await ledger.payments(supplier.account);
      await bank.payment(payment?.id ?? "", "pay-out");
      await expect.poll(async () => (await rows.payouts(supplier))[0]?.status).toBe("paid");
      await app.goto("/app/datev");
      await app.getByRole("button", { name: t("datev.export.make") }).click();
      await expect(app.getByText(t("datev.export.allHandedOver"))).toBeVisible();

      // After signing in, the file goes straight to the data centre; it was downloaded before, so a question comes
      // first.
      await Promise.all([
        app.waitForEvent("download"),
        app.getByRole("link", { name: t("datev.export.download"), exact: true }).click(),
      ]);
      await app.getByRole("button", { name: t("datev.signIn.start") }).click();
      await app.getByRole("button", { name: "Zugriff erlauben" }).click();
      await app.waitForURL(/\/app\/datev$/);
      // The sign-in ends at DATEV unnoticed: the file waits for another sign-in, and the screen shows that.
      await endAtDatev(supplier.customerId);
      await app.getByRole("button", { name: t("datev.export.upload") }).click();
      await app
        .getByRole("alertdialog")
        .getByRole("button", { name: t("datev.export.upload") })
        .click();
      const months = app.locator("#export");
      await expect(months.getByText(t("datev.export.uploads.unsent"), { exact: true })).toBeVisible();
      expect(await rows.notices(supplier)).toContain("sign_in_lost");
      expect(await findingsOf(app)).toEqual([]);
      // A mail and the dashboard report it, too, and both link to the file.
      const waits = t("notices.sign_in_lost.title", { vendor: "DATEV" });
      const letter = await mailbox.letter(supplier.email);
      expect(letter.subject).toContain(waits);
      expect(letter.links.map((one) => new URL(one)).map(({ pathname, hash }) => pathname + hash)).toContain(WAITING);
      await app.goto("/app");
      await expect(taskLine(app, t, waits).getByRole("link")).toHaveAttribute("href", WAITING);
      await app.goto(WAITING);
      await months.getByRole("button", { name: t("datev.signIn.start") }).click();
      await app.getByRole("button", { name: "Zugriff erlauben" }).click();
      await app.waitForURL(/\/app\/datev$/);
      expect(await rows.notices(supplier)).not.toContain("sign_in_lost");
      // The worker asks the service for the result a few times, at growing intervals.
      const arrived = app.getByText(t("datev.export.uploads.succeeded"), { exact: true });
      await expect(arrived).toBeVisible({ timeout: 90_000 });
      expect(await uploaded(supplier.customerId)).toBe(1);
      await app.goto("/app");
      await expect(app.getByText(t("datev.card.fresh"), { exact: true })).toBeVisible();
      await expect(taskLine(app, t, waits)).toHaveCount(0);
      expect(await mailbox.to(supplier.email)).toHaveLength(1);
      await app.goto("/app/datev");

      // A person who also works for a second supplier downloads both suppliers' files of a month in one archive.
      const { customerId } = await connectedSupplier({}, "DATEV");
      await db.membership.create({ data: { customerId, userId: supplier.userId, role: "member" } });
      await app.reload();
      const accounts = app.locator("#accounts");
      await expect(accounts.getByText(t("datev.accounts.of", { count: 1, total: 2 }))).toBeVisible();
      expect(await findingsOf(app)).toEqual([]);
      const [archive] = await Promise.all([
        app.waitForEvent("download"),
        accounts.getByRole("link", { name: t("datev.accounts.download"), exact: true }).click(),
      ]);
      const packed = Object.entries(unzipSync(await readFile(await archive.path())));
      expect(packed.map(([name]) => name)).toEqual([
        expect.stringMatching(/^Tischlerei-.+\/EXTF_Buchungsstapel_29098-55003_.+\.csv$/),
      ]);
      expect(packed.flatMap(([, file]) => readExtf(file).rows.map(({ cells }) => cells[8]))).toContain(DEBTOR);
    });
  });
}

/** Returns the list with one more column, the same in each row. */
function withColumn(list: Buffer, title: string, value: string): Buffer {
  const [head, ...rows] = list.toString("latin1").trimEnd().split("\r\n");
  const lines = [`${head};${title}`, ...rows.map((row) => `${row};${value}`), ""];
  return Buffer.from(lines.join("\r\n"), "latin1");
}

/** Ends only this supplier's sign-in at DATEV, because other tests run in parallel. */
async function endAtDatev(customerId: string): Promise<void> {
  const { refreshToken } = await db.connection.findUniqueOrThrow({
    where: { customerId_type: { customerId, type: "DATEV" } },
  });
  const config = datevOauth();
  if (!config || !refreshToken) throw new Error("nobody is signed in at DATEV");
  await revoke(config, openToken(customerId, "DATEV", "refresh", refreshToken));
}

/** Returns how many files at the twin carry references of the supplier's batches. */
async function uploaded(customerId: string): Promise<number> {
  const files = await db.datevBatchFile.findMany({ where: { customerId } });
  const { datev } = await deskCall<{ datev: { jobs: { reference?: string }[] } }>("/state");
  return datev.jobs.filter(({ reference }) => files.some((file) => file.reference === reference)).length;
}
