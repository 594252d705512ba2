import { rollForward } from "../kit/calendar";
import type { ResourceApi } from "./api";
import { type Call, owned } from "./api";
import { invalidState, notFound, validationFailed } from "./errors";
import {
  allowOnly,
  linkId,
  metadataOf,
  optionalDay,
  optionalFlag,
  optionalText,
  requiredCents,
  requiredText,
  sepaReference,
} from "./fields";
import { type Filters, invalidFilters, listReply } from "./lists";
import { isCancellable, isUsable } from "./mandate-life";
import { cancelPayment, createPayment, mandateOf, resubmitPayment } from "./payment-life";
import type { Mandate, Payment } from "./records";
import { nextPossibleChargeDate, type World } from "./world";

const AT = "/payments";
const FIELDS = [
  "amount",
  "app_fee",
  "charge_date",
  "currency",
  "description",
  "faster_ach",
  "links",
  "metadata",
  "psu_interaction_type",
  "reference",
  "retry_if_possible",
];
const MAX_RETRIES = 3;

export function paymentRoutes(world: World, api: ResourceApi): void {
  const show = (payment: Payment) => showPayment(payment);
  api.create((call) => create(world, call));
  api.list((call) => list(world, call));
  api.get((call) => show(owned(world.records.payments, call)));
  api.update((call) => update(world, call));
  api.action("cancel", (call) => {
    const payment = owned(world.records.payments, call);
    const metadata = metadataOf(call.fields, "/data");
    if (!isCancellable(payment.status)) {
      throw invalidState("cancellation_failed", `A payment that is ${payment.status} cannot be cancelled`);
    }
    cancelPayment(world, payment, { origin: "api", cause: "payment_cancelled", metadata });
    return { id: payment.id, shown: show(payment) };
  });
  api.action("retry", (call) => retry(world, call));
}

export function showPayment(payment: Payment): Record<string, unknown> {
  const payout = payment.payout ? { payout: payment.payout } : {};
  return {
    id: payment.id,
    created_at: payment.created_at,
    charge_date: payment.charge_date,
    amount: payment.amount,
    description: payment.description,
    currency: "EUR",
    status: payment.status,
    amount_refunded: payment.amount_refunded,
    reference: payment.reference,
    metadata: payment.metadata,
    fx: { fx_currency: "EUR", fx_amount: null, exchange_rate: null, estimated_exchange_rate: null },
    retry_if_possible: payment.retry_if_possible,
    scheme: "sepa_core",
    links: { mandate: payment.mandate, creditor: payment.creditor, ...payout },
    ...(payment.appFee > 0 ? { app_fee: payment.appFee } : {}),
  };
}

function create(world: World, call: Call): { id: string; shown: unknown } {
  const { fields } = call;
  allowOnly(fields, FIELDS, AT);
  const amount = requiredCents(fields, "amount", AT, world.settings.maxAmountCents);
  const currency = requiredText(fields, "currency", AT);
  if (currency !== "EUR") throw validationFailed(`${AT}/currency`, "must match the currency of the mandate (EUR)");
  const appFee =
    fields.app_fee === undefined || fields.app_fee === null ? 0 : requiredCents(fields, "app_fee", AT, amount);
  const wanted = {
    amount,
    appFee,
    description: optionalText(fields, "description", AT),
    reference: sepaReference(fields, AT),
    retryIfPossible: optionalFlag(fields, "retry_if_possible", AT) ?? false,
    metadata: metadataOf(fields, AT),
    idempotencyKey: call.idempotencyKey,
  };
  const mandate = usableMandate(world, call, linkId(fields, "mandate", AT));
  const payment = createPayment(world, mandate, { ...wanted, chargeDate: chargeDate(world, call, AT) });
  return { id: payment.id, shown: showPayment(payment) };
}

function usableMandate(world: World, call: Call, id: string): Mandate {
  const mandate = world.records.mandates.get(id);
  if (!mandate || mandate.organisation !== call.organisation) throw notFound();
  if (mandate.newMandate) {
    throw invalidState("mandate_replaced", "Mandate has been replaced", { new_mandate: mandate.newMandate });
  }
  if (!isUsable(mandate)) throw invalidState("mandate_is_inactive", "Mandate is failed, cancelled or expired");
  return mandate;
}

/**
 * Returns the charge date. A day before the earliest is refused, a day without TARGET rolls forward, and an absent day
 * means the earliest.
 */
function chargeDate(world: World, call: Call, at: string): string {
  const wanted = optionalDay(call.fields, "charge_date", at);
  const earliest = nextPossibleChargeDate(world);
  if (wanted === null) return earliest;
  if (wanted < earliest) throw validationFailed(`${at}/charge_date`, `must be on or after ${earliest}`);
  return rollForward(wanted);
}

function update(world: World, call: Call): unknown {
  const payment = owned(world.records.payments, call);
  allowOnly(call.fields, ["metadata", "retry_if_possible"], AT);
  if (call.fields.metadata !== undefined) payment.metadata = metadataOf(call.fields, AT);
  payment.retry_if_possible = optionalFlag(call.fields, "retry_if_possible", AT) ?? payment.retry_if_possible;
  world.records.payments.put(payment.id, payment);
  return showPayment(payment);
}

function retry(world: World, call: Call): { id: string; shown: unknown } {
  const payment = owned(world.records.payments, call);
  allowOnly(call.fields, ["charge_date", "metadata"], "/data");
  const metadata = metadataOf(call.fields, "/data");
  if (payment.status !== "failed") throw invalidState("retry_failed", "Only a failed payment can be retried");
  if (payment.retries >= MAX_RETRIES) throw invalidState("retry_failed", "A payment can be retried at most 3 times");
  usableMandate(world, call, mandateOf(world, payment).id);
  const day = chargeDate(world, call, "/data");
  resubmitPayment(world, payment, { origin: "api", cause: "payment_retried", metadata }, day);
  return { id: payment.id, shown: showPayment(payment) };
}

function list(world: World, call: Call): ReturnType<typeof listReply> {
  const { query } = call.request;
  if (query.has("customer") && query.has("creditor")) throw invalidFilters("use customer or creditor, not both");
  const filters: Filters<Payment> = {
    mandate: (payment, wanted) => payment.mandate === wanted,
    customer: (payment, wanted) => mandateOf(world, payment).customer === wanted,
    creditor: (payment, wanted) => payment.creditor === wanted,
    status: (payment, wanted) => payment.status === wanted,
    currency: (_payment, wanted) => wanted === "EUR",
    scheme: (_payment, wanted) => wanted === "sepa_core",
    subscription: () => false,
  };
  return listReply(call, {
    name: "payments",
    docs: world.records.payments.by("organisation", call.organisation),
    idOf: (payment: Payment) => payment.id,
    filters,
    ranges: {
      created_at: (payment: Payment) => payment.created_at,
      charge_date: (payment: Payment) => payment.charge_date,
    },
    sorts: { charge_date: (payment: Payment) => payment.charge_date, amount: (payment: Payment) => payment.amount },
    show: showPayment,
  });
}
