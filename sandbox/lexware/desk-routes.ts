import { deskRefuse, readCents, readDeskBody, readOptionalDay, readOptionalText } from "../kit/desk-input";
import { type Fields, isFields } from "../kit/fields";
import type { Router, TwinRequest } from "../kit/http";
import { assign, undoAssignments } from "./assignment";
import { endAccessToken, revokeConnection } from "./connections";
import { changeDeskContact, DeskContacts } from "./desk-contacts";
import { findVoucher } from "./desk-input";
import { addressee, createDeskVoucher } from "./desk-invoices";
import type { Voucher } from "./model";
import { linesFor } from "./new-voucher";
import { addCondition, organisationFor } from "./organisations";
import { invoiceState } from "./state";
import { openCents } from "./voucher-amounts";
import { addPayment, changeVoucher, creditVoucher, deleteDraft, isCollectable, voidVoucher } from "./voucher-life";
import type { World } from "./world";

/** Adds the routes through which the control panel plays the people who use Lexware. */
export function addDeskRoutes(world: World, router: Router): void {
  router.on("POST", "/lexware/invoices", (request) => {
    const body = readDeskBody(request);
    const organisation = organisationFor(world, body.organisation);
    const voucher = createDeskVoucher(world, organisation, new DeskContacts(world, organisation), body);
    return { status: 201, body: invoiceState(world, voucher) };
  });
  router.on("POST", "/lexware/invoices/bulk", (request) => ({
    status: 201,
    body: createBulk(world, readDeskBody(request)),
  }));
  router.on("POST", "/lexware/invoices/:id/:what", (request) => {
    const voucher = findVoucher(world, request.params.id);
    const act = ACTS[request.params.what ?? ""];
    if (!act) return deskRefuse(404, `what must be one of ${Object.keys(ACTS).join(", ")}`);
    const next = act(world, voucher, readDeskBody(request));
    return { status: 200, body: next ? invoiceState(world, next) : { id: voucher.id, deleted: true } };
  });
  router.on("POST", "/lexware/contacts/:id/change", (request) => {
    const id = request.params.id ?? "";
    const contact = world.contacts.get(id) ?? deskRefuse(404, `no contact ${id}`);
    return { status: 200, body: changeDeskContact(world, contact, readDeskBody(request)) };
  });
  router.on("POST", "/lexware/organisations/:id/close", (request) => closePeriod(world, request));
  router.on("POST", "/lexware/payment-conditions", (request) => ({
    status: 201,
    body: addDeskCondition(world, request),
  }));
  router.on("POST", "/lexware/connections/:id/:what", (request) => changeConnection(world, request));
  router.on("POST", "/lexware/assignment", (request) => {
    const { mode } = readDeskBody(request);
    if (mode !== "auto" && mode !== "confirm") return deskRefuse(422, "mode must be auto or confirm");
    world.setAssignment(mode);
    return { status: 200, body: { mode } };
  });
  router.on("POST", "/lexware/transactions/:id/confirm", (request) => confirmTransaction(world, request));
}

type Act = (world: World, voucher: Voucher, body: Fields) => Voucher | null;

const ACTS: Record<string, Act> = {
  pay: (world, voucher) => {
    needOpen(voucher);
    return addPayment(world, voucher, { type: "manualPayment", day: world.today(), cents: openCents(voucher) });
  },
  "part-pay": (world, voucher, body) => {
    const cents = readOpenCents(voucher, body);
    return addPayment(world, voucher, { type: "manualPayment", day: world.today(), cents });
  },
  void: (world, voucher) => {
    if (voucher.status === "voided" || voucher.status === "draft")
      deskRefuse(422, `a ${voucher.status} invoice cannot be voided`);
    return voidVoucher(world, voucher);
  },
  credit: (world, voucher, body) => {
    const cents = body.amountCents === undefined ? openCents(voucher) : readOpenCents(voucher, body);
    needOpen(voucher);
    return creditVoucher(world, voucher, cents).invoice;
  },
  change: (world, voucher, body) => {
    if (voucher.status === "voided") deskRefuse(422, "a voided invoice cannot be changed");
    return changeVoucher(world, voucher, { ...readChange(voucher, body), ...readAddressee(world, voucher, body) });
  },
  delete: (world, voucher) => {
    if (voucher.status !== "draft") deskRefuse(422, "only drafts can be deleted");
    deleteDraft(world, voucher);
    return null;
  },
  "undo-assignment": (world, voucher) => {
    if (!voucher.payments.some((item) => item.type === "partPaymentFinancialTransaction"))
      deskRefuse(422, "no transaction is assigned to this invoice");
    return undoAssignments(world, voucher);
  },
};

function needOpen(voucher: Voucher): void {
  if (!isCollectable(voucher)) deskRefuse(422, `nothing is open on this ${voucher.type} (${voucher.status})`);
}

function readOpenCents(voucher: Voucher, body: Fields): number {
  needOpen(voucher);
  const cents = readCents(body, "amountCents", body.allowOdd === true);
  if (cents > openCents(voucher)) deskRefuse(422, `only ${openCents(voucher)} cents are open`);
  return cents;
}

function readChange(voucher: Voucher, body: Fields): Partial<Voucher> {
  const change: Partial<Voucher> = {};
  if (body.amountCents !== undefined)
    Object.assign(
      change,
      linesFor(voucher.lines[0]?.name ?? "Leistung", readCents(body, "amountCents", body.allowOdd === true), 19),
    );
  const dueDate = readOptionalDay(body, "dueDate");
  if (dueDate) change.dueDate = dueDate;
  const label = readOptionalText(body, "paymentTermLabel");
  const term = voucher.term ?? { label: "", template: "", days: 0 };
  if (dueDate || label !== undefined) {
    const days = Math.round(
      (Date.parse(dueDate ?? voucher.dueDate ?? voucher.date) - Date.parse(voucher.date)) / 86_400_000,
    );
    change.term = { ...term, days, ...(label === undefined ? {} : { label, template: label }) };
  }
  return change;
}

/**
 * Reads a new addressee. That the user may change it after the document was finalised is a guess; in Lexware the
 * document is written again.
 */
function readAddressee(world: World, { organisationId }: Voucher, body: Fields): Partial<Voucher> {
  if (body.contact === undefined) return {};
  return addressee(new DeskContacts(world, organisationFor(world, organisationId)).find(body.contact));
}

/** Creates many documents in one call, for benchmarks; `events: false` sends no callbacks. */
function createBulk(world: World, body: Fields): unknown {
  const { invoices } = body;
  if (!Array.isArray(invoices) || !invoices.every(isFields))
    return deskRefuse(422, "invoices must be an array of objects");
  const organisation = organisationFor(world, body.organisation);
  const isSilent = body.events === false;
  const contacts = new DeskContacts(world, organisation, isSilent);
  const created = invoices.map((one: Fields) => createDeskVoucher(world, organisation, contacts, one, { isSilent }));
  return { created: created.length, invoices: created.map(({ id, number, contactId }) => ({ id, number, contactId })) };
}

/** The user closes the accounting period up to a day, or opens it again by naming none. */
function closePeriod(world: World, request: TwinRequest): { status: number; body: unknown } {
  const organisation = organisationFor(world, request.params.id);
  const closedUntil = readOptionalDay(readDeskBody(request), "until") ?? null;
  world.organisations.put(organisation.id, { ...organisation, closedUntil });
  return { status: 200, body: { id: organisation.id, closedUntil } };
}

function addDeskCondition(world: World, request: TwinRequest): unknown {
  const body = readDeskBody(request);
  const template = readOptionalText(body, "label");
  const days = body.days ?? 14;
  if (!template) return deskRefuse(422, "label is required");
  if (typeof days !== "number" || !Number.isInteger(days) || days < 0)
    return deskRefuse(422, "days must be a whole number");
  const organisation = organisationFor(world, body.organisation);
  return addCondition(world, { organisationId: organisation.id, isDefault: false, template, days });
}

/** `revoke`: the user ends the connection in Lexware. `expire-token`: the access token ends early. */
function changeConnection(world: World, request: TwinRequest): { status: number; body: unknown } {
  const { id = "", what } = request.params;
  const connection = world.connections.get(id) ?? deskRefuse(404, `no connection ${id}`);
  if (what === "expire-token") endAccessToken(world, connection);
  else if (what !== "revoke") deskRefuse(404, "what must be revoke or expire-token");
  else if (connection.status === "revoked") deskRefuse(422, "this connection is revoked already");
  else revokeConnection(world, connection, "user");
  return { status: 200, body: { id, status: world.connections.get(id)?.status } };
}

/** The user accepts a proposed match (assignment mode "confirm"). */
function confirmTransaction(world: World, request: TwinRequest): { status: number; body: unknown } {
  const { id = "" } = request.params;
  const transaction =
    world.transactions.get(id) ??
    world.transactions.find((one) => one.externalReference === id) ??
    deskRefuse(404, `no transaction ${id}`);
  const voucher =
    world.vouchers.get(transaction.proposedVoucherId ?? "") ??
    deskRefuse(422, "nothing is proposed for this transaction");
  needOpen(voucher);
  return { status: 200, body: assign(world, transaction, voucher) };
}
