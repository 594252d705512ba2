import { dayInBerlin } from "../kit/calendar";
import { findAccount, findTransaction } from "./accounts";
import type { Gate } from "./gate";
import { readBody, readCents, readRef } from "./input";
import { isCollectable, openCents, settle } from "./invoice-life";
import { findInvoice } from "./invoices";
import type { BookingType, CheckAccount, Invoice, InvoiceLog, Transaction } from "./model";
import { answer, refuse } from "./replies";
import { showLog } from "./show-invoice";
import type { World } from "./world";

/** Types under which the rest of the invoice is written off, so that it is paid whatever amount arrived. */
const WRITES_OFF: BookingType[] = ["CB", "O", "MTC", "CF"];

/** Adds `PUT /Invoice/{id}/bookAmount`. It is not idempotent: a second call books again, or is refused. */
export function addBooking(world: World, gate: Gate): void {
  gate.on("PUT", "/Invoice/:id/bookAmount", (call) => {
    const invoice = findInvoice(world, call);
    const body = readBody(call.request, "bookAmount");
    const type = body.type as BookingType;
    if (type === "CF" && call.client.systemVersion === "2.0") refuse(422, "type CF is gone in version 2.0");
    const account = findAccount(world, call, readRef(body, "checkAccount", "CheckAccount"));
    const cents = readCents(body, "amount");
    const day = dayInBerlin(new Date((body.date as number) * 1_000));
    checkInvoice(invoice, cents, type);
    const transactionId = readRef(body, "checkAccountTransaction", "CheckAccountTransaction");
    const transaction = transactionId
      ? checkTransaction(findTransaction(world, call, transactionId), account, cents)
      : makeTransaction(world, invoice, account, cents, day);
    return answer(showLog(book(world, { invoice, transaction, cents, type, day })));
  });
}

function checkInvoice(invoice: Invoice, cents: number, type: BookingType): void {
  if (!isCollectable(invoice)) refuse(422, "This invoice cannot be booked");
  if (cents <= 0) refuse(422, "amount must be positive");
  if (cents > openCents(invoice) && type !== "OF") refuse(422, "amount is higher than the open amount");
  if (type === "FULL_PAYMENT" && cents < openCents(invoice)) refuse(422, "amount does not pay the invoice in full");
}

function checkTransaction(transaction: Transaction, account: CheckAccount, cents: number): Transaction {
  if (transaction.accountId !== account.id) refuse(422, "checkAccountTransaction is on another check account");
  if (cents > leftOf(transaction)) refuse(422, "amount is higher than what is left of the transaction");
  return transaction;
}

function leftOf({ cents, links }: Transaction): number {
  return links.reduce((left, link) => left - link.cents, cents);
}

/** Creates the booking's transaction. Online accounts need an existing transaction instead. */
function makeTransaction(
  world: World,
  invoice: Invoice,
  account: CheckAccount,
  cents: number,
  day: string,
): Transaction {
  if (account.type === "online") refuse(422, "checkAccountTransaction is required for online check accounts");
  const contact = invoice.contactId ? world.contacts.get(invoice.contactId) : undefined;
  const stamp = world.stamp(invoice.clientId);
  return world.transactions.put(stamp.id, {
    ...stamp,
    accountId: account.id,
    valueDay: day,
    entryDay: day,
    cents,
    purpose: invoice.number,
    payerName: contact?.name ?? contact?.lastName ?? null,
    payerIban: null,
    payerBic: null,
    status: 100,
    links: [],
  });
}

/** Links transaction and invoice. The control panel uses it too, when the supplier books a payment. */
export function book(
  world: World,
  booking: { invoice: Invoice; transaction: Transaction; cents: number; type: BookingType; day: string },
): InvoiceLog {
  const { invoice, transaction, cents, type, day } = booking;
  const links = [...transaction.links, { invoiceId: invoice.id, cents }];
  const linked = { ...transaction, links, updatedAt: world.now() };
  world.transactions.put(transaction.id, { ...linked, status: leftOf(linked) > 0 ? 200 : 400 });
  const writtenOffCents = WRITES_OFF.includes(type) ? openCents(invoice) - cents : 0;
  const next = settle(world, invoice, { cents, writtenOffCents, day });
  const stamp = world.stamp(invoice.clientId);
  return world.logs.put(stamp.id, {
    ...stamp,
    invoiceId: invoice.id,
    transactionId: transaction.id,
    type,
    fromStatus: invoice.status,
    toStatus: next.status,
    cents,
    day,
  });
}
