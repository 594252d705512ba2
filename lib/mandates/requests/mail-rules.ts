import { contactName } from "@/lib/contacts/rules";
import type { Contact, Customer, Invoice, MandateRequest } from "@/lib/core/prisma/client";
import { fromDate } from "@/lib/core/time/dates";
import { supplierFacts } from "@/lib/templates/mail/rules";

/**
 * Returns the data of a mandate request mail, as of now. The link is not included: it is made when the mail is sent.
 */
export function mailFactsOf(
  request: MandateRequest & { contact: Contact; customer: Customer; invoice: Invoice | null },
) {
  const { customer, contact } = request;
  const invoice = owedInvoice(request.invoice);
  return {
    requestId: request.id,
    supplier: supplierFacts(customer),
    contactName: contactName(contact),
    contactPerson: { firstName: contact.firstName ?? "", lastName: contact.lastName ?? "" },
    invoice: invoice && {
      number: invoice.number,
      amountCents: invoice.openCents,
      totalCents: invoice.totalCents,
      date: fromDate(invoice.voucherDate),
      dueDate: fromDate(invoice.dueDate),
      term: invoice.termLabel,
      customerName: invoice.contactName,
    },
  };
}

/**
 * Returns the invoice that caused a mandate request while it is owed, else null. A paid invoice must not be named, nor
 * one in a currency that a SEPA direct debit cannot pay.
 */
export function owedInvoice<T extends Pick<Invoice, "bookStatus" | "openCents" | "currency">>(
  invoice: T | null,
): T | null {
  return invoice?.bookStatus === "open" && invoice.openCents > 0 && invoice.currency === "EUR" ? invoice : null;
}
