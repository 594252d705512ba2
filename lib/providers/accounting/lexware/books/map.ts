import { mailAddressesIn } from "@/lib/core/formats/mail-address";
import { type Cents, centsFromDecimal } from "@/lib/core/money/money";
import { addDays, type Day, dayOf } from "@/lib/core/time/dates";
import type {
  AccountingContact,
  AccountingDocument,
  DocumentEntry,
  DocumentKind,
  DocumentStatus,
} from "@/lib/providers/accounting/port";
import type { WireBookVoucher, WireContact, WireInvoice, WireVoucher } from "./wire";

/**
 * Maps a status. `overdue` is computed by Lexware and means open; `sepadebit` and `transferred` are set by its own
 * banking.
 */
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
    // `unchecked`, `blank` and unknown statuses must never be collected.
    default:
      return "draft";
  }
}

/** Maps the type of a list row. The list shows a closing invoice as an invoice. */
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

/** Maps an invoice, a down payment invoice or a closing invoice, which claims less than its total. */
export function mapInvoice(row: WireInvoice, externalType: string): AccountingDocument {
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

/**
 * Returns the net amount. It is null for a closing invoice: its net amount covers the whole job, not the smaller claim.
 */
function netOf({ totalPrice }: WireInvoice, claimed: Amount): Cents | null {
  const { totalNetAmount: net, totalGrossAmount: gross } = totalPrice;
  return net == null || claimed !== gross ? null : centsFromDecimal(net);
}

function differenceOf(gross: Amount, tax: Amount): Cents | null {
  return gross == null || tax == null ? null : centsFromDecimal(gross) - centsFromDecimal(tax);
}

/** Maps a bookkeeping voucher. It has no payment terms, so only its remark can say "direct debit". */
export function mapBookVoucher(row: WireBookVoucher): AccountingDocument {
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

/** Returns the due date if Lexware states one, else the invoice date plus the payment term, if any. */
function dueDate(voucherDate: Day, due: string | null | undefined, termDays: number | null | undefined): Day {
  if (due) return dayOf(new Date(due));
  return addDays(voucherDate, termDays ?? 0);
}

/** Maps a contact. Addresses are ordered: primary contact person, business, office, other, private, other persons. */
export function mapContact(row: WireContact): AccountingContact {
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
