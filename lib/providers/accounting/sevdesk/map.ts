import { addDays, dayOf } from "@/lib/core/dates";
import { mailAddressesIn } from "@/lib/core/mail-address";
import { type Cents, centsFromDecimal } from "@/lib/core/money";
import type { BookContact, BookDocument, DocumentEntry, DocumentKind, DocumentStatus } from "../port";
import type { WireAddress, WireContact, WireInvoice, WireWay } from "./wire";

/**
 * Types that claim money of their own. A reminder (MA) claims an invoice's money once more, a cancellation (SR) takes
 * a claim back, a series (WKR) is a template: none of them may ever be collected.
 */
const KINDS: Record<string, DocumentKind> = { RE: "invoice", AR: "down_payment", TR: "down_payment", ER: "closing" };

export function isClaim(row: Pick<WireInvoice, "invoiceType">): boolean {
  return Object.hasOwn(KINDS, row.invoiceType);
}

/** 750 is partly paid, since June 2024; older ones stay 200. 500 was seen on cancelled ones. Unknown: never collect. */
export function mapStatus(status: string): DocumentStatus {
  switch (status) {
    case "200":
    case "750":
      return "open";
    case "1000":
      return "paid";
    case "500":
      return "voided";
    default:
      return "draft";
  }
}

/**
 * What is left to pay: sum less payments, or the vendor's own figure where that is lower. Whether the sum of a final
 * invoice is already less its advances is in no document, so the lower of the two is the only one never too much; a
 * final invoice's total is then what it claims. One without the vendor's figure may claim its advances once more: what is
 * left of it is not known.
 */
export function amountsOf(row: WireInvoice): { totalCents: Cents; openCents: Cents; isOpenUnknown?: true } {
  const isForeign = (row.currency ?? "EUR") !== "EUR";
  const gross = centsFromDecimal((isForeign ? row.sumGrossForeignCurrency : row.sumGross) ?? "0");
  const paid = centsFromDecimal(row.paidAmount ?? "0");
  const isOpen = mapStatus(row.status) === "open";
  const left = Math.min(gross - paid, row.debit ? centsFromDecimal(row.debit) : gross - paid);
  const openCents = isOpen ? Math.max(0, left) : 0;
  const claimed = openCents + paid;
  if (row.invoiceType !== "ER") return { totalCents: gross, openCents };
  const totalCents = claimed > 0 ? claimed : gross;
  return { totalCents, openCents, ...(openCents > 0 && !row.debit ? { isOpenUnknown: true } : {}) };
}

/**
 * A list brings whole invoices, like the invoice itself: nothing we go by stands in its positions or anywhere else. Only a
 * payment method whose name is not filled in has to be asked for, for it says what is collected.
 */
export function mapListed(row: WireInvoice): DocumentEntry {
  const isWhole = !row.paymentMethod || typeof row.paymentMethod.name === "string";
  return isWhole ? { ...mapEntry(row), document: mapDocument(row) } : mapEntry(row);
}

export function mapEntry(row: WireInvoice): DocumentEntry {
  const voucherDate = dayOf(new Date(row.invoiceDate));
  return {
    externalId: row.id,
    externalType: row.invoiceType,
    kind: KINDS[row.invoiceType] ?? "invoice",
    status: mapStatus(row.status),
    number: row.invoiceNumber ?? "",
    contactExternalId: row.contact?.id ?? null,
    contactName: contactName(row),
    voucherDate,
    // There is no due date, only days to pay; where none are given, the invoice is due at once.
    dueDate: addDays(voucherDate, Number(row.timeToPay ?? 0)),
    ...amountsOf(row),
    currency: row.currency ?? "EUR",
    isArchived: false,
    updatedAt: new Date(row.update),
  };
}

/** The name of the payment method is what a supplier chooses on the invoice to say "direct debit". */
export function mapDocument(row: WireInvoice): BookDocument {
  const { openCents: _open, isOpenUnknown: _unknown, ...entry } = mapEntry(row);
  const discount = Number(row.discount ?? 0);
  return {
    ...entry,
    netCents: netOf(row),
    termLabel: row.paymentMethod?.name ?? "",
    discountPercent: discount > 0 ? discount : null,
    discountDays: discount > 0 ? Number(row.discountTime ?? 0) : null,
    language: null,
    // Whether advances and their final invoice know of each other is in no document; `amountsOf` does without.
    deductedIds: [],
    deductedCents: [],
    closingExternalId: null,
  };
}

/** Of a final invoice nobody says what it claims without tax: see `amountsOf`. */
function netOf(row: WireInvoice): Cents | null {
  const isForeign = (row.currency ?? "EUR") !== "EUR";
  const net = isForeign ? row.sumNetForeignCurrency : row.sumNet;
  return net == null || row.invoiceType === "ER" ? null : centsFromDecimal(net);
}

function contactName({ contact, address }: WireInvoice): string {
  const person = [contact?.surename, contact?.familyname].filter(Boolean).join(" ");
  return contact?.name || person || (address?.split("\n")[0] ?? "");
}

/** `surename` is the first name. A person of a firm may have neither mail nor address, then the firm's are taken. */
export function mapContact(row: WireContact, ways: WireWay[], addresses: WireAddress[]): BookContact {
  const ids = [row.id, row.parent?.id];
  const fields = ids.flatMap((id) => inOrder(ways.filter((way) => way.contact.id === id)));
  const address = ids
    .map((id) => addresses.find((one) => one.contact.id === id))
    .find((one) => one?.street || one?.zip || one?.city);
  return {
    externalId: row.id,
    companyName: row.name || row.parent?.name || null,
    firstName: row.surename ?? null,
    lastName: row.familyname ?? null,
    emails: mailAddressesIn(fields.map((way) => way.value)),
    street: address?.street ?? "",
    zip: address?.zip ?? "",
    city: address?.city ?? "",
    countryCode: address?.country?.code?.toUpperCase() ?? "DE",
    isArchived: false,
  };
}

const FOR_INVOICES = "8";

/** The address for invoices first, then the main one, then the others as they come. */
function inOrder(ways: WireWay[]): WireWay[] {
  const rank = (way: WireWay): number => (way.key?.id === FOR_INVOICES ? 0 : way.main === "1" ? 1 : 2);
  return ways.toSorted((a, b) => rank(a) - rank(b));
}
