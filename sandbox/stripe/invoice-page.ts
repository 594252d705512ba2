import type { Router, TwinReply, TwinRequest } from "../kit/http";
import { pdfOf } from "../kit/pdf";
import { catchUp } from "./billing";
import type { Invoice } from "./billing-records";
import { esc, money, page, problemLine, redirectTo } from "./html";
import { collect } from "./invoice-life";
import { methodFields, methodFromForm, PageProblem } from "./method-form";
import { languageOf, textsIn } from "./page-texts";
import type { World } from "./world";

/** Adds the hosted invoice page, with a form to pay an open invoice, and its PDF. */
export function invoicePages(world: World, router: Router): void {
  const path = "/i/:account/:id/:token";
  router.on("GET", path, (request) => withInvoice(world, request, (invoice) => show(world, request, invoice)));
  router.on("POST", path, (request) => withInvoice(world, request, (invoice) => pay(world, request, invoice)));
  router.on("GET", `${path}/pdf`, (request) => withInvoice(world, request, (invoice) => pdf(world, invoice)));
}

function withInvoice(world: World, request: TwinRequest, work: (invoice: Invoice) => TwinReply): TwinReply {
  catchUp(world);
  const invoice = world.records.invoices.get(request.params.id ?? "");
  if (invoice && invoice.token === request.params.token && invoice.status !== "draft") return work(invoice);
  return page(404, "en", "Not found", "<section><h1>This invoice does not exist</h1></section>");
}

function show(world: World, request: TwinRequest, invoice: Invoice, problem?: string): TwinReply {
  const customer = world.records.customers.get(invoice.customer);
  const language = languageOf(customer?.preferred_locales[0] ?? null, request.headers["accept-language"]);
  const texts = textsIn(language);
  const rows = invoice.lines.map((line) => row(line.description, money(line.amount, language)));
  const tax = invoice.lines.reduce((all, line) => all + (line.tax?.amount ?? 0), 0);
  rows.push(row(texts.tax, money(tax, language)), row("Total", money(invoice.total, language)));
  const saved = world.records.paymentMethods.filter((one) => one.customer === invoice.customer);
  const form =
    invoice.status === "open"
      ? `<section>${problemLine(problem)}<form method="post" accept-charset="utf-8">${methodFields(texts, ["card", "sepa_debit"], saved, false)}<div class="buttons"><button>${money(invoice.amount_due, language)}</button></div></form></section>`
      : "";
  const title = invoice.number ?? invoice.id;
  const body = `<section><h1>${esc(title)}</h1><p>${esc(customer?.name ?? customer?.email ?? "")} – ${esc(invoice.status)}</p><table>${rows.join("")}</table><p><a href="${esc(`${request.path}/pdf`)}">PDF</a></p></section>${form}`;
  return page(problem ? 422 : 200, language, title, body);
}

function row(label: string, value: string): string {
  return `<tr><td>${esc(label)}</td><td>${esc(value)}</td></tr>`;
}

/** Pays an invoice. The payer has the page open, so the bank can ask for authentication. */
function pay(world: World, request: TwinRequest, invoice: Invoice): TwinReply {
  const customer = world.records.customers.get(invoice.customer);
  if (!customer || invoice.status !== "open") return redirectTo(request.path);
  try {
    const texts = textsIn(languageOf(customer.preferred_locales[0] ?? null, request.headers["accept-language"]));
    const form = new URLSearchParams(request.raw.toString("utf8"));
    const method = methodFromForm(world, form, customer, texts);
    const outcome = method ? collect(world, invoice, { method, isAuthenticated: true }) : undefined;
    if (outcome?.result === "failed") throw new PageProblem(outcome.failure.message);
    return redirectTo(request.path);
  } catch (error) {
    if (error instanceof PageProblem) return show(world, request, invoice, error.message);
    throw error;
  }
}

function pdf(world: World, invoice: Invoice): TwinReply {
  const customer = world.records.customers.get(invoice.customer);
  const lines = invoice.lines.map((line) => `${line.description}: ${money(line.amount, "en")}`);
  const body = pdfOf(`Invoice ${invoice.number ?? ""}`, [
    customer?.name ?? "",
    ...lines,
    `Total: ${money(invoice.total, "en")}`,
  ]);
  return { status: 200, headers: { "content-type": "application/pdf" }, body };
}
