import type { Weakening } from "../weakening";

const READING = "lib/e-invoices/reading";
const OUTCOME = `${READING}/outcome-rules.ts`;
const INTAKE = "lib/e-invoices/intake/rules.ts";
const BY_FORMS = { tier: "unit", file: `${READING}/odd-forms.test.ts` } as const;
const BY_RECEIVABLES = { tier: "db", file: "lib/e-invoices/intake/receivables.db.test.ts" } as const;
const BY_DAY = {
  tier: "db",
  file: "lib/e-invoices/receipt/mutations.db.test.ts",
  test: "beyond the %s of a day is refused, and what was stored before stays",
} as const;
const BY_CODES = { ...BY_FORMS, test: "type code %s with %s payable is %s in every syntax" };

/** What an e-invoice is for a debit, and whose it is. */
export const ofEInvoices: Weakening[] = [
  {
    name: "a credit note with the type code of an invoice is collected",
    file: OUTCOME,
    search: '  if (syntax === "UBL CreditNote") return { outcome: "credit", reason: "credit_note" };\n',
    replace: "",
    noticedBy: { ...BY_FORMS, test: "the root of a credit note counts more than its type code" },
  },
  {
    name: "an e-invoice with a negative amount is collected",
    file: OUTCOME,
    search: '  if (payable.cents < 0) return { outcome: "negative" };\n',
    replace: "",
    noticedBy: BY_CODES,
  },
  {
    name: "a self-billed invoice is collected",
    file: OUTCOME,
    search: '  if (SELF_BILLED.has(typeCode)) return { outcome: "self_billed" };\n',
    replace: "",
    noticedBy: BY_CODES,
  },
  {
    name: "an invoice that is marked as a test is collected unasked",
    file: INTAKE,
    search: 'if (invoice.remarks.includes("marked_as_test") && !answers.includes("genuine"))',
    replace: 'if (invoice.remarks.includes("marked_as_test") && answers.includes("genuine"))',
    noticedBy: {
      ...BY_RECEIVABLES,
      test: "an invoice or credit that is marked as a test is held until a person says that it is real",
    },
  },
  {
    name: "an invoice that names a direct debit and a transfer is collected",
    file: OUTCOME,
    search: "  if (!paymentMeans.every(isDebit))",
    replace: "  if (!paymentMeans.some(isDebit))",
    noticedBy: {
      ...BY_FORMS,
      test: "several means of payment are listed in their order, and a debit beside a transfer is none",
    },
  },
  {
    name: "of two mandates that an invoice states, one is taken",
    file: OUTCOME,
    search: "  const different = lists.find(({ size }) => size > 1);",
    replace: "  const different = lists.find(({ size }) => size > 2);",
    noticedBy: {
      ...BY_FORMS,
      test: "an invoice with two different mandates, creditors or type codes is no direct debit, and one stated twice is",
    },
  },
  {
    name: "a document that might be no invoice becomes a receivable unasked",
    file: INTAKE,
    search: 'if (doubt && !answers.includes("claim"))',
    replace: 'if (doubt && answers.includes("claim"))',
    noticedBy: {
      ...BY_RECEIVABLES,
      test: "what might be no invoice (%s) is held, however it is to be paid, until a person says that it is one",
    },
  },
  {
    name: "an invoice that an update has taken out of a PDF is collected",
    file: `${READING}/pdf/objects-rules.ts`,
    search: "    objects.set(Number(found[1]), head);",
    replace: "    if (!objects.has(Number(found[1]))) objects.set(Number(found[1]), head);",
    noticedBy: {
      ...{ tier: "unit", file: `${READING}/pdf/associated-rules.test.ts` },
      test: "an invoice that an update has taken from %s is none of the PDF",
    },
  },
  {
    name: "of two invoices that a PDF lists under one name, one is collected",
    file: `${READING}/pdf/attachments-rules.ts`,
    search: "  const twice = nameListedTwice(listed);",
    replace: "  const twice = nameListedTwice(listed.slice(0, 0));",
    noticedBy: {
      ...{ tier: "unit", file: `${READING}/pdf/names-rules.test.ts` },
      test: "two invoices of one name in %s are refused",
    },
  },
  {
    name: "an invoice of another firm is collected",
    file: INTAKE,
    search:
      '  if (seller === "other") return ended({ status: "refused", outcome: "not_ours", reason: "other_seller" });\n',
    replace: "",
    noticedBy: { ...BY_RECEIVABLES, test: "with %s becomes nothing" },
  },
  {
    name: "an invoice that another creditor collects is collected without asking",
    file: INTAKE,
    search: '  if (namesNewCreditor && !answers.includes("own_creditor"))\n',
    replace: '  if (namesNewCreditor && answers.includes("ignore"))\n',
    noticedBy: {
      ...BY_RECEIVABLES,
      test: "that names another creditor is held; a person may say that it is the supplier's own",
    },
  },
  {
    name: "a supplier stores any number of e-invoices a day",
    file: "lib/e-invoices/tray/mutations.ts",
    search: '  await countTry("eInvoiceFiles", customerId, files.length);\n',
    replace: "",
    noticedBy: BY_DAY,
  },
  {
    name: "a supplier stores e-invoices of any size a day",
    file: "lib/e-invoices/tray/mutations.ts",
    search: '  await countTry("eInvoiceMegabytes", customerId, megabytes);\n',
    replace: "",
    noticedBy: BY_DAY,
  },
  {
    name: "a damaged file of an archive is read if its checksum comes behind it",
    file: "lib/e-invoices/receipt/archive-rules.ts",
    search: "    const isRight = checksums.isStated(sum, length);",
    replace: "    const isRight = sum + length > 0;",
    noticedBy: {
      ...{ tier: "unit", file: "lib/e-invoices/receipt/archive-rules.test.ts" },
      test: "are compared with it (long sizes: %s)",
    },
  },
];
