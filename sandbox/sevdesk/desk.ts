import { deskRefuse, readCents, readDeskBody, readOptionalDay, readOptionalText } from "../kit/desk-input";
import { type Fields, isFields } from "../kit/fields";
import type { Router } from "../kit/http";
import { book } from "./booking";
import { openClient } from "./clients";
import { changeContact } from "./desk-contacts";
import { clientFor, findDeskInvoice } from "./desk-input";
import { createDeskInvoice, daysOf } from "./desk-invoices";
import { cancel, isCollectable, keep, openCents, positionsFor, remind, reopen, send } from "./invoice-life";
import type { Invoice } from "./model";
import { invoiceState } from "./state";
import { newApiKey, type World } from "./world";

/**
 * Adds the routes through which the control panel plays the people who use sevdesk. `client` names the account, by
 * default the demo's.
 */
export function addDeskRoutes(world: World, router: Router): void {
  router.on("POST", "/sevdesk/clients", (request) => {
    const body = readDeskBody(request);
    const systemVersion = body.systemVersion === "1.0" ? "1.0" : "2.0";
    const { id, name, apiKey } = openClient(world, {
      name: readOptionalText(body, "name") ?? "Neue Firma",
      systemVersion,
    });
    return { status: 201, body: { id, name, apiKey } };
  });
  router.on("POST", "/sevdesk/invoices", (request) => {
    const body = readDeskBody(request);
    return { status: 201, body: invoiceState(world, createDeskInvoice(world, clientFor(world, body.client), body)) };
  });
  router.on("POST", "/sevdesk/invoices/bulk", (request) => {
    const { invoices, client } = readDeskBody(request);
    if (!Array.isArray(invoices) || !invoices.every(isFields)) deskRefuse(422, "invoices must be an array of objects");
    const owner = clientFor(world, client);
    const made = (invoices as Fields[]).map((one) => createDeskInvoice(world, owner, one));
    return { status: 201, body: { created: made.length, invoices: made.map(({ id, number }) => ({ id, number })) } };
  });
  router.on("POST", "/sevdesk/invoices/:id/:what", (request) => {
    const invoice = findDeskInvoice(world, request.params.id);
    const act = ACTS[request.params.what ?? ""];
    if (!act) return deskRefuse(404, `what must be one of ${Object.keys(ACTS).join(", ")}`);
    const next = act(world, invoice, readDeskBody(request));
    return { status: 200, body: next ? invoiceState(world, next) : { id: invoice.id, deleted: true } };
  });
  router.on("POST", "/sevdesk/contacts/:id/change", (request) => {
    const id = request.params.id ?? "";
    const contact = world.contacts.get(id) ?? deskRefuse(404, `no contact ${id}`);
    return { status: 200, body: changeContact(world, contact, readDeskBody(request)) };
  });
  router.on("POST", "/sevdesk/accounts/:id/change", (request) => {
    const body = readDeskBody(request);
    const id = request.params.id ?? "";
    const account = world.accounts.get(id) ?? deskRefuse(404, `no payment account ${id}`);
    const name = readOptionalText(body, "name") ?? account.name;
    world.accounts.put(id, { ...account, name, isArchived: body.isArchived === true });
    return { status: 200, body: { id, name } };
  });
  router.on("POST", "/sevdesk/keys/:what", (request) => {
    const { what } = request.params;
    if (what !== "rotate" && what !== "revoke") return deskRefuse(404, "what must be rotate or revoke");
    const client = clientFor(world, readDeskBody(request).client);
    const apiKey = what === "rotate" ? newApiKey() : null;
    world.clients.put(client.id, { ...client, apiKey });
    return { status: 200, body: { client: client.id, apiKey } };
  });
}

type Act = (world: World, invoice: Invoice, body: Fields) => Invoice | null;

const ACTS: Record<string, Act> = {
  pay: (world, invoice) => pay(world, invoice, openCents(invoice)),
  "part-pay": (world, invoice, body) => {
    const cents = readCents(body);
    if (cents > openCents(invoice)) deskRefuse(422, `only ${openCents(invoice)} cents are open`);
    return pay(world, invoice, cents);
  },
  void: (world, invoice) => {
    if (invoice.status === 100 || invoice.status === 500) deskRefuse(422, "a draft or cancelled one cannot be voided");
    return cancel(world, invoice).cancelled;
  },
  remind: (world, invoice) => {
    if (!isCollectable(invoice)) deskRefuse(422, "nothing is open on this invoice");
    return remind(world, invoice);
  },
  change: (world, invoice, body) => {
    if (invoice.status === 500 || invoice.enshrinedAt) deskRefuse(422, "this invoice cannot be changed");
    return keep(world, invoice, readChange(world, invoice, body));
  },
  reopen: (world, invoice) => {
    if (invoice.paidCents === 0) deskRefuse(422, "nothing was paid on this invoice");
    return reopen(world, invoice);
  },
  send: (world, invoice) => {
    if (invoice.status !== 100) deskRefuse(422, "only drafts can be sent");
    return send(world, invoice, "VM");
  },
  delete: (world, invoice) => {
    if (invoice.status !== 100) deskRefuse(422, "only drafts can be deleted");
    world.invoices.delete(invoice.id);
    return null;
  },
};

/** The supplier books money that arrived in the bank account. */
function pay(world: World, invoice: Invoice, cents: number): Invoice {
  if (!isCollectable(invoice)) deskRefuse(422, "nothing is open on this invoice");
  const account = world.accounts.find((one) => one.clientId === invoice.clientId && one.isDefault);
  if (!account) return deskRefuse(422, "the account has no bank account");
  const stamp = world.stamp(invoice.clientId);
  const day = world.today();
  const transaction = world.transactions.put(stamp.id, {
    ...stamp,
    accountId: account.id,
    ...{ valueDay: day, entryDay: day, cents, status: 100 as const, links: [] },
    ...{ purpose: invoice.number, payerName: null, payerIban: null, payerBic: null },
  });
  const type = cents === openCents(invoice) ? "FULL_PAYMENT" : "N";
  book(world, { invoice, transaction, cents, type, day });
  return world.invoices.get(invoice.id) ?? invoice;
}

function readChange(world: World, invoice: Invoice, body: Fields): Partial<Invoice> {
  const change: Partial<Invoice> = {};
  if (body.amountCents !== undefined) {
    const cents = readCents(body);
    const name = invoice.positions[0]?.name ?? "Leistung";
    Object.assign(change, { totalCents: cents, positions: positionsFor(world, name, cents) });
  }
  const dueDate = readOptionalDay(body, "dueDate");
  if (dueDate) change.timeToPay = daysOf(invoice.date, dueDate);
  return change;
}
