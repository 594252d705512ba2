import { addDays } from "../kit/calendar";
import { emailOf, emailsOf } from "./desk-contacts";
import { openCents } from "./invoice-life";
import type { Contact, Invoice } from "./model";
import type { World } from "./world";

/** Returns what the control panel shows of the twin. `apiKey` is the demo account's, null once it is revoked. */
export function stateOf(world: World, origin: string): Record<string, unknown> {
  const emailFor = emailsOf(world);
  return {
    apiKey: world.clients.all()[0]?.apiKey ?? null,
    apiUrl: `${origin}/api/v1`,
    clients: world.clients.all().map(({ id, name, apiKey, systemVersion }) => ({ id, name, apiKey, systemVersion })),
    contacts: world.contacts.all().map((contact) => ({
      id: contact.id,
      client: contact.clientId,
      name: contact.name ?? [contact.firstName, contact.lastName].filter(Boolean).join(" "),
      email: emailFor(contact),
    })),
    invoices: world.invoices.all().map((invoice) => invoiceState(world, invoice, emailFor)),
    paymentMethods: world.methods.all().map(({ id, clientId, name }) => ({ id, client: clientId, name })),
    accounts: world.accounts.all().map(({ id, clientId, name, type }) => ({ id, client: clientId, name, type })),
    transactions: world.transactions.all(),
    mistakes: [...world.mistakes],
  };
}

/** Returns one invoice in the control panel's form; also the answer to the control panel's changes. */
export function invoiceState(
  world: World,
  invoice: Invoice,
  emailFor = (contact: Contact): string | null => emailOf(world, contact),
): Record<string, unknown> {
  const contact = invoice.contactId ? world.contacts.get(invoice.contactId) : undefined;
  return {
    id: invoice.id,
    client: invoice.clientId,
    type: invoice.type,
    number: invoice.number,
    status: invoice.status,
    totalCents: invoice.totalCents,
    openCents: openCents(invoice),
    invoiceDate: invoice.date,
    dueDate: invoice.timeToPay === null ? null : addDays(invoice.date, invoice.timeToPay),
    paymentTermLabel: invoice.paymentMethodId ? (world.methods.get(invoice.paymentMethodId)?.name ?? null) : null,
    contactId: invoice.contactId,
    contactName: contact ? (contact.name ?? contact.lastName) : null,
    contactEmail: contact ? emailFor(contact) : null,
    originId: invoice.originId,
  };
}

/** Returns the ledger for checkers: what is open, what arrived, and which booking links the two. */
export function ledgerOf(world: World): Record<string, unknown> {
  return {
    invoices: world.invoices.all().map((invoice) => ({
      id: invoice.id,
      client: invoice.clientId,
      number: invoice.number,
      type: invoice.type,
      status: invoice.status,
      totalCents: invoice.totalCents,
      paidCents: invoice.paidCents,
      openCents: openCents(invoice),
    })),
    transactions: world.transactions.all().map(({ id, clientId, accountId, cents, purpose, status, links }) => ({
      ...{ id, client: clientId, account: accountId, cents, purpose, status, links },
    })),
    bookings: world.logs.all().map(({ invoiceId, transactionId, type, cents }) => ({
      ...{ invoice: invoiceId, transaction: transactionId, type, cents },
    })),
  };
}
