import { transactionState, unassignedCents } from "./assignment";
import { CLIENT_ID, CLIENT_SECRET, redirectUriOf } from "./client";
import { emailsOf, nameOf } from "./contacts";
import type { Voucher } from "./model";
import { isOverdue, openCents } from "./voucher-amounts";
import type { World } from "./world";

/** Returns what the control panel shows of the twin: everything but the connections' tokens. */
export function stateOf(world: World, origin: string): Record<string, unknown> {
  return {
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    redirectUri: redirectUriOf(world),
    authUrl: origin,
    apiUrl: origin,
    publicKeyUrl: `${origin}/webhookSignature/public/public_key.pub`,
    // Testers sign webhooks of their own with it, as with the other twins' webhook secrets.
    webhookKey: world.config.privateKeyPem,
    assignment: world.config.assignment,
    organisations: world.organisations.all().map(({ id, name, taxType }) => ({ id, name, taxType })),
    connections: world.connections.all().map((connection) => ({
      id: connection.id,
      organisation: connection.organisationId,
      name: connection.name,
      status: connection.status,
      scopes: connection.scopes,
    })),
    contacts: world.contacts.all().map((contact) => ({
      id: contact.id,
      organisation: contact.organisationId,
      name: nameOf(contact),
      email: emailsOf(contact)[0] ?? null,
      version: contact.version,
    })),
    invoices: world.vouchers.all().map((voucher) => invoiceState(world, voucher)),
    paymentConditions: world.conditions.all(),
    hints: world.hints.all(),
    accounts: world.accounts.all(),
    transactions: world.transactions.all().map((transaction) => ({
      ...transaction,
      state: transactionState(transaction),
      openCents: unassignedCents(transaction),
    })),
    subscriptions: world.subscriptions.all(),
    deliveries: world.events
      .list()
      .slice(-50)
      .map(({ id, url, body, state, attempts, lastStatus }) => ({ id, url, body, state, attempts, lastStatus })),
  };
}

/** Returns one document in the control panel's form; also the answer to the control panel's changes. */
export function invoiceState(world: World, voucher: Voucher): Record<string, unknown> {
  const contact = voucher.contactId ? world.contacts.get(voucher.contactId) : undefined;
  return {
    id: voucher.id,
    organisation: voucher.organisationId,
    type: voucher.type,
    number: voucher.number,
    status: voucher.status,
    isOverdue: isOverdue(voucher, world.today()),
    isClosing: voucher.deductions !== null,
    totalCents: voucher.totalCents,
    openCents: openCents(voucher),
    voucherDate: voucher.date,
    dueDate: voucher.dueDate,
    paymentTermLabel: voucher.term?.label ?? null,
    contactId: voucher.contactId,
    contactName: voucher.contactName,
    contactEmail: contact ? (emailsOf(contact)[0] ?? null) : null,
    version: voucher.version,
    payments: voucher.payments,
    closingInvoiceId: voucher.closingInvoiceId,
  };
}

/** Returns the ledger for checkers, in the shape of design.md section 5. */
export function ledgerOf(world: World): Record<string, unknown> {
  return {
    vouchers: world.vouchers.all().map((voucher) => ({
      id: voucher.id,
      organisation: voucher.organisationId,
      number: voucher.number,
      type: voucher.type,
      status: voucher.status,
      totalCents: voucher.totalCents,
      openCents: openCents(voucher),
      dueDate: voucher.dueDate,
      closingInvoiceId: voucher.closingInvoiceId,
    })),
    hints: world.hints.all().map((hint) => ({
      voucherId: hint.voucherId,
      externalReference: hint.externalReference ?? null,
      ...(hint.endToEndId ? { endToEndId: hint.endToEndId } : {}),
    })),
    transactions: world.transactions.all().map((transaction) => ({
      organisation: transaction.organisationId,
      externalReference: transaction.externalReference,
      cents: transaction.cents,
      feeCents: transaction.feeCents ?? 0,
      assigned: transaction.assignments.length > 0,
    })),
  };
}
