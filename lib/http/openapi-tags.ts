/** The purpose of the calls below each first part of a path; the API's description shows it as the text of a tag. */
export const TAG_TEXTS: Record<string, string> = {
  connect: "Finish connecting the accounting software and GoCardless",
  customers: "Your account: invoices, e-invoices, settings, email texts, connections, contract",
  gocardless: "Mandate requests, payouts, and your account at GoCardless",
  lexoffice: "Contacts, payment conditions and documents of the accounting software",
  login: "Log in with a password",
  passkeys: "Log in with a passkey, add and delete passkeys",
  register: "Register a company, confirm an address, set a new password",
  stripe: "Your plan: its payment, upgrade and cancellation",
  users: "You: name, address, two-factor authentication",
};
