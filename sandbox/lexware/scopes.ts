/** The scopes of a connection, with the texts of the consent page. */
export const SCOPES: Readonly<Record<string, string>> = {
  "profile.read": "Firmenprofil lesen",
  "contacts.read": "Kontakte lesen",
  "contacts.write": "Kontakte anlegen und ändern",
  "contacts.bankaccounts.read": "Bankverbindungen von Kontakten lesen",
  "contacts.bankaccounts.write": "Bankverbindungen von Kontakten ändern",
  "invoices.read": "Rechnungen und Abschlagsrechnungen lesen",
  "invoices.write": "Rechnungen anlegen",
  "voucherlist.read": "Belegliste lesen",
  "vouchers.read": "Buchhaltungsbelege lesen",
  "vouchers.write": "Buchhaltungsbelege anlegen und ändern",
  "payments.read": "Zahlungsstand von Belegen lesen",
  "transaction-assignment-hint.write": "Zuordnungshinweise für Zahlungen anlegen",
  "finance.read": "Konten und Umsätze lesen",
  "finance.write": "Konten und Umsätze anlegen",
  "finance.delete": "Konten und Umsätze löschen",
  "files.read": "Dateien lesen",
  "files.write": "Dateien hochladen",
  "files.status": "Stand hochgeladener Dateien lesen",
  "organization.read": "Organisation lesen",
  "articles.read": "Artikel lesen",
  "articles.write": "Artikel anlegen und ändern",
  "credit-notes.read": "Rechnungskorrekturen lesen",
  "credit-notes.write": "Rechnungskorrekturen anlegen",
};

export const ALL_SCOPES = Object.keys(SCOPES);
