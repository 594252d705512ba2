import { payerScopeOf } from "@/lib/auth/payer-scope";
import type { PayerScope } from "@/lib/auth/scope";
import { isHeld } from "@/lib/connections/hold/rules";
import { contactName } from "@/lib/contacts/rules";
import { db } from "@/lib/core/database/db";
import { localeOf } from "@/lib/core/locales";
import { withinSupplier } from "@/lib/core/tenants/tenant-scope";
import { now } from "@/lib/core/time/clock";
import { fromDate } from "@/lib/core/time/dates";
import { owedInvoice } from "@/lib/mandates/requests/mail-rules";
import { OPEN_REQUESTS } from "@/lib/statuses/mandate-rules";
import { isAccountingConnected } from "@/lib/vendors/rules";
import { readRequestForSigning, type SigningRequest } from "./data";
import type { PayerPage } from "./types";

/** The page under a link that we did not make. */
export const UNKNOWN: PayerPage = {
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
export async function byLink<T>(token: string, unknown: T, run: (scope: PayerScope) => Promise<T>): Promise<T> {
  const scope = await payerScopeOf(token);
  return scope ? await withinSupplier(scope.customerId, () => run(scope)) : unknown;
}

/** Returns what to show under a payer's link. A link we did not make is "unknown" and reveals nothing. */
export async function loadPayerPage(token: string): Promise<PayerPage> {
  return await byLink(token, UNKNOWN, showRequest);
}

/** Returns the page of the request that the link names. */
export async function showRequest(scope: PayerScope): Promise<PayerPage> {
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

/** Returns the request that the link names, or null if there is none. */
export async function findRequest({ customerId, requestId }: PayerScope): Promise<SigningRequest | null> {
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

/** Returns whether the payer can sign now, or why not. */
export function pageState(request: SigningRequest): PayerPage["state"] {
  if (request.status === "signed") return "signed";
  if (!OPEN_REQUESTS.includes(request.status)) return "withdrawn";
  const { connections } = request.customer;
  const payments = connections.find((row) => row.type === "GOCARDLESS" && row.status === "connected");
  if (!payments) return "payments-disconnected";
  if (isHeld(payments, now())) return "payments-held";
  return isAccountingConnected(connections) ? "open" : "books-disconnected";
}
