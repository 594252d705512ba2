import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { today } from "@/lib/core/time/clock";
import { addDays, toDate } from "@/lib/core/time/dates";
import { saveSettings } from "@/lib/e-invoices/settings/mutations";
import { type eInvoice, eInvoiceSupplier, receive, SELLER } from "@/test/applied-e-invoices";
import { clearJobs } from "@/test/jobs";
import { decideNow, seedMandate } from "@/test/supplier-data";

beforeEach(clearJobs);

const OWN_ID = "DE98ZZZ09999999999";

const invoicesOf = (customerId: string) =>
  db.invoice.findMany({ where: { customerId }, include: { contact: true }, orderBy: { id: "asc" } });

describe("an invoice by direct debit", () => {
  test("becomes a receivable with the facts of its file, and is collected on the payer's mandate", async () => {
    const { customerId } = await eInvoiceSupplier();
    const terms = "Der Betrag wird eingezogen.\n#SKONTO#TAGE=7#PROZENT=2.00#\n";
    const skonto = [{ days: 7, percent: "2.00" }];
    const applied = await receive(customerId, { terms, skonto, buyerVatId: "DE 999 999 999" });
    expect(applied).toMatchObject({ status: "done", outcome: "direct_debit" });
    const [invoice] = await invoicesOf(customerId);
    expect(invoice).toMatchObject({
      ...{ id: applied.invoiceId, books: "EINVOICE", externalId: "RE-1042", number: "RE-1042", bookStatus: "open" },
      ...{ totalCents: 11_900, openCents: 11_900, currency: "EUR", paysBy: "direct_debit", isDueUnknown: false },
      ...{ termLabel: "Der Betrag wird eingezogen.", discountPercent: 2, discountDays: 7 },
      dueDate: toDate(addDays(today(), 14)),
      contact: { companyName: "Bäckerei Sonnenschein KG", email: "rechnung@baeckerei.example" },
    });
    expect(await decideNow(customerId, invoice?.id ?? "")).toMatchObject({ outcome: "request_mandate" });
    await seedMandate(customerId, invoice?.contactId ?? "");
    expect(await decideNow(customerId, invoice?.id ?? "")).toMatchObject({ outcome: "collect", amountCents: 11_900 });
  });

  test("by two ways is one receivable, also with a later copy that prints another text", async () => {
    const { customerId } = await eInvoiceSupplier();
    const first = await receive(customerId);
    const second = await receive(customerId, { syntax: "UBL Invoice", terms: "Danke" });
    expect(second).toMatchObject({ status: "done", reason: "duplicate", invoiceId: first.invoiceId });
    expect(await invoicesOf(customerId)).toHaveLength(1);
  });

  test.each([
    ["amount", { payableCents: 12_900 }],
    ["due date", { dueDate: "2026-12-31" }],
    ["buyer", { buyerId: "10043" }],
  ])("with another %s under the same number is held, and a person decides", async (_what, changes) => {
    const { customerId } = await eInvoiceSupplier();
    const first = await receive(customerId);
    const second = await receive(customerId, changes);
    expect(second).toMatchObject({ status: "held", reason: "number_taken", invoiceId: first.invoiceId });
    expect(await invoicesOf(customerId)).toMatchObject([{ totalCents: 11_900, openCents: 11_900 }]);
    const replaced = await receive(customerId, changes, { id: second.id, answer: "replace" });
    expect(replaced).toMatchObject({ status: "done", reason: "replaces", invoiceId: first.invoiceId });
    const cents = "payableCents" in changes ? 12_900 : 11_900;
    expect(await invoicesOf(customerId)).toMatchObject([{ totalCents: cents, openCents: cents }]);
  });

  test("of a firm that restarts its numbers becomes an invoice of its own if a person says so", async () => {
    const { customerId } = await eInvoiceSupplier();
    await receive(customerId);
    const { id } = await receive(customerId, { issueDate: today() });
    expect(await receive(customerId, { issueDate: today() }, { id, answer: "separate" })).toMatchObject({
      status: "done",
    });
    expect(await invoicesOf(customerId)).toHaveLength(2);
  });

  test("without due date waits until the supplier says when such invoices are due", async () => {
    const { customerId, actor } = await eInvoiceSupplier();
    const { invoiceId = "" } = await receive(customerId, { dueDate: undefined, terms: "30 Tage netto" });
    expect(await decideNow(customerId, invoiceId)).toMatchObject({ outcome: "wait", reason: "due_date_missing" });
    await saveSettings(customerId, { vatId: SELLER, taxNumber: "", creditorIds: "", dueDays: "10" }, actor);
    const [invoice] = await invoicesOf(customerId);
    expect(invoice).toMatchObject({ isDueUnknown: false, dueDate: toDate(addDays(today(), 3)) });
    expect(await decideNow(customerId, invoiceId)).toMatchObject({ reason: "mandate_missing" });
  });
});

describe("an invoice that is paid in another way", () => {
  test("is not collected, unless the supplier always collects from this customer", async () => {
    const { customerId } = await eInvoiceSupplier();
    const { invoiceId = "" } = await receive(customerId, { paymentMeans: ["58"] }, { outcome: "other_means" });
    const [invoice] = await invoicesOf(customerId);
    await seedMandate(customerId, invoice?.contactId ?? "");
    expect(await decideNow(customerId, invoiceId)).toMatchObject({ outcome: "skip", reason: "pays_otherwise" });
    await db.contact.updateMany({ where: { customerId }, data: { isAlwaysCollected: true } });
    expect(await decideNow(customerId, invoiceId)).toMatchObject({ outcome: "collect" });
  });

  test("is decided by its payment condition if it names no way", async () => {
    const { customerId } = await eInvoiceSupplier();
    const unsaid = { paymentMeans: [], terms: "Zahlbar sofort" };
    const { invoiceId = "" } = await receive(customerId, unsaid, { outcome: "other_means" });
    expect(await decideNow(customerId, invoiceId)).toMatchObject({ outcome: "skip", reason: "condition_mismatch" });
    await db.customer.update({ where: { id: customerId }, data: { paymentConditions: ["Zahlbar sofort"] } });
    expect(await decideNow(customerId, invoiceId)).toMatchObject({ reason: "mandate_missing" });
  });

  test("by direct debit beside a transfer is not collected", async () => {
    const { customerId } = await eInvoiceSupplier();
    const mixed = { paymentMeans: ["59", "58"] };
    const { invoiceId = "" } = await receive(customerId, mixed, { outcome: "other_means" });
    expect(await decideNow(customerId, invoiceId)).toMatchObject({ reason: "pays_otherwise" });
  });
});

describe("an invoice of somebody else", () => {
  test.each([
    ["another VAT id", { sellerVatId: "DE999999999" }],
    ["another VAT id, though the creditor identifier is ours", { sellerVatId: "DE999999999", creditorId: OWN_ID }],
  ])("with %s becomes nothing", async (_what, changes) => {
    const { customerId } = await eInvoiceSupplier({ creditorIds: OWN_ID });
    expect(await receive(customerId, changes)).toMatchObject({ status: "refused", outcome: "not_ours" });
    expect(await invoicesOf(customerId)).toEqual([]);
  });

  test("that names no seller is held, and only a person makes it ours", async () => {
    const { customerId } = await eInvoiceSupplier();
    const { id, ...held } = await receive(customerId, { sellerVatId: undefined });
    expect(held).toMatchObject({ status: "held", outcome: "not_ours", reason: "seller_unproven" });
    expect(await invoicesOf(customerId)).toEqual([]);
    const ours = await receive(customerId, { sellerVatId: undefined }, { id, answer: "ours" });
    expect(ours).toMatchObject({ status: "done", outcome: "direct_debit" });
  });

  test("that names another creditor is held; a person may say that it is the supplier's own", async () => {
    const { customerId } = await eInvoiceSupplier();
    const { id, ...held } = await receive(customerId, { creditorId: OWN_ID });
    expect(held).toMatchObject({ status: "held", reason: "other_creditor", detail: OWN_ID });
    expect(await invoicesOf(customerId)).toEqual([]);
    await receive(customerId, { creditorId: OWN_ID }, { id, answer: "own_creditor" });
    expect(await receive(customerId, { number: "RE-1043", creditorId: OWN_ID })).toMatchObject({ status: "done" });
  });

  test("that GoCardless collects for us, or with a placeholder as creditor, is ours", async () => {
    const { customerId } = await eInvoiceSupplier();
    await db.connection.updateMany({
      where: { customerId, type: "GOCARDLESS" },
      data: { creditorIdentifier: OWN_ID },
    });
    expect(await receive(customerId, { creditorId: OWN_ID })).toMatchObject({ status: "done" });
    const placeholder = { number: "RE-2", creditorId: "[Bank assigned creditor identifier]" };
    expect(await receive(customerId, placeholder)).toMatchObject({ status: "done" });
  });
});

describe("what is never a debit", () => {
  test.each(["no_amount", "foreign_currency", "self_billed", "accounting_only"] as const)(
    "%s is held with its reason and becomes no invoice",
    async (outcome) => {
      const { customerId } = await eInvoiceSupplier();
      expect(await receive(customerId, {}, { outcome })).toMatchObject({ status: "held", outcome, reason: outcome });
      expect(await invoicesOf(customerId)).toEqual([]);
    },
  );

  test("an invoice without anything due is done, and one whose claim a factor has is held", async () => {
    const { customerId } = await eInvoiceSupplier();
    expect(await receive(customerId, { payableCents: 0 }, { outcome: "nothing_due" })).toMatchObject({
      status: "done",
    });
    const factored = await receive(customerId, { typeCode: "393" }, { outcome: "other_means" });
    expect(factored).toMatchObject({ status: "held", reason: "factored" });
    expect(await invoicesOf(customerId)).toEqual([]);
  });

  test("an invoice or credit that is marked as a test is held until a person says that it is real", async () => {
    const { customerId } = await eInvoiceSupplier();
    const marked = { remarks: ["marked_as_test" as const] };
    const { id, ...held } = await receive(customerId, marked);
    expect(held).toMatchObject({ status: "held", reason: "marked_as_test" });
    const credit = await receive(customerId, { ...marked, typeCode: "381" }, { outcome: "credit" });
    expect(credit).toMatchObject({ status: "held", reason: "marked_as_test" });
    expect(await invoicesOf(customerId)).toEqual([]);
    expect(await receive(customerId, marked, { id, answer: "genuine" })).toMatchObject({ status: "done" });
    expect(await invoicesOf(customerId)).toHaveLength(1);
  });

  test.each(["type_missing", "type_unknown", "values_differ"] as const)(
    "what might be no invoice (%s) is held, however it is to be paid, until a person says that it is one",
    async (because) => {
      const { customerId } = await eInvoiceSupplier();
      for (const paymentMeans of [["58"], ["59"], []]) {
        const number = `RE-${paymentMeans}`;
        const changes = { paymentMeans, number };
        const { id, ...held } = await receive(customerId, changes, { outcome: "other_means", because });
        expect(held).toMatchObject({ status: "held", outcome: "other_means", reason: because });
        expect(await db.invoice.count({ where: { customerId, number } })).toBe(0);
        const answered = { outcome: "other_means", because, id, answer: "claim" } as const;
        expect(await receive(customerId, changes, answered)).toMatchObject({ status: "done" });
      }
      expect((await invoicesOf(customerId)).map(({ paysBy }) => paysBy)).toEqual(["otherwise", "otherwise", null]);
    },
  );

  test("nothing is taken in while another accounting system is in use", async () => {
    const { customerId } = await eInvoiceSupplier();
    await db.connection.updateMany({ where: { customerId, type: "EINVOICE" }, data: { status: "disconnected" } });
    expect(await receive(customerId)).toMatchObject({ status: "held", reason: "system_not_in_use" });
    expect(await invoicesOf(customerId)).toEqual([]);
  });
});

describe("the buyer and the mandate", () => {
  test("a buyer is found by customer number, then VAT id, then address with name, and never by name alone", async () => {
    const { customerId } = await eInvoiceSupplier();
    const vat = "DE888888888";
    const steps: [Parameters<typeof eInvoice>[0], number][] = [
      [{ buyerId: "1", buyerVatId: vat, buyerEmail: "a@b.example" }, 1],
      [{ buyerId: "1", buyerVatId: undefined, buyerEmail: "c@b.example", buyerName: "Neuer Name" }, 1],
      [{ buyerId: undefined, buyerVatId: vat, buyerEmail: undefined }, 1],
      [{ buyerId: undefined, buyerVatId: undefined, buyerEmail: "A@b.example" }, 1],
      // A branch has the VAT id and address of another customer number.
      [{ buyerId: "2", buyerVatId: vat, buyerEmail: "a@b.example" }, 2],
      [{ buyerId: undefined, buyerVatId: undefined, buyerEmail: undefined, buyerName: "Neuer Name" }, 2],
      // One accountant receives the invoices of several firms.
      [{ buyerId: undefined, buyerVatId: undefined, buyerEmail: "a@b.example", buyerName: "Optik Klar GmbH" }, 3],
    ];
    for (const [at, [changes, contacts]] of steps.entries()) {
      await receive(customerId, { number: `RE-${at}`, ...changes });
      expect(await db.contact.count({ where: { customerId } })).toBe(contacts);
    }
    const nameless = await db.invoice.findFirst({ where: { customerId, number: "RE-5" } });
    expect(nameless?.contactId).toBeNull();
    expect(await decideNow(customerId, nameless?.id ?? "")).toMatchObject({ reason: "no_contact" });
  });

  test("the mandate that the invoice names is used among several, and is assigned if it has no contact", async () => {
    const { customerId } = await eInvoiceSupplier();
    const { invoiceId = "" } = await receive(customerId);
    const { contactId } = await db.invoice.findFirstOrThrow({ where: { customerId, id: invoiceId } });
    await seedMandate(customerId, contactId ?? "", { reference: "M-1" });
    const { id: free } = await seedMandate(customerId, contactId ?? "", { reference: "M-2" });
    await db.mandate.updateMany({ where: { customerId, id: free }, data: { contactId: null } });
    await db.contact.updateMany({ where: { customerId }, data: { defaultMandateId: null } });
    const named = await receive(customerId, { number: "RE-2", mandateReference: " M-2 " });
    expect(await db.mandate.findFirst({ where: { customerId, id: free } })).toMatchObject({ contactId });
    const decision = await decideNow(customerId, named.invoiceId ?? "");
    expect(decision).toMatchObject({ outcome: "collect" });
    expect(await db.collection.findFirst({ where: { customerId, invoiceId: named.invoiceId } })).toMatchObject({
      mandateId: free,
    });
  });

  test("a mandate of another contact than the buyer is never used without a person", async () => {
    const { customerId } = await eInvoiceSupplier();
    const other = await receive(customerId, { number: "RE-1", buyerId: "1" });
    const owner = await db.invoice.findFirstOrThrow({ where: { customerId, id: other.invoiceId } });
    await seedMandate(customerId, owner.contactId ?? "", { reference: "M-1" });
    await receive(customerId, { number: "RE-2", buyerId: "2" });
    const changes = { number: "RE-3", buyerId: "2", mandateReference: "M-1" };
    const { id, ...held } = await receive(customerId, changes);
    expect(held).toMatchObject({ status: "held", reason: "mandate_of_other_payer" });
    const { invoiceId = "" } = await receive(customerId, changes, { id, answer: "by_buyer" });
    expect(await decideNow(customerId, invoiceId)).toMatchObject({ reason: "mandate_missing" });
  });

  test("a mandate is not used without a person for a new customer number, if its contact has another one", async () => {
    const { customerId } = await eInvoiceSupplier();
    const other = await receive(customerId, { number: "RE-1", buyerId: "1", buyerName: "A GmbH" });
    const { contactId } = await db.invoice.findFirstOrThrow({ where: { customerId, id: other.invoiceId } });
    await seedMandate(customerId, contactId ?? "", { reference: "M-1" });
    const changes = { number: "RE-2", buyerId: "2", buyerName: "B GmbH", mandateReference: "M-1" };
    expect(await receive(customerId, changes)).toMatchObject({ status: "held", reason: "mandate_of_other_payer" });
    expect(await db.contact.findMany({ where: { customerId } })).toMatchObject([{ companyName: "A GmbH" }]);
    // The contact had no VAT id yet: nothing speaks against the mandate.
    const fitting = { number: "RE-3", buyerId: undefined, buyerVatId: "DE888888888", buyerEmail: "x@a.example" };
    expect(await receive(customerId, { ...fitting, mandateReference: "M-1" })).toMatchObject({ status: "done" });
    const vat = { ...fitting, number: "RE-4", buyerVatId: "DE777777777", mandateReference: "M-1" };
    expect(await receive(customerId, { ...vat, buyerEmail: undefined })).toMatchObject({ status: "held" });
  });

  test("a buyer is found again after another accounting system has taken over its contact", async () => {
    const { customerId } = await eInvoiceSupplier();
    await receive(customerId, { number: "RE-1", buyerId: undefined });
    const { invoiceId } = await receive(customerId, { number: "RE-2", buyerId: "7" });
    const { contactId } = await db.invoice.findFirstOrThrow({ where: { customerId, id: invoiceId } });
    const there = { books: "LEXOFFICE", externalId: "x", companyName: "Anders GmbH", email: null };
    await db.contact.updateMany({ where: { customerId, id: contactId ?? "" }, data: there });
    const numbers = ["RE-3", "RE-4"];
    for (const number of numbers) await receive(customerId, { number, buyerId: "7" });
    const later = await db.invoice.findMany({ where: { customerId, number: { in: numbers } } });
    expect(new Set(later.map((row) => row.contactId)).size).toBe(1);
    expect(later[0]?.contactId).not.toBe(contactId);
  });
});
