import { formatDay } from "@/lib/core/dates";
import type { Locale } from "@/lib/core/locales";
import { formatMoney } from "@/lib/core/money";
import type { MandateFacts } from "./facts-schema";
import type { PlaceholderValues } from "./rules";

/** What each placeholder stands for in one mail, in the language of that mail. */
export function placeholderValues(facts: MandateFacts, locale: Locale): PlaceholderValues {
  const { supplier, invoice, contactPerson } = facts;
  return {
    companyName: supplier.name,
    companyAddress: supplier.address,
    companyZip: supplier.zip,
    companyCity: supplier.city,
    companyCountry: countryName(supplier.countryCode, locale),
    companyPhone: supplier.phone,
    companyEmail: supplier.email,
    companyWebsite: supplier.website,
    customerName: facts.contactName,
    customerContactPersonName: `${contactPerson.firstName} ${contactPerson.lastName}`.trim(),
    customerContactPersonFirstName: contactPerson.firstName,
    ...(invoice && {
      invoiceNo: invoice.number,
      invoiceDate: invoice.date && formatDay(invoice.date, locale),
      invoiceGrossAmount: formatMoney(invoice.totalCents ?? invoice.amountCents, locale),
      invoicePaymentTerm: invoice.term,
      invoiceDueDate: formatDay(invoice.dueDate, locale),
      invoiceCustomerName: invoice.customerName || facts.contactName,
    }),
  };
}

function countryName(code: string, locale: Locale): string {
  if (!/^[A-Z]{2}$/.test(code)) return "";
  return new Intl.DisplayNames(locale, { type: "region" }).of(code) ?? "";
}
