import { addDays } from "../kit/calendar";
import { openCents } from "./invoice-life";
import type { Invoice, InvoiceLog, Position } from "./model";
import { ref, showContact, showMethod } from "./show-contact";
import { midnight, sum, type World } from "./world";

/** The references that an invoice can embed, and the computed fields that the product reads. */
export const INVOICE_EMBEDS = ["contact", "contact.parent", "paymentMethod", "debit"];

/** Shows an invoice as `Model_InvoiceResponse`: nearly everything is a text, empty fields are null. */
export function showInvoice(world: World, invoice: Invoice, embed = new Set<string>()): Record<string, unknown> {
  const client = world.clients.get(invoice.clientId);
  const contact = invoice.contactId ? world.contacts.get(invoice.contactId) : undefined;
  const method = invoice.paymentMethodId ? world.methods.get(invoice.paymentMethodId) : undefined;
  const isTwo = client?.systemVersion === "2.0";
  return {
    id: invoice.id,
    objectName: "Invoice",
    additionalInformation: null,
    invoiceNumber: invoice.number,
    contact: contact
      ? embed.has("contact") || embed.has("contact.parent")
        ? showContact(world, contact, embed.has("contact.parent"))
        : ref("Contact", contact.id)
      : null,
    create: invoice.createdAt,
    update: invoice.updatedAt,
    sevClient: ref("SevClient", invoice.clientId),
    invoiceDate: midnight(invoice.date),
    header: `${TITLES[invoice.type]} ${invoice.number ?? ""}`.trim(),
    headText: null,
    footText: invoice.footText,
    timeToPay: invoice.timeToPay === null ? null : String(invoice.timeToPay),
    discountTime: String(invoice.discountDays),
    discount: String(invoice.discountPercent),
    addressCountry: ref("StaticCountry", "1"),
    payDate: invoice.payDate ? midnight(invoice.payDate) : null,
    createUser: client ? ref("SevUser", client.user.id) : null,
    deliveryDate: midnight(invoice.type === "AR" ? addDays(invoice.date, 14) : invoice.date),
    deliveryDateUntil: null,
    status: String(invoice.status),
    smallSettlement: "0",
    contactPerson: client ? ref("SevUser", client.user.id) : null,
    taxRate: "0",
    taxText: "Umsatzsteuer 19%",
    taxType: isTwo ? null : "default",
    ...(isTwo ? { taxRule: { id: "1", objectName: "TaxRule" } } : {}),
    taxSet: null,
    dunningLevel: invoice.dunningLevel === null ? null : String(invoice.dunningLevel),
    paymentMethod: method ? (embed.has("paymentMethod") ? showMethod(method) : ref("PaymentMethod", method.id)) : null,
    sendDate: invoice.sentAt,
    sendType: invoice.sendType,
    origin: invoice.originId ? ref("Invoice", invoice.originId) : null,
    invoiceType: invoice.type,
    address: invoice.address,
    currency: invoice.currency,
    ...sums(world, invoice),
    paidAmount: invoice.paidCents / 100,
    customerInternalNote: null,
    showNet: "1",
    enshrined: invoice.enshrinedAt,
    datevConnectOnline: null,
    propertyIsEInvoice: false,
    ...(embed.has("debit") ? { debit: openCents(invoice) / 100 } : {}),
  };
}

const TITLES: Record<Invoice["type"], string> = {
  RE: "Rechnung",
  AR: "Abschlagsrechnung",
  TR: "Teilrechnung",
  ER: "Schlussrechnung",
  SR: "Stornorechnung",
  MA: "Mahnung",
  WKR: "Wiederkehrende Rechnung",
};

/**
 * Returns the sums. For euros the foreign sums are zero. For another currency they hold the sums, and the plain fields
 * their value in euros.
 */
function sums(world: World, invoice: Invoice): Record<string, string> {
  const deducted = world.options.finalSums === "reduced" ? invoice.deductedCents : 0;
  const gross = invoice.totalCents - deducted;
  const net = Math.round((gross * 100) / 119);
  const isForeign = invoice.currency !== "EUR";
  const inEuros = (cents: number): string => sum(isForeign ? Math.round(cents * FOREIGN_RATE) : cents);
  const inForeign = (cents: number): string => (isForeign ? sum(cents) : "0");
  return {
    sumNet: inEuros(net),
    sumTax: inEuros(gross - net),
    sumGross: inEuros(gross),
    sumDiscounts: "0",
    sumNetForeignCurrency: inForeign(net),
    sumTaxForeignCurrency: inForeign(gross - net),
    sumGrossForeignCurrency: inForeign(gross),
    sumDiscountsForeignCurrency: "0",
    sumNetAccounting: inEuros(net),
    sumTaxAccounting: inEuros(gross - net),
    sumGrossAccounting: inEuros(gross),
  };
}

/** One rate for every day and currency: the product debits euros only. */
const FOREIGN_RATE = 0.9;

export function showPosition(invoice: Invoice, position: Position, index: number): Record<string, unknown> {
  const taxCents = position.grossCents - position.netCents;
  return {
    id: position.id,
    objectName: "InvoicePos",
    additionalInformation: null,
    create: invoice.createdAt,
    update: invoice.updatedAt,
    invoice: ref("Invoice", invoice.id),
    part: null,
    quantity: "1",
    price: sum(position.netCents),
    name: position.name,
    unity: ref("Unity", "1"),
    sevClient: ref("SevClient", invoice.clientId),
    positionNumber: String(index),
    text: null,
    discount: null,
    taxRate: String(position.taxRate),
    sumDiscount: "0",
    sumNetAccounting: sum(position.netCents),
    sumTaxAccounting: sum(taxCents),
    sumGrossAccounting: sum(position.grossCents),
    priceNet: sum(position.netCents),
    priceGross: sum(position.grossCents),
    priceTax: sum(taxCents),
  };
}

/**
 * Shows the answer to bookAmount. `ammountPayed` is the vendor's spelling; `creditNote` is present for credit notes
 * only.
 */
export function showLog(log: InvoiceLog): Record<string, unknown> {
  return {
    id: log.id,
    objectName: "InvoiceLog",
    additionalInformation: null,
    create: log.createdAt,
    fromStatus: String(log.fromStatus),
    toStatus: String(log.toStatus),
    ammountPayed: sum(log.cents),
    bookingDate: midnight(log.day),
    sevClient: ref("SevClient", log.clientId),
  };
}
