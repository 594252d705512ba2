/** The texts of the payer's page in two languages. */
export const PAYER_TEXTS = {
  de: {
    title: "SEPA-Lastschrift einrichten",
    intro: (creditor: string) => `${creditor} möchte Rechnungen per SEPA-Lastschrift von Ihrem Konto einziehen.`,
    purpose: "Verwendung",
    who: "Ihre Angaben",
    company: "Firma",
    companyHint: "Als Privatperson lassen Sie das Feld leer.",
    given: "Vorname",
    family: "Nachname",
    email: "E-Mail",
    street: "Straße und Hausnummer",
    zip: "PLZ",
    city: "Ort",
    country: "Land",
    account: "Ihr Konto",
    iban: "IBAN",
    mandate: "Mandat",
    consent: (creditor: string) =>
      `Ich ermächtige ${creditor}, Zahlungen von meinem Konto mittels Lastschrift einzuziehen. Zugleich weise ich mein ` +
      `Kreditinstitut an, die von ${creditor} auf mein Konto gezogenen Lastschriften einzulösen. Hinweis: Ich kann ` +
      "innerhalb von acht Wochen, beginnend mit dem Belastungsdatum, die Erstattung des belasteten Betrages verlangen. " +
      "Es gelten dabei die mit meinem Kreditinstitut vereinbarten Bedingungen.",
    creditorId: "Gläubiger-Identifikationsnummer",
    sign: "Mandat erteilen",
    exit: "Abbrechen",
    nameMissing: "Bitte geben Sie eine Firma oder Vor- und Nachnamen an.",
    emailBad: "Bitte geben Sie eine gültige E-Mail-Adresse an.",
    ibanBad: "Diese IBAN ist nicht gültig. Bitte prüfen Sie die Eingabe.",
    fieldMissing: "Bitte füllen Sie dieses Feld aus.",
    done: "Das Mandat ist erteilt.",
    doneText: (creditor: string) => `${creditor} kann Rechnungen jetzt per Lastschrift einziehen.`,
    back: "Weiter",
    unknown: "Diese Seite gibt es nicht.",
    unknownText: "Der Link ist unvollständig oder falsch.",
    expired: "Dieser Link ist abgelaufen.",
    expiredText: "Bitte öffnen Sie die Einladung noch einmal oder bitten Sie um einen neuen Link.",
    cancelled: "Diese Anfrage wurde zurückgezogen.",
    cancelledText: "Sie müssen nichts tun.",
    used: "Das Mandat wurde bereits erteilt.",
    usedText: "Sie müssen nichts mehr tun.",
    exited: "Sie haben abgebrochen.",
    exitedText: "Es wurde kein Mandat erteilt. Sie können dieses Fenster schließen.",
  },
  en: {
    title: "Set up a SEPA Direct Debit",
    intro: (creditor: string) => `${creditor} would like to collect invoices from your account by SEPA Direct Debit.`,
    purpose: "Purpose",
    who: "Your details",
    company: "Company",
    companyHint: "Leave this empty if you are a private person.",
    given: "First name",
    family: "Last name",
    email: "E-mail",
    street: "Street and number",
    zip: "Postcode",
    city: "City",
    country: "Country",
    account: "Your account",
    iban: "IBAN",
    mandate: "Mandate",
    consent: (creditor: string) =>
      `By signing this mandate form, you authorise (A) ${creditor} to send instructions to your bank to debit your ` +
      `account and (B) your bank to debit your account in accordance with the instructions from ${creditor}. As part of ` +
      "your rights, you are entitled to a refund from your bank under the terms and conditions of your agreement with " +
      "your bank. A refund must be claimed within 8 weeks starting from the date on which your account was debited.",
    creditorId: "Creditor identifier",
    sign: "Set up mandate",
    exit: "Cancel",
    nameMissing: "Please enter a company, or a first and last name.",
    emailBad: "Please enter a valid e-mail address.",
    ibanBad: "This IBAN is not valid. Please check what you typed.",
    fieldMissing: "Please fill in this field.",
    done: "The mandate is set up.",
    doneText: (creditor: string) => `${creditor} can now collect invoices by direct debit.`,
    back: "Continue",
    unknown: "This page does not exist.",
    unknownText: "The link is incomplete or wrong.",
    expired: "This link has expired.",
    expiredText: "Please open the invitation again, or ask for a new link.",
    cancelled: "This request was withdrawn.",
    cancelledText: "There is nothing you need to do.",
    used: "The mandate is already set up.",
    usedText: "There is nothing left to do.",
    exited: "You cancelled.",
    exitedText: "No mandate was set up. You may close this window.",
  },
};

export type PayerTexts = (typeof PAYER_TEXTS)["de"];

export function payerTexts(language: string | null): { language: "de" | "en"; texts: PayerTexts } {
  const chosen = language?.toLowerCase().startsWith("de") ? "de" : "en";
  return { language: chosen, texts: PAYER_TEXTS[chosen] };
}
