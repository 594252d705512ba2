import type { Locale } from "@/lib/core/locales";
import { formatMoney } from "@/lib/core/money/money";
import { mailName } from "@/lib/core/text/sanitise";
import { formatDay } from "@/lib/core/time/dates";
import type { MandateFacts } from "@/lib/templates/mail/facts-schema";
import type { PlaceholderValues } from "./rules";

/** Returns the value of each placeholder for one mail, in the language of that mail. */
export function placeholderValues(facts: MandateFacts, locale: Locale): PlaceholderValues {
  const { supplier, invoice, contactPerson } = facts;
  return {
    companyName: mailName(supplier.name),
    companyAddress: mailName(supplier.address),
    companyZip: supplier.zip,
    companyCity: mailName(supplier.city),
    companyCountry: countryName(supplier.countryCode, locale),
    companyPhone: supplier.phone,
    companyEmail: supplier.email,
    companyWebsite: supplier.website,
    customerName: mailName(facts.contactName),
    customerContactPersonName: mailName(`${contactPerson.firstName} ${contactPerson.lastName}`),
    customerContactPersonFirstName: mailName(contactPerson.firstName),
    ...(invoice && {
      invoiceNo: invoice.number,
      invoiceDate: invoice.date && formatDay(invoice.date, locale),
      invoiceGrossAmount: formatMoney(invoice.totalCents ?? invoice.amountCents, locale),
      invoicePaymentTerm: invoice.term,
      invoiceDueDate: formatDay(invoice.dueDate, locale),
      invoiceCustomerName: mailName(invoice.customerName || facts.contactName),
    }),
  };
}

function countryName(code: string, locale: Locale): string {
  if (!/^[A-Z]{2}$/.test(code)) return "";
  return new Intl.DisplayNames(locale, { type: "region" }).of(code) ?? "";
}
