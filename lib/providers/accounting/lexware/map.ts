import { addDays, type Day, dayOf } from "@/lib/core/dates";
import { mailAddressesIn } from "@/lib/core/mail-address";
import { type Cents, centsFromDecimal } from "@/lib/core/money";
import type { BookContact, BookDocument, DocumentEntry, DocumentKind, DocumentStatus } from "../port";
import type { WireBookVoucher, WireContact, WireInvoice, WireVoucher } from "./wire";

/** `overdue` is computed by Lexware and is simply open; `sepadebit` and `transferred` are its own banking at work. */
export function mapStatus(status: string): DocumentStatus {
  switch (status) {
    case "open":
    case "overdue":
      return "open";
    case "paid":
    case "paidoff":
      return "paid";
    case "voided":
      return "voided";
    case "sepadebit":
    case "transferred":
      return "in_banking";
    // `unchecked`, `blank`, and words we do not know yet: never collect.
    default:
      return "draft";
  }
}

/** A closing invoice is listed as an invoice. */
function kindOf(voucherType: string): DocumentKind {
  if (voucherType === "downpaymentinvoice") return "down_payment";
  return voucherType === "invoice" ? "invoice" : "voucher";
}

export function mapEntry(row: WireVoucher): DocumentEntry {
  const voucherDate = dayOf(new Date(row.voucherDate));
  return {
    externalId: row.id,
    externalType: row.voucherType,
    kind: kindOf(row.voucherType),
    status: mapStatus(row.voucherStatus),
    number: row.voucherNumber ?? "",
    contactExternalId: row.contactId ?? null,
    contactName: row.contactName ?? "",
    voucherDate,
    dueDate: row.dueDate ? dayOf(new Date(row.dueDate)) : voucherDate,
    totalCents: centsFromDecimal(row.totalAmount ?? 0),
    openCents: centsFromDecimal(row.openAmount ?? 0),
    currency: row.currency ?? "EUR",
    isArchived: row.archived ?? false,
    updatedAt: new Date(row.updatedDate),
  };
}

/** An invoice, a down payment invoice or a closing invoice (which claims less than its total). */
export function mapInvoice(row: WireInvoice, externalType: string): BookDocument {
  const voucherDate = dayOf(new Date(row.voucherDate));
  const terms = row.paymentConditions;
  const deductions = row.downPaymentDeductions ?? [];
  const total = row.closingInvoice
    ? (row.claimedGrossAmount ?? row.totalPrice.totalGrossAmount)
    : row.totalPrice.totalGrossAmount;
  return {
    externalId: row.id,
    externalType,
    kind: externalType === "downpaymentinvoice" ? "down_payment" : row.closingInvoice ? "closing" : "invoice",
    status: mapStatus(row.voucherStatus),
    number: row.voucherNumber ?? "",
    contactExternalId: row.address?.contactId ?? null,
    contactName: row.address?.name ?? "",
    voucherDate,
    dueDate: dueDate(voucherDate, row.dueDate, terms?.paymentTermDuration),
    totalCents: centsFromDecimal(total ?? 0),
    netCents: netOf(row, total),
    currency: row.totalPrice.currency ?? "EUR",
    termLabel: terms?.paymentTermLabel ?? terms?.paymentTermLabelTemplate ?? "",
    discountPercent: terms?.paymentDiscountConditions?.discountPercentage ?? null,
    discountDays: terms?.paymentDiscountConditions?.discountRange ?? null,
    language: row.language ?? null,
    isArchived: row.archived ?? false,
    deductedIds: deductions.map(({ id }) => id),
    deductedCents: deductions.map(({ receivedGrossAmount }) => centsFromDecimal(receivedGrossAmount ?? 0)),
    closingExternalId: row.closingInvoiceId ?? null,
    updatedAt: new Date(row.updatedDate),
  };
}

type Amount = WireInvoice["totalPrice"]["totalNetAmount"];

/** Of a closing invoice the net amount is that of everything, so it says nothing about a claim that is less. */
function netOf({ totalPrice }: WireInvoice, claimed: Amount): Cents | null {
  const { totalNetAmount: net, totalGrossAmount: gross } = totalPrice;
  return net == null || claimed !== gross ? null : centsFromDecimal(net);
}

function differenceOf(gross: Amount, tax: Amount): Cents | null {
  return gross == null || tax == null ? null : centsFromDecimal(gross) - centsFromDecimal(tax);
}

/** A bookkeeping voucher has no payment terms; its remark is the only place where a supplier can say "direct debit". */
export function mapBookVoucher(row: WireBookVoucher): BookDocument {
  const voucherDate = dayOf(new Date(row.voucherDate));
  return {
    externalId: row.id,
    externalType: row.type,
    kind: "voucher",
    status: mapStatus(row.voucherStatus),
    number: row.voucherNumber ?? "",
    contactExternalId: row.useCollectiveContact ? null : (row.contactId ?? null),
    contactName: row.contactName ?? "",
    voucherDate,
    dueDate: dueDate(voucherDate, row.dueDate, undefined),
    totalCents: centsFromDecimal(row.totalGrossAmount ?? 0),
    netCents: differenceOf(row.totalGrossAmount, row.totalTaxAmount),
    currency: "EUR",
    termLabel: row.remark ?? "",
    discountPercent: null,
    discountDays: null,
    language: null,
    isArchived: false,
    deductedIds: [],
    deductedCents: [],
    closingExternalId: null,
    updatedAt: new Date(row.updatedDate),
  };
}

/** The due date if the books give one, else invoice date plus term, else the invoice date. */
function dueDate(voucherDate: Day, due: string | null | undefined, termDays: number | null | undefined): Day {
  if (due) return dayOf(new Date(due));
  return addDays(voucherDate, termDays ?? 0);
}

/** Order of addresses for a mandate request: primary contact person, business, office, other, private. */
export function mapContact(row: WireContact): BookContact {
  const persons = [...(row.company?.contactPersons ?? [])].sort(
    (a, b) => Number(b.primary ?? false) - Number(a.primary ?? false),
  );
  const lists = row.emailAddresses;
  const emails = [
    ...persons.filter((person) => person.primary).map((person) => person.emailAddress),
    ...[lists?.business, lists?.office, lists?.other, lists?.private].flatMap((list) => list ?? []),
    ...persons.filter((person) => !person.primary).map((person) => person.emailAddress),
  ];
  const address = row.addresses?.billing?.[0];
  return {
    externalId: row.id,
    companyName: row.company?.name ?? null,
    firstName: row.person?.firstName ?? persons[0]?.firstName ?? null,
    lastName: row.person?.lastName ?? persons[0]?.lastName ?? null,
    emails: mailAddressesIn(emails),
    street: address?.street ?? "",
    zip: address?.zip ?? "",
    city: address?.city ?? "",
    countryCode: address?.countryCode ?? "DE",
    isArchived: row.archived ?? false,
  };
}
