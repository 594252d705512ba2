import { contactName } from "@/lib/contacts/rules";
import { fromDate } from "@/lib/core/dates";
import type { Contact, Customer, Invoice, MandateRequest } from "@/lib/core/prisma/client";
import { supplierFacts } from "@/lib/templates/data";

/** What a mail that asks for a mandate tells of, as it stands now. Its link opens a signing: it is made when it is sent. */
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
 * The invoice because of which a payer is asked, while it is owed: one that was paid meanwhile is not to be named, nor is one
 * in another currency, which no debit pays.
 */
export function owedInvoice<T extends Pick<Invoice, "bookStatus" | "openCents" | "currency">>(
  invoice: T | null,
): T | null {
  return invoice?.bookStatus === "open" && invoice.openCents > 0 && invoice.currency === "EUR" ? invoice : null;
}
