import { countTry } from "@/lib/auth/limits/limits";
import { type PayerScope, readPayerToken } from "@/lib/auth/scope";
import { isHeld } from "@/lib/connections/hold/rules";
import { contactName } from "@/lib/contacts/rules";
import { db } from "@/lib/core/database/db";
import { localeOf } from "@/lib/core/locales";
import { log } from "@/lib/core/telemetry/log";
import { withinSupplier } from "@/lib/core/tenants/tenant-scope";
import { now } from "@/lib/core/time/clock";
import { fromDate } from "@/lib/core/time/dates";
import { owedInvoice } from "@/lib/mandates/requests/mail-rules";
import { stepRequest } from "@/lib/mandates/requests/mutations";
import { OPEN_REQUESTS } from "@/lib/statuses/mandate-rules";
import { areBooksConnected, isOfConnection } from "@/lib/vendors/rules";
import { openFlow, readRequestForSigning, type SigningRequest } from "./flow-mutations";
import { settleSigning } from "./mutations";
import type { PayerPage } from "./types";

const UNKNOWN: PayerPage = {
  state: "unknown",
  language: "de",
  supplier: { name: "", address: "", city: "", zip: "", email: "", phone: "", website: "" },
  creditorName: "",
  creditorIdentifier: null,
  noticeDays: 0,
  contactName: "",
};

/**
 * Runs with the scope that the link proves. The visitor may be signed in for this or another supplier; that does not
 * count here.
 */
async function byLink<T>(token: string, unknown: T, run: (scope: PayerScope) => Promise<T>): Promise<T> {
  const scope = readPayerToken(token);
  return scope ? await withinSupplier(scope.customerId, () => run(scope)) : unknown;
}

/** Returns what to show under a payer's link. A link we did not make is "unknown" and reveals nothing. */
export async function loadPayerPage(token: string): Promise<PayerPage> {
  return await byLink(token, UNKNOWN, showRequest);
}

async function showRequest(scope: PayerScope): Promise<PayerPage> {
  const request = await findRequest(scope);
  return request ? toPayerPage(request) : UNKNOWN;
}

/** Returns the language of the request under a payer's link. */
export async function readPayerLanguage(token: string): Promise<PayerPage["language"]> {
  return await byLink(token, UNKNOWN.language, async ({ customerId, requestId: id }) => {
    const where = { customerId_id: { customerId, id } };
    const request = await db.mandateRequest.findUnique({ where, select: { language: true } });
    return request ? localeOf(request.language) : UNKNOWN.language;
  });
}

async function findRequest({ customerId, requestId }: PayerScope): Promise<SigningRequest | null> {
  return await readRequestForSigning(customerId, requestId);
}

function toPayerPage(request: SigningRequest): PayerPage {
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

function pageState(request: SigningRequest): PayerPage["state"] {
  if (request.status === "signed") return "signed";
  if (!OPEN_REQUESTS.includes(request.status)) return "withdrawn";
  const { connections } = request.customer;
  const payments = connections.find((row) => row.type === "GOCARDLESS" && row.status === "connected");
  if (!payments) return "payments-disconnected";
  if (isHeld(payments, now())) return "payments-held";
  return areBooksConnected(connections) ? "open" : "books-disconnected";
}

/**
 * Returns the page at GoCardless on which this payer signs: the open one, or a new one.
 *
 * @param address the IP address of the payer's browser; clicks are limited per address
 * @returns the URL to go to, or the state because of which there is none
 * @throws AppError `too_many_requests`
 */
export async function openSigningPage(token: string, address?: string): Promise<Opened> {
  return await byLink<Opened>(token, { state: "unknown" }, async (scope) => {
    if (address !== undefined) await countTry("payerAddress", address);
    return await openSigningOf(scope, token);
  });
}

type Opened = { url: string } | { state: PayerPage["state"] };

async function openSigningOf(scope: PayerScope, token: string): Promise<Opened> {
  const request = await findRequest(scope);
  if (!request) return { state: "unknown" };
  const state = pageState(request);
  if (state !== "open") return { state };
  try {
    const url = await openFlow(scope.customerId, request, token);
    if (!url) return { state: (await settleSigned(scope)).state };
    await db.$transaction((tx) => stepRequest(tx, scope.customerId, request.id, "opened", { openedAt: now() }));
    return { url };
  } catch (error) {
    if (isOfConnection(error)) return { state: "payments-disconnected" };
    throw error;
  }
}

/**
 * Returns the payer's page after the return from GoCardless. The URL proves nothing, so the signing is read at
 * GoCardless.
 */
export async function settleReturn(token: string): Promise<PayerPage> {
  return await byLink(token, UNKNOWN, settleSigned);
}

async function settleSigned(scope: PayerScope): Promise<PayerPage> {
  const request = await findRequest(scope);
  if (!request) return UNKNOWN;
  const { billingRequestId } = request;
  if (request.status !== "signed" && billingRequestId) {
    // The webhook brings the same a moment later. If GoCardless cannot be called now, the page says "on its way".
    await countTry("payerReturn", request.id)
      .then(() => settleSigning(scope.customerId, billingRequestId, "payers"))
      .catch((error: unknown) => log.warn({ err: error }, "signing not read"));
  }
  return await showRequest(scope);
}

export async function markExit(token: string): Promise<void> {
  await byLink(token, undefined, async ({ customerId, requestId }) => {
    await db.$transaction(async (tx) => {
      await stepRequest(tx, customerId, requestId, "exited", { exitedAt: now() });
      // GoCardless may have closed the page that the payer left.
      await tx.mandateRequest.updateMany({ where: { customerId, id: requestId }, data: { flowUrl: null } });
    });
  });
}
