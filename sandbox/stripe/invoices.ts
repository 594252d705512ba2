import type { Api, Call } from "./api";
import type { Invoice } from "./billing-records";
import { cardError, invalid, missing } from "./errors";
import { emit } from "./events";
import { changeInvoice, collect, finalize, markUncollectible, settleInvoice, voidInvoice } from "./invoice-life";
import { invoicePayments, showInvoice, showLine } from "./invoice-shapes";
import { inRange, listOf } from "./lists";
import { count, flag, group, kept, mergedMetadata, text } from "./params";
import { methodOf } from "./payment-methods";
import { cancelIntent } from "./payments";
import { previewInvoice } from "./preview";
import type { Wire } from "./records";
import { now, type World } from "./world";

export function invoiceRoutes(api: Api): void {
  api.on("POST", "/v1/invoices/create_preview", "InvoiceCreatePreviewParams", ({ world, params }) =>
    previewInvoice(world, params),
  );
  api.on("GET", "/v1/invoices", "InvoiceListParams", list);
  api.on("GET", "/v1/invoices/:id", "InvoiceRetrieveParams", ({ world, id }) =>
    showInvoice(world, invoiceOf(world, id)),
  );
  api.on("POST", "/v1/invoices/:id", "InvoiceUpdateParams", update);
  api.on("DELETE", "/v1/invoices/:id", "InvoiceDeleteParams", remove);
  api.on("GET", "/v1/invoices/:id/lines", "InvoiceListLineItemsParams", (call) => {
    const invoice = invoiceOf(call.world, call.id);
    return listOf(call, {
      docs: [...invoice.lines].reverse(),
      what: "line_item",
      show: (line) => showLine(invoice, line),
    });
  });
  api.on("POST", "/v1/invoices/:id/finalize", "InvoiceFinalizeInvoiceParams", ({ world, id, params }) => {
    const invoice = invoiceIn(world, id, ["draft"], "This invoice is already finalized, you can't finalize it again.");
    finalize(world, invoice);
    const auto = flag(params, "auto_advance");
    if (auto !== undefined) changeInvoice(world, invoice, { auto_advance: auto });
    if (invoice.status === "open" && invoice.auto_advance && invoice.collection_method === "charge_automatically")
      collect(world, invoice);
    return showInvoice(world, invoice);
  });
  api.on("POST", "/v1/invoices/:id/pay", "InvoicePayParams", pay);
  api.on("POST", "/v1/invoices/:id/void", "InvoiceVoidInvoiceParams", ({ world, id }) => {
    const invoice = invoiceIn(
      world,
      id,
      ["open", "uncollectible"],
      "You can only pass in open invoices. This invoice isn't open.",
    );
    voidInvoice(world, invoice);
    return showInvoice(world, invoice);
  });
  api.on("POST", "/v1/invoices/:id/mark_uncollectible", "InvoiceMarkUncollectibleParams", ({ world, id }) => {
    const invoice = invoiceIn(world, id, ["open"], "You can only pass in open invoices. This invoice isn't open.");
    markUncollectible(world, invoice);
    return showInvoice(world, invoice);
  });
  api.on("POST", "/v1/invoices/:id/send", "InvoiceSendInvoiceParams", ({ world, id }) => {
    const invoice = invoiceIn(world, id, ["draft", "open"], "You can only send open invoices.");
    if (invoice.collection_method !== "send_invoice")
      throw invalid("You can only manually send an invoice if its collection method is 'send_invoice'.");
    finalize(world, invoice);
    emit(world, "invoice.sent", showInvoice(world, invoice));
    return showInvoice(world, invoice);
  });
  paymentRoutes(api);
}

function paymentRoutes(api: Api): void {
  api.on("GET", "/v1/invoice_payments", "InvoicePaymentListParams", (call) => {
    const { world, params } = call;
    const wanted = text(params, "invoice");
    const intent = text(group(params, "payment") ?? {}, "payment_intent");
    const status = text(params, "status");
    const invoices = world.records.invoices.filter((one) => !wanted || one.id === wanted);
    const docs = invoices
      .flatMap((one) => invoicePayments(world, one.id))
      .map((shown) => ({ id: String(shown.id), created: Number(shown.created), shown }))
      .filter(({ shown }) => !status || shown.status === status)
      .filter(({ shown }) => !intent || (shown.payment as Wire).payment_intent === intent);
    return listOf(call, { docs, what: "invoice_payment", show: (one) => one.shown });
  });
  api.on("GET", "/v1/invoice_payments/:id", "InvoicePaymentRetrieveParams", ({ world, id }) => {
    const intent = world.records.paymentIntents.get(id.replace("inpay_", "pi_"));
    const found = intent && invoicePayments(world, intent.invoice).find((one) => one.id === id);
    if (!found) throw missing("invoice_payment", id);
    return found;
  });
}

export function invoiceOf(world: World, id: string, param = "id"): Invoice {
  const invoice = world.records.invoices.get(id);
  if (!invoice) throw missing("invoice", id, param);
  return invoice;
}

function invoiceIn(world: World, id: string, statuses: Invoice["status"][], refusal: string): Invoice {
  const invoice = invoiceOf(world, id);
  if (statuses.includes(invoice.status)) return invoice;
  throw invalid(refusal, undefined, "invoice_not_editable");
}

function list(call: Call): Wire {
  const { world, params } = call;
  const customer = text(params, "customer");
  const status = text(params, "status");
  const subscription = text(params, "subscription");
  const method = text(params, "collection_method");
  const docs = world.records.invoices.filter(
    (one) =>
      (!customer || one.customer === customer) &&
      (!status || one.status === status) &&
      (!subscription || one.subscription === subscription) &&
      (!method || one.collection_method === method) &&
      inRange(params, "due_date", one.due_date),
  );
  return listOf(call, { docs, what: "invoice", show: (one) => showInvoice(world, one) });
}

function update({ world, id, params }: Call): Wire {
  const played = [
    "auto_advance",
    "description",
    "footer",
    "metadata",
    "default_payment_method",
    "automatically_finalizes_at",
    "expand",
  ];
  for (const name of Object.keys(params))
    if (!played.includes(name))
      throw invalid(`This sandbox does not play the parameter ${name}.`, name, "parameter_not_played");
  const invoice = invoiceOf(world, id);
  const isFinal = invoice.status !== "draft";
  if (isFinal && Object.keys(params).some((name) => !["metadata", "auto_advance", "expand"].includes(name)))
    throw invalid("Finalized invoices can't be updated in this way.", undefined, "invoice_not_editable");
  const method = text(params, "default_payment_method");
  const auto = flag(params, "auto_advance") ?? invoice.auto_advance;
  const asked = count(params, "automatically_finalizes_at") ?? invoice.automatically_finalizes_at;
  const starts = auto && !isFinal && asked === null;
  changeInvoice(world, invoice, {
    auto_advance: auto,
    automatically_finalizes_at: starts
      ? now(world, invoice.customer) + world.settings.draftSeconds
      : auto
        ? asked
        : null,
    description: kept(params, "description", invoice.description),
    footer: kept(params, "footer", invoice.footer),
    metadata: mergedMetadata(params, invoice.metadata),
    default_payment_method: method
      ? methodOf(world, method, "default_payment_method").id
      : invoice.default_payment_method,
  });
  return showInvoice(world, invoice);
}

function remove({ world, id }: Call): Wire {
  const invoice = invoiceOf(world, id);
  if (invoice.status !== "draft" || invoice.subscription)
    throw invalid(
      "You can only delete draft invoices that do not belong to a subscription.",
      undefined,
      "invoice_not_editable",
    );
  world.records.invoices.delete(id);
  emit(world, "invoice.deleted", showInvoice(world, invoice));
  return { id, object: "invoice", deleted: true };
}

function pay({ world, id, params }: Call): Wire {
  const invoice = invoiceOf(world, id);
  if (invoice.status === "paid") throw invalid("Invoice is already paid", undefined, "invoice_already_paid");
  if (invoice.status === "void")
    throw invalid("This invoice is void and cannot be paid.", undefined, "invoice_not_editable");
  const method = text(params, "payment_method");
  const payer = method ? methodOf(world, method, "payment_method") : undefined;
  if (payer && payer.customer !== invoice.customer)
    throw invalid("The payment method does not belong to this customer.", "payment_method", "resource_missing");
  if (invoice.status === "draft") finalize(world, invoice);
  if (flag(params, "paid_out_of_band")) {
    cancelIntent(world, invoice.payment_intent, "void_invoice");
    settleInvoice(world, invoice, true);
    return showInvoice(world, invoice);
  }
  const outcome = collect(world, invoice, payer ? { method: payer } : {});
  if (outcome.result === "failed")
    throw cardError(outcome.failure, { payment_intent: { id: invoice.payment_intent, object: "payment_intent" } });
  if (outcome.result === "requires_action") {
    const message = "This payment requires additional user action before it can be completed successfully.";
    throw cardError({ code: "invoice_payment_intent_requires_action", declineCode: null, message });
  }
  return showInvoice(world, invoice);
}
