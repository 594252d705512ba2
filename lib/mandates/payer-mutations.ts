import { type PayerScope, readPayerToken } from "@/lib/auth/scope";
import { withDirectDebit } from "@/lib/connections/access";
import { isHeld } from "@/lib/connections/hold-rules";
import { areBooksConnected, isOfConnection } from "@/lib/connections/rules";
import { contactName, mandateEmailOf } from "@/lib/contacts/rules";
import { now } from "@/lib/core/clock";
import { fromDate } from "@/lib/core/dates";
import { db } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { localeOf } from "@/lib/core/locales";
import { log } from "@/lib/core/log";
import { mailAddressOf } from "@/lib/core/mail-address";
import type { Prisma } from "@/lib/core/prisma/client";
import { withinSupplier } from "@/lib/core/supplier-wall";
import type { DirectDebit } from "@/lib/providers/payments/port";
import { owedInvoice } from "./mail-rules";
import type { PayerPage } from "./payer-types";
import { stepRequest } from "./request-mutations";
import { OPEN_REQUESTS, payerMark } from "./rules";
import { settleSigning } from "./signing-mutations";

const include = {
  contact: true,
  invoice: true,
  customer: { include: { connections: true } },
} satisfies Prisma.MandateRequestInclude;
type Request = Prisma.MandateRequestGetPayload<{ include: typeof include }>;

const UNKNOWN: PayerPage = {
  state: "unknown",
  language: "de",
  supplier: { name: "", address: "", city: "", zip: "", email: "", phone: "", website: "" },
  creditorName: "",
  creditorIdentifier: null,
  noticeDays: 0,
  contactName: "",
};

/** Whoever has the link may be signed in, for this supplier or another: only what the link proves counts here. */
async function byLink<T>(token: string, unknown: T, run: (scope: PayerScope) => Promise<T>): Promise<T> {
  const scope = readPayerToken(token);
  return scope ? await withinSupplier(scope.customerId, () => run(scope)) : unknown;
}

/** What to show under a payer's link; a link we did not make is "unknown" and tells nothing. */
export async function loadPayerPage(token: string): Promise<PayerPage> {
  return await byLink(token, UNKNOWN, showRequest);
}

async function showRequest(scope: PayerScope): Promise<PayerPage> {
  const request = await findRequest(scope);
  return request ? toPayerPage(request) : UNKNOWN;
}

/** The language of the request under a payer's link. */
export async function readPayerLanguage(token: string): Promise<PayerPage["language"]> {
  return await byLink(token, UNKNOWN.language, async ({ customerId, requestId: id }) => {
    const where = { customerId_id: { customerId, id } };
    const request = await db.mandateRequest.findUnique({ where, select: { language: true } });
    return request ? localeOf(request.language) : UNKNOWN.language;
  });
}

async function findRequest({ customerId, requestId }: PayerScope): Promise<Request | null> {
  return await db.mandateRequest.findUnique({ where: { customerId_id: { customerId, id: requestId } }, include });
}

function toPayerPage(request: Request): PayerPage {
  const { customer, contact } = request;
  const invoice = owedInvoice(request.invoice);
  const payments = customer.connections.find((row) => row.type === "GOCARDLESS");
  return {
    state: pageState(request),
    language: localeOf(request.language),
    supplier: {
      name: customer.companyName,
      address: customer.address,
      city: customer.city,
      zip: customer.zip,
      email: customer.email,
      phone: customer.mobileNumber,
      website: customer.website,
    },
    creditorName: payments?.creditorName || customer.companyName,
    creditorIdentifier: payments?.creditorIdentifier ?? null,
    noticeDays: customer.noticeDays,
    invoice: invoice
      ? { number: invoice.number, amountCents: invoice.openCents, dueDate: fromDate(invoice.dueDate) }
      : undefined,
    contactName: contactName(contact),
  };
}

function pageState(request: Request): PayerPage["state"] {
  if (request.status === "signed") return "signed";
  if (!OPEN_REQUESTS.includes(request.status)) return "withdrawn";
  const { connections } = request.customer;
  const payments = connections.find((row) => row.type === "GOCARDLESS" && row.status === "connected");
  if (!payments) return "payments-disconnected";
  if (isHeld(payments, now())) return "payments-held";
  return areBooksConnected(connections) ? "open" : "books-disconnected";
}

/**
 * A fresh page at the provider for this payer. The signing behind it is the same on every click; if the provider
 * has closed it, a new one is started.
 *
 * @returns the address to go to, or the state because of which there is none
 */
export async function openSigningPage(token: string): Promise<Opened> {
  return await byLink<Opened>(token, { state: "unknown" }, (scope) => openSigningOf(scope, token));
}

type Opened = { url: string } | { state: PayerPage["state"] };

async function openSigningOf(scope: PayerScope, token: string): Promise<Opened> {
  const request = await findRequest(scope);
  if (!request) return { state: "unknown" };
  const state = pageState(request);
  if (state !== "open") return { state };
  const { id } = request;
  try {
    const url = await withDirectDebit(scope.customerId, async (gc) => {
      const signingId = await openSigning(gc, request);
      if (!signingId) return undefined;
      const flow = await db.mandateRequest.update({
        where: { customerId_id: { customerId: scope.customerId, id } },
        data: { flowCount: { increment: 1 } },
      });
      return await gc.mandates.openPage(pageInput(request, signingId, token), `flow:${id}:${flow.flowCount}`);
    });
    if (!url) return { state: (await settleSigned(scope)).state };
    await db.$transaction((tx) => stepRequest(tx, scope.customerId, id, "opened", { openedAt: now() }));
    return { url };
  } catch (error) {
    if (isOfConnection(error)) return { state: "payments-disconnected" };
    throw error;
  }
}

/** The id of a signing that is still open, or undefined if it was signed meanwhile. */
async function openSigning(gc: DirectDebit, request: Request): Promise<string | undefined> {
  const signingId = await ensureSigning(gc, request);
  const signing = await gc.mandates.readSigning(signingId);
  if (signing.state === "open") return signingId;
  if (signing.state === "signed") return undefined;
  return await ensureSigning(gc, request, { startAnother: true });
}

/** Starts the signing at the provider unless it stands; the number in its key grows only when one was closed. */
export async function ensureSigning(
  gc: DirectDebit,
  request: Request,
  options = { startAnother: false },
): Promise<string> {
  if (request.billingRequestId && !options.startAnother) return request.billingRequestId;
  const { customerId, id, contactId, contact, customer } = request;
  const no = options.startAnother ? request.billingRequestNo + 1 : request.billingRequestNo;
  const description = request.invoice ? `${customer.companyName}: ${request.invoice.number}` : customer.companyName;
  const metadata = { request: id, ...(request.email ? { email: request.email } : {}) };
  const mandateMetadata = { contact: contactId, request: id, payer: payerMark(contact) };
  const signingId = await gc.mandates.startSigning({ description, metadata, mandateMetadata }, `sign:${id}:${no}`);
  await db.mandateRequest.updateMany({
    where: { customerId, id },
    data: { billingRequestId: signingId, billingRequestNo: no },
  });
  return signingId;
}

export async function readRequestForSigning(customerId: string, requestId: string): Promise<Request | null> {
  return await db.mandateRequest.findUnique({ where: { customerId_id: { customerId, id: requestId } }, include });
}

function pageInput(request: Request, signingId: string, token: string) {
  const { companyName, firstName, lastName, street, zip, city, countryCode } = request.contact;
  const email = mandateEmailOf(request.contact) ?? mailAddressOf(request.email ?? "") ?? null;
  return {
    signingId,
    payer: { companyName, firstName, lastName, email, street, zip, city, countryCode },
    language: localeOf(request.language),
    returnUrl: `${env().APP_URL}/m/${token}/return`,
    exitUrl: `${env().APP_URL}/m/${token}/exit`,
  };
}

/** After the payer has come back: the address proves nothing, so the signing is read at the provider. */
export async function settleReturn(token: string): Promise<PayerPage> {
  return await byLink(token, UNKNOWN, settleSigned);
}

async function settleSigned(scope: PayerScope): Promise<PayerPage> {
  const request = await findRequest(scope);
  if (!request) return UNKNOWN;
  if (request.status !== "signed" && request.billingRequestId) {
    // The webhook says the same a moment later; if the provider cannot be asked now, the page says "on its way".
    await settleSigning(scope.customerId, request.billingRequestId).catch((error: unknown) =>
      log.warn({ err: error }, "signing not read"),
    );
  }
  return await showRequest(scope);
}

export async function markExit(token: string): Promise<void> {
  await byLink(token, undefined, async ({ customerId, requestId }) => {
    await db.$transaction((tx) => stepRequest(tx, customerId, requestId, "exited", { exitedAt: now() }));
  });
}
