import { mailAddressesIn } from "@/lib/core/formats/mail-address";
import { type Cents, centsFromDecimal } from "@/lib/core/money/money";
import { addDays, dayOf } from "@/lib/core/time/dates";
import type {
  AccountingContact,
  AccountingDocument,
  DocumentEntry,
  DocumentKind,
  DocumentStatus,
} from "@/lib/providers/accounting/port";
import type { WireAddress, WireContact, WireInvoice, WireWay } from "./wire";

/**
 * Types that claim money of their own. A reminder (MA) repeats the claim of an invoice, a cancellation (SR) reverses
 * one, and a series (WKR) is a template. None of these may ever be collected.
 */
const KINDS: Record<string, DocumentKind> = { RE: "invoice", AR: "down_payment", TR: "down_payment", ER: "closing" };

export function isClaim(row: Pick<WireInvoice, "invoiceType">): boolean {
  return Object.hasOwn(KINDS, row.invoiceType);
}

/**
 * Maps a status. 750 means partly paid since June 2024; older ones are still 200. 500 was seen on cancelled invoices.
 * Unknown statuses must never be collected.
 */
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
 * Returns the total and the open amount: the sum minus payments, or the vendor's own figure (`debit`) if that is lower.
 * It is not documented whether the sum of a final invoice (ER) already excludes its advances. The lower of the two is
 * never too high, and the total of a final invoice is what it claims. Without the vendor's figure, a final invoice may
 * claim its advances twice, so its open amount is unknown.
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
 * Maps a row of a list, including its document: the list has everything that we read of an invoice. The exception is a
 * row without the name of its payment method. That invoice must be read separately, because the name decides whether it
 * is collected.
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
    // There is no due date, only days to pay. Without them the invoice is due at once.
    dueDate: addDays(voucherDate, Number(row.timeToPay ?? 0)),
    ...amountsOf(row),
    currency: row.currency ?? "EUR",
    isArchived: false,
    updatedAt: new Date(row.update),
  };
}

/** Maps an invoice. The supplier chooses direct debit by the payment method, so its name becomes the payment term. */
export function mapDocument(row: WireInvoice): AccountingDocument {
  const { openCents: _open, isOpenUnknown: _unknown, ...entry } = mapEntry(row);
  const discount = Number(row.discount ?? 0);
  return {
    ...entry,
    netCents: netOf(row),
    termLabel: row.paymentMethod?.name ?? "",
    discountPercent: discount > 0 ? discount : null,
    discountDays: discount > 0 ? Number(row.discountTime ?? 0) : null,
    language: null,
    // It is not documented whether advances and their final invoice refer to each other; `amountsOf` does not need it.
    deductedIds: [],
    deductedCents: [],
    closingExternalId: null,
  };
}

/**
 * Returns the net amount; null for a final invoice, because nothing states the net amount of its claim (see
 * `amountsOf`).
 */
function netOf(row: WireInvoice): Cents | null {
  const isForeign = (row.currency ?? "EUR") !== "EUR";
  const net = isForeign ? row.sumNetForeignCurrency : row.sumNet;
  return net == null || row.invoiceType === "ER" ? null : centsFromDecimal(net);
}

function contactName({ contact, address }: WireInvoice): string {
  const person = [contact?.surename, contact?.familyname].filter(Boolean).join(" ");
  return contact?.name || person || (address?.split("\n")[0] ?? "");
}

/** Maps a contact. `surename` is the first name. A person of a firm who has no addresses gets the firm's. */
export function mapContact(row: WireContact, ways: WireWay[], addresses: WireAddress[]): AccountingContact {
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

/** Sorts addresses: those for invoices first, then the main one, then the others in the given order. */
function inOrder(ways: WireWay[]): WireWay[] {
  const rank = (way: WireWay): number => (way.key?.id === FOR_INVOICES ? 0 : way.main === "1" ? 1 : 2);
  return ways.toSorted((a, b) => rank(a) - rank(b));
}
