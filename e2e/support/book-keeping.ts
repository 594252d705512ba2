import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { db } from "../../lib/core/database/db";
import type { Locale } from "../../lib/core/locales";
import type { AccountingSystem } from "../../lib/vendors/types";
import { addDays } from "../../sandbox/kit/calendar";
import { debtorFile, type OpenItem, openItemList } from "../../test/datev-files";
import { ublInvoice } from "../../test/e-invoices";
import { readExtf } from "../../test/extf-reader";
import { handIn } from "./datev-files";
import { type AccountingInvoice, calendar, ledger } from "./desk";
import { hydrated } from "./fixtures";
import { rows } from "./rows";
import { DATEV_NUMBERS, type DebitInvoice, type Supplier, writeInvoice } from "./supplier";
import type { Texts } from "./texts";

interface Desk {
  supplier: Supplier;
  /** The supplier's browser. */
  app: Page;
  t: Texts;
}

type Written = Pick<AccountingInvoice, "id" | "number">;

interface LedgerCapabilities {
  /** Sets the language for mails to payers; needed where the accounting system stores none. */
  choose: (desk: Desk, language: Locale) => Promise<void>;
  /** Writes an invoice and makes the product read it. */
  enter: (desk: Desk, invoice: EnteredInvoice) => Promise<Written>;
  /** Expects that the accounting system shows the invoice as settled by this payment alone. */
  expectBooked: (desk: Desk, invoice: Written, amountCents: number) => Promise<void>;
  bookedAs: "booked" | "handed_over";
}

type EnteredInvoice = Required<Pick<DebitInvoice, "payer" | "amountCents" | "dueDate">> & {
  payer: { email: string };
};

/** The steps that differ between accounting systems, from an invoice to its booking. */
export const BOOK_KEEPING: Record<AccountingSystem, LedgerCapabilities> = {
  LEXOFFICE: {
    // Each invoice states its language.
    choose: async () => {},
    // A webhook reports every change.
    enter: async ({ supplier }, invoice) => await writeInvoice(supplier, invoice),
    expectBooked: async (_desk, { id }, amountCents) => {
      await expect.poll(() => ledger.openCents(id)).toBe(0);
      const { lexware } = await ledger.read();
      const hint = await ledger.hint(id);
      expect(hint?.externalReference).toBeTruthy();
      const booked = lexware.transactions.filter((one) => one.externalReference === hint?.externalReference);
      expect(booked).toMatchObject([{ assigned: true, cents: amountCents }]);
    },
    bookedAs: "booked",
  },
  SEVDESK: {
    choose: chooseLanguage,
    // Starts a sync, because the test cannot wait for the next one.
    enter: async (desk, invoice) => {
      const written = await writeInvoice(desk.supplier, invoice);
      await syncNow(desk);
      return written;
    },
    expectBooked: async (_desk, { id }, amountCents) => {
      await expect.poll(() => ledger.openCents(id)).toBe(0);
      const { sevdesk } = await ledger.read();
      const [booking, ...more] = sevdesk.bookings.filter((one) => one.invoice === id);
      expect(more).toEqual([]);
      expect(booking).toMatchObject({ type: "FULL_PAYMENT", cents: amountCents });
      const line = sevdesk.transactions.find((one) => one.id === booking?.transaction);
      expect(line).toMatchObject({ cents: amountCents });
      const fee = sevdesk.transactions.find((one) => one.purpose?.startsWith(`${line?.purpose?.split(" ")[0]}-FEE`));
      expect(fee?.cents).toBeLessThan(0);
    },
    bookedAs: "booked",
  },
  DATEV: {
    choose: chooseLanguage,
    // The debtor list provides names and mail addresses, the list of open items the amounts.
    enter: async (desk, { payer, amountCents, dueDate }) => {
      const [debtor, number] = [String(randomInt(10_000, 70_000)), `RE-${randomInt(1e6)}`];
      await importFile(desk, "debtors", debtorFile([{ account: debtor, ...payer }]));
      await importList(desk, { debtor, number, amountCents, dueDate });
      return { id: `${debtor}/${number}`, number };
    },
    expectBooked: async (desk, { id, number }, amountCents) => {
      const { supplier, app, t } = desk;
      await expect.poll(async () => (await rows.payouts(supplier))[0]?.status).toBe("paid");
      await app.goto("/app/datev");
      await app.getByRole("button", { name: t("datev.export.make") }).click();
      await expect(app.getByText(t("datev.export.allHandedOver"))).toBeVisible();
      const [file] = await Promise.all([
        app.waitForEvent("download"),
        app.getByRole("link", { name: t("datev.export.download"), exact: true }).click(),
      ]);
      const [debtor] = id.split("/");
      const { rows: bookings } = readExtf(await readFile(await file.path()));
      const own = bookings.map(({ cells }) => [cells[1], cells[8], cells[11]]).filter((cells) => cells[2] === number);
      expect(own).toEqual([[(amountCents / 100).toFixed(2).replace(".", ","), debtor, number]]);
      // The adviser has imported the bookings, so the next complete list no longer contains the invoice.
      const today = await calendar.today();
      const other = { debtor: "10001", number: "RE-OTHER", amountCents: 1_000, dueDate: addDays(today, 20) };
      await handIn(app, t, "open_items", openItemList([other], today));
      await app.locator("#isComplete").check();
      await startImport(desk, "open_items");
      expect((await rows.invoice(supplier, { id }))?.bookStatus).toBe("paid");
    },
    bookedAs: "handed_over",
  },
  EINVOICE: {
    choose: chooseLanguage,
    // The supplier's own invoice, as its invoicing program wrote it.
    enter: async ({ app, t }, { payer, amountCents, dueDate }) => {
      const number = `RE-${randomInt(1e9)}`;
      const amount = (amountCents / 100).toFixed(2);
      const xml = ublInvoice({
        ...{ number, dueDate, total: amount, payable: amount, mandate: undefined, creditorId: undefined },
        ...{ issueDate: addDays(dueDate, -14), buyerName: payer.name, buyerEmail: payer.email, buyerId: number },
        ...{ buyerVatId: undefined, terms: "Der Betrag wird abgebucht." },
      });
      await app.goto("/app/e-invoices");
      await uploadInvoice(app, t, { name: `${number}.xml`, content: xml });
      await expect(app.getByRole("row", { name: number })).toContainText(t("eInvoices.outcome.direct_debit"));
      return { id: number, number };
    },
    // The list of the payout, the file for DATEV, and the state of the invoice.
    expectBooked: async ({ supplier, app, t }, { id, number }, amountCents) => {
      await expect.poll(async () => (await rows.payouts(supplier))[0]?.status).toBe("paid");
      await expect.poll(async () => (await rows.invoice(supplier, { id }))?.bookStatus).toBe("paid");
      const [payout] = await rows.payouts(supplier);
      await app.goto(`/app/payouts/${payout?.id}`);
      const [list] = await Promise.all([
        app.waitForEvent("download"),
        app.getByRole("link", { name: t("payouts.downloadCsv") }).click(),
      ]);
      expect(await readFile(await list.path(), "utf8")).toContain(number);
      await app.goto("/app/datev");
      const consultant = app.getByLabel(t("datev.settings.consultant"));
      await hydrated(consultant);
      await consultant.fill(DATEV_NUMBERS.consultant);
      await app.getByLabel(t("datev.settings.client")).fill(DATEV_NUMBERS.client);
      await app.getByRole("button", { name: t("datev.settings.save"), exact: true }).click();
      await app.getByRole("button", { name: t("datev.export.make") }).click();
      await expect(app.getByText(t("datev.export.allHandedOver"))).toBeVisible();
      const [file] = await Promise.all([
        app.waitForEvent("download"),
        app.getByRole("link", { name: t("datev.export.download"), exact: true }).click(),
      ]);
      const cells = readExtf(await readFile(await file.path())).rows.map((row) => [row.cells[1], row.cells[11]]);
      expect(cells).toContainEqual([(amountCents / 100).toFixed(2).replace(".", ","), number]);
    },
    bookedAs: "handed_over",
  },
};

/** Uploads a file on the page of e-invoices, and waits until it has arrived. */
export async function uploadInvoice(app: Page, t: Texts, file: { name: string; content: string }): Promise<void> {
  const input = app.getByLabel(t("eInvoices.upload.choose")).and(app.locator("input"));
  await input.setInputFiles({ name: file.name, mimeType: "application/xml", buffer: Buffer.from(file.content) });
  await expect(app.getByText(t("eInvoices.upload.sent", { added: 1, known: 0 }))).toBeVisible();
}

async function chooseLanguage({ supplier, app, t }: Desk, payerLanguage: Locale): Promise<void> {
  await app.goto("/app/settings");
  const field = app.getByLabel(t("settings.collecting.payerLanguage"), { exact: true });
  await hydrated(field);
  await field.selectOption({ label: t(`settings.collecting.payerLanguages.${payerLanguage}`) });
  const save = { name: t("settings.collecting.save"), exact: true };
  await app.locator("form", { has: field }).getByRole("button", save).click();
  await expect(app.getByText(t("settings.collecting.saved"))).toBeVisible();
  const row = await db.customer.findUnique({ where: { id: supplier.customerId } });
  expect(row?.payerLanguage).toBe(payerLanguage);
}

/** Starts a sync by hand, for accounting systems without webhooks. */
export async function syncNow({ app, t }: Pick<Desk, "app" | "t">): Promise<void> {
  await app.goto("/app/connections");
  await app.getByRole("button", { name: t("connections.syncNow"), exact: true }).click();
  await expect(app.getByText(t("connections.syncAsked"))).toBeVisible();
}

async function importFile(desk: Desk, kind: "debtors" | "open_items", content: Buffer): Promise<void> {
  await handIn(desk.app, desk.t, kind, content);
  await startImport(desk, kind);
}

async function startImport({ app, t }: Desk, kind: "debtors" | "open_items"): Promise<void> {
  await app.getByRole("button", { name: t("datev.import.start", { count: 1 }) }).click();
  await expect(app.getByText(t(`datev.import.applied.${kind}`, { count: 1 }))).toBeVisible();
}

async function importList(desk: Desk, item: OpenItem): Promise<void> {
  await importFile(desk, "open_items", openItemList([item], await calendar.today()));
}
