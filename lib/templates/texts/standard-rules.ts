import type { Locale } from "@/lib/core/locales";
import type { TemplateTab, TemplateTexts } from "./rules";

/**
 * Our own texts of a mandate mail, used until a supplier saves others, and after a reset. Braces contain our
 * placeholders, as in a supplier's texts. So these texts are not in messages/, whose braces are parsed at build time.
 */
const STANDARD: Record<Locale, Record<TemplateTab, TemplateTexts>> = { de: german(), en: english() };

export function standardTexts(tab: TemplateTab, locale: Locale): TemplateTexts {
  return STANDARD[locale][tab];
}

function german(): Record<TemplateTab, TemplateTexts> {
  const both = {
    headline: "{companyName}",
    subtitle: "Bitte um ein SEPA-Lastschriftmandat. Es dauert etwa eine Minute.",
    shortInfo: [
      "So geht es weiter:",
      "1. Sie öffnen die gesicherte Seite und sehen, wer Sie bittet.",
      "2. Sie geben Ihre Bankverbindung bei GoCardless ein, einem zugelassenen Zahlungsinstitut.",
      "3. Vor jedem Einzug erfahren Sie Betrag und Tag.",
    ].join("\n"),
  };
  return {
    "with-invoice": {
      ...both,
      subject: "{companyName}: SEPA-Lastschriftmandat zur Rechnung {invoiceNo}",
      body: [
        "Guten Tag {customerName},",
        "",
        "{companyName} möchte die Rechnung {invoiceNo} per SEPA-Lastschrift von Ihrem Konto einziehen und bittet Sie um ein Mandat.",
      ].join("\n"),
    },
    "without-invoice": {
      ...both,
      subject: "{companyName}: Bitte um ein SEPA-Lastschriftmandat",
      body: [
        "Guten Tag {customerName},",
        "",
        "{companyName} möchte künftige Rechnungen per SEPA-Lastschrift von Ihrem Konto einziehen und bittet Sie um ein Mandat.",
      ].join("\n"),
    },
  };
}

function english(): Record<TemplateTab, TemplateTexts> {
  const both = {
    headline: "{companyName}",
    subtitle: "Request for a SEPA direct debit mandate. It takes about a minute.",
    shortInfo: [
      "What happens next:",
      "1. You open the secure page and check who is asking.",
      "2. You enter your account details at GoCardless, a licensed payment institution.",
      "3. You are told the amount and the day before every debit.",
    ].join("\n"),
  };
  return {
    "with-invoice": {
      ...both,
      subject: "{companyName}: SEPA direct debit mandate for invoice {invoiceNo}",
      body: [
        "Hello {customerName},",
        "",
        "{companyName} would like to collect invoice {invoiceNo} from your account by SEPA direct debit and asks for your mandate.",
      ].join("\n"),
    },
    "without-invoice": {
      ...both,
      subject: "{companyName}: please grant a SEPA direct debit mandate",
      body: [
        "Hello {customerName},",
        "",
        "{companyName} would like to collect future invoices from your account by SEPA direct debit and asks for your mandate.",
      ].join("\n"),
    },
  };
}
