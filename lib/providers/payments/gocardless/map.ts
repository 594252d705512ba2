import type { Event, Mandate, Payment, Payout, PayoutItem, Creditor as WireCreditor } from "gocardless-nodejs";
import { tenthsFromCents } from "@/lib/core/money/money";
import { MandateStatus } from "@/lib/core/prisma/enums";
import { ProviderError } from "@/lib/core/web/provider-error";
import type {
  Creditor,
  PaymentState,
  ProviderEvent,
  ProviderMandate,
  ProviderPayment,
  ProviderPayout,
  ProviderPayoutItem,
  Window,
} from "../port";

/** The vendor's maximum page size. */
export const PAGE_SIZE = 500;

/** Returns the parameters for a page of a list, limited to objects created in a window. */
export function pageOf({ since, until, cursor }: Window) {
  const created_at = { gte: since.toISOString(), ...(until ? { lte: until.toISOString() } : {}) };
  return { created_at, limit: PAGE_SIZE, after: cursor };
}

export function mapCreditor(row: WireCreditor): Creditor {
  const sepa = row.scheme_identifiers?.find((identifier) => String(identifier.scheme).startsWith("sepa"));
  return {
    id: required(row.id, "creditor id"),
    name: row.name ?? "",
    city: row.city || null,
    identifier: sepa?.reference ?? null,
    verificationStatus: row.verification_status ?? "action_required",
  };
}

export function mapMandate(row: Mandate): ProviderMandate {
  const status = String(row.status);
  return {
    id: required(row.id, "mandate id"),
    // An unknown status must not be debited.
    status: Object.hasOwn(MandateStatus, status) ? (status as MandateStatus) : MandateStatus.blocked,
    reference: row.reference ?? "",
    scheme: row.scheme ?? "",
    nextPossibleChargeDate: row.next_possible_charge_date ?? null,
    customerId: row.links?.customer ?? null,
    bankAccountId: row.links?.customer_bank_account ?? null,
    newMandateId: row.links?.new_mandate ?? null,
    metadata: mapMetadata(row.metadata),
    createdAt: new Date(required(row.created_at, "mandate created_at")),
  };
}

export function mapPayment(row: Payment): ProviderPayment {
  return {
    id: required(row.id, "payment id"),
    amountCents: Number(required(row.amount, "payment amount")),
    status: required(row.status, "payment status") as PaymentState,
    chargeDate: row.charge_date ?? null,
    mandateId: row.links?.mandate ?? null,
    metadata: mapMetadata(row.metadata),
    createdAt: new Date(required(row.created_at, "payment created_at")),
  };
}

export function mapPayout(row: Payout): ProviderPayout {
  return {
    id: required(row.id, "payout id"),
    amountCents: Number(required(row.amount, "payout amount")),
    feeCents: Number(row.deducted_fees ?? 0),
    currency: row.currency ?? "EUR",
    reference: row.reference ?? "",
    status: required(row.status, "payout status") as ProviderPayout["status"],
    arrivalDate: row.arrival_date ?? null,
    createdAt: new Date(required(row.created_at, "payout created_at")),
  };
}

export function mapPayoutItem(row: PayoutItem): ProviderPayoutItem {
  return {
    type: String(required(row.type, "payout item type")),
    tenths: tenthsFromCents(String(required(row.amount, "payout item amount"))),
    paymentId: row.links?.payment ?? null,
    refundId: row.links?.refund ?? null,
  };
}

/** The name of the link to the object of an event, by resource type. */
const LINK_OF: Record<string, string> = {
  payments: "payment",
  mandates: "mandate",
  payouts: "payout",
  billing_requests: "billing_request",
  creditors: "creditor",
  refunds: "refund",
  organisations: "organisation",
  customers: "customer",
};

/**
 * Maps an event to what can be trusted: its object and its time. `organisations.disconnected` has no id, so its id is
 * derived from organisation and time.
 */
export function mapEvent(row: Event): ProviderEvent {
  const links = (row.links ?? {}) as Record<string, string | undefined>;
  const resource = String(row.resource_type);
  const organisationId = links.organisation ?? (row as unknown as { organisation_id?: string }).organisation_id ?? null;
  const resourceId = links[LINK_OF[resource] ?? resource] ?? "";
  const createdAt = required(row.created_at, "event created_at");
  return {
    id: row.id ?? `${resource}:${row.action}:${organisationId}:${createdAt}`,
    organisationId,
    resource,
    resourceId,
    action: String(row.action),
    occurredAt: new Date(createdAt),
    payload: row,
  };
}

function mapMetadata(metadata: unknown): Record<string, string> {
  const entries = Object.entries((metadata ?? {}) as Record<string, unknown>);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/** Returns a value that we cannot do without; throws if it is missing. The client's types make every field optional. */
function required<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new ProviderError("network", `GoCardless answered without ${what}`);
  return value;
}
