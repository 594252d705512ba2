import type { Call, Gate } from "./gate";
import { cancel, openCents } from "./invoice-life";
import type { Invoice } from "./model";
import { isInTime, Query, TIME_FILTERS } from "./query";
import { answer, missing, refuse } from "./replies";
import { INVOICE_EMBEDS, showInvoice, showPosition } from "./show-invoice";
import { midnight, unix, type World } from "./world";

const FILTERS = [
  ...["status", "invoiceNumber", "startDate", "endDate", "contact[id]", "contact[objectName]", "partiallyPaid"],
  ...["paymentMethod[id]", "paymentMethod[objectName]", "invoiceType", "showAll", "showMa", "showWkr"],
  ...["orderByInvoiceNumber"],
  ...TIME_FILTERS,
];
const STATUSES = [50, 100, 200, 500, 750, 1000];
const MOST = Number.MAX_SAFE_INTEGER;

/** Adds the routes for the invoices of the key's account. The supplier writes invoices in the control panel. */
export function addInvoices(world: World, gate: Gate): void {
  gate.on("GET", "/Invoice", (call) => list(world, call));
  gate.on("GET", "/Invoice/:id", (call) => {
    const embed = new Query(call.request, []).embed(INVOICE_EMBEDS);
    return answer([showInvoice(world, findInvoice(world, call), embed)]);
  });
  gate.on("GET", "/Invoice/:id/getPositions", (call) => {
    const invoice = findInvoice(world, call);
    const query = new Query(call.request, []);
    return query.page([...invoice.positions.entries()], ([index, one]) => showPosition(invoice, one, index));
  });
  gate.on("GET", "/InvoicePos", (call) => {
    const query = new Query(call.request, ["invoice[id]", "invoice[objectName]"]);
    const id = query.reference("invoice", "Invoice");
    const invoices = invoicesOf(world, call).filter((one) => id === undefined || one.id === id);
    const rows = invoices.flatMap((invoice) => invoice.positions.map((one, index) => ({ invoice, one, index })));
    return query.page(rows, ({ invoice, one, index }) => showPosition(invoice, one, index));
  });
  gate.on("GET", "/Invoice/:id/getIsPartiallyPaid", (call) => answer(isPartlyPaid(findInvoice(world, call))));
  gate.on("POST", "/Invoice/:id/cancelInvoice", (call) => {
    const invoice = findInvoice(world, call);
    if (invoice.status === 100 || invoice.status === 500) refuse(422, "This invoice cannot be cancelled");
    if (["SR", "MA", "WKR"].includes(invoice.type)) refuse(422, "This type of invoice cannot be cancelled");
    return answer(showInvoice(world, cancel(world, invoice).cancellation), {}, 201);
  });
}

/** Returns an invoice of the key's account by the id in the path. */
export function findInvoice(world: World, { request, client }: Call): Invoice {
  const invoice = world.invoices.get(request.params.id ?? "");
  return invoice?.clientId === client.id ? invoice : missing("Invoice");
}

function invoicesOf(world: World, { client }: Call): Invoice[] {
  return world.invoices.filter((one) => one.clientId === client.id);
}

function isPartlyPaid(invoice: Invoice): boolean {
  return invoice.paidCents > 0 && openCents(invoice) > 0;
}

/** Lists invoices, newest first unless sorted by number. Reminders and series appear on request only. */
function list(world: World, call: Call) {
  const query = new Query(call.request, FILTERS);
  const embed = query.embed(INVOICE_EMBEDS);
  const status = query.whole("status", 0, 1_000);
  if (status !== undefined && !STATUSES.includes(status)) refuse(400, "Parameter 'status' is unknown");
  const number = query.text("invoiceNumber");
  const type = query.text("invoiceType");
  const [from, to] = [query.whole("startDate", 0, MOST), query.whole("endDate", 0, MOST)];
  const contactId = query.reference("contact", "Contact");
  const methodId = query.reference("paymentMethod", "PaymentMethod");
  const isShown = (one: Invoice): boolean =>
    query.isSet("showAll") ||
    type !== undefined ||
    ((one.type !== "MA" || query.isSet("showMa")) && (one.type !== "WKR" || query.isSet("showWkr")));
  const hits = invoicesOf(world, call).filter(
    (one) =>
      isShown(one) &&
      (status === undefined || one.status === status) &&
      (number === undefined || one.number === number) &&
      (type === undefined || one.type === type) &&
      (from === undefined || unix(midnight(one.date)) >= from) &&
      (to === undefined || unix(midnight(one.date)) <= to) &&
      (contactId === undefined || one.contactId === contactId) &&
      (methodId === undefined || one.paymentMethodId === methodId) &&
      (!query.isSet("partiallyPaid") || isPartlyPaid(one)) &&
      isInTime(query, one),
  );
  return query.page(inOrder(hits, query.text("orderByInvoiceNumber")), (one) => showInvoice(world, one, embed));
}

function inOrder(hits: Invoice[], order: string | undefined): Invoice[] {
  if (order === undefined) return hits.sort((a, b) => Number(b.id) - Number(a.id));
  if (order !== "ASC" && order !== "DESC") refuse(400, "Parameter 'orderByInvoiceNumber' must be ASC or DESC");
  const sign = order === "ASC" ? 1 : -1;
  return hits.sort((a, b) => sign * (a.number ?? "").localeCompare(b.number ?? "", "de", { numeric: true }));
}
