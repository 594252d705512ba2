import { addDays } from "../kit/calendar";
import { ReplyError, type TwinReply } from "../kit/http";
import type { Call, Gate } from "./gate";
import { dayOf, readObject } from "./input";
import { type InvoiceInput, readInvoice } from "./invoice-input";
import type { Voucher, VoucherType } from "./model";
import { takeInvoiceNumber } from "./organisations";
import { invoicePdf } from "./pdf";
import { actionResult, refuse, regularError } from "./replies";
import { salesDocument } from "./voucher-forms";
import { keepNewVoucher } from "./voucher-life";
import { newId, type World } from "./world";

/**
 * Adds the routes for documents created in Lexware. The API can create invoices, but cannot change or delete them or
 * set their status.
 */
export function addSalesDocuments(world: World, gate: Gate): void {
  addReading(world, gate, "invoices", "invoices.read", "invoice");
  addReading(world, gate, "down-payment-invoices", "invoices.read", "downpaymentinvoice");
  addReading(world, gate, "credit-notes", "credit-notes.read", "creditnote");
  gate.on("POST", "/v1/invoices", "invoices.write", (call) => createInvoice(world, call));
}

function addReading(world: World, gate: Gate, path: string, scope: string, type: VoucherType): void {
  gate.on("GET", `/v1/${path}/:id`, scope, (call) => ({
    status: 200,
    body: salesDocument(voucherOf(world, call, type)),
  }));
  gate.on("GET", `/v1/${path}/:id/file`, scope, (call) => documentFile(world, call, voucherOf(world, call, type)));
}

function voucherOf(world: World, { request, organisation }: Call, type: VoucherType): Voucher {
  const voucher = world.vouchers.get(request.params.id ?? "");
  if (voucher?.organisationId !== organisation.id || voucher.type !== type)
    return refuse(world, request, 404, "The requested entity was not found.");
  return voucher;
}

function createInvoice(world: World, call: Call): TwinReply {
  const { request, organisation } = call;
  const input = readInvoice(world, call, readObject(world, request));
  const isFinal = request.query.get("finalize") === "true";
  const precedingId = request.query.get("precedingSalesVoucherId");
  const preceding = precedingId === null ? undefined : world.vouchers.get(precedingId);
  if (precedingId !== null && preceding?.organisationId !== organisation.id)
    refuse(world, request, 406, "The preceding sales voucher was not found.");
  const voucher = keepNewVoucher(world, {
    ...newInvoice(world, organisation.id, input),
    number: isFinal ? takeInvoiceNumber(world, organisation) : null,
    status: isFinal ? "open" : "draft",
    related: preceding ? [{ id: preceding.id, voucherNumber: preceding.number, voucherType: preceding.type }] : [],
  });
  const headers = { location: `${request.origin}/v1/invoices/${voucher.id}` };
  return { status: 201, headers, body: actionResult(request, "/v1/invoices", voucher) };
}

function newInvoice(
  world: World,
  organisationId: string,
  input: InvoiceInput,
): Omit<Voucher, "number" | "status" | "related"> {
  const at = world.now();
  const date = dayOf(input.voucherDate);
  const { voucherDate: _voucherDate, ...fields } = input;
  return {
    ...fields,
    id: newId(),
    organisationId,
    type: "invoice",
    date,
    dueDate: addDays(date, input.term?.days ?? 0),
    createdAt: at,
    updatedAt: at,
    version: 0,
    archived: false,
    profile: "NONE",
    payments: [],
    paidDay: null,
    deductions: null,
    closingInvoiceId: null,
  };
}

/** Returns the PDF of any document, or the XML of an XRechnung; a draft has no document yet. */
function documentFile(world: World, { request }: Call, voucher: Voucher): TwinReply {
  if (voucher.status === "draft") throw new ReplyError(regularError(world, request, 409, "A draft has no document."));
  const accept = request.headers.accept ?? "*/*";
  const hasXml = voucher.profile === "XRechnung";
  const name = voucher.number ?? voucher.id;
  if (accept.includes("application/xml") || (hasXml && accept.includes("*/*"))) {
    if (!hasXml) return refuse(world, request, 404, "The document has no XML.");
    const xml = `<?xml version="1.0" encoding="UTF-8"?><Invoice><ID>${name}</ID></Invoice>`;
    return file(name, "xml", "application/xml", xml);
  }
  if (!accept.includes("*/*") && !accept.includes("application/pdf") && !accept.includes("application/*"))
    return refuse(world, request, 406, "The media type is not available.");
  return file(name, "pdf", "application/pdf", invoicePdf(voucher));
}

function file(name: string, extension: string, type: string, body: Buffer | string): TwinReply {
  const headers = { "content-type": type, "content-disposition": `attachment; filename="${name}.${extension}"` };
  return { status: 200, headers, body };
}
