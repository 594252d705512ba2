import { type Call, owned, type ResourceApi } from "./api";
import { newEntry } from "./balance";
import { invalidState, invalidType, notFound } from "./errors";
import { emit } from "./events";
import { allowOnly, linkId, metadataOf, requiredCents, sepaReference } from "./fields";
import { listReply } from "./lists";
import type { Payment, Refund } from "./records";
import { newId, nowIso, type World } from "./world";

const AT = "/refunds";
const MAX_REFUNDS = 5;

/** Adds the routes for refunds of payments; refunds of a mandate alone are not implemented. */
export function refundRoutes(world: World, api: ResourceApi): void {
  api.create((call) => create(world, call));
  api.list((call) =>
    listReply(call, {
      name: "refunds",
      docs: world.records.refunds.filter((refund) => refund.organisation === call.organisation),
      idOf: (refund) => refund.id,
      filters: {
        payment: (refund, wanted) => refund.payment === wanted,
        mandate: (refund, wanted) => refund.mandate === wanted,
        refund_type: (_refund, wanted) => wanted === "payment",
      },
      ranges: { created_at: (refund) => refund.created_at },
      show: showRefund,
    }),
  );
  api.get((call) => showRefund(owned(world.records.refunds, call)));
  api.update((call) => {
    const refund = owned(world.records.refunds, call);
    allowOnly(call.fields, ["metadata"], AT);
    refund.metadata = metadataOf(call.fields, AT);
    world.records.refunds.put(refund.id, refund);
    return showRefund(refund);
  });
}

function create(world: World, call: Call): { id: string; shown: unknown } {
  const { fields } = call;
  allowOnly(fields, ["amount", "links", "metadata", "reference", "total_amount_confirmation"], AT);
  const amount = requiredCents(fields, "amount", AT, world.settings.maxAmountCents);
  const reference = sepaReference(fields, AT);
  const metadata = metadataOf(fields, AT);
  const payment = world.records.payments.get(linkId(fields, "payment", AT));
  if (!payment || payment.organisation !== call.organisation) throw notFound();
  checkRefundable(world, payment, amount, fields.total_amount_confirmation);
  const refund = refundPayment(world, payment, { amount, reference, metadata });
  return { id: refund.id, shown: showRefund(refund) };
}

/** Refunds a payment partly or fully, in cents. The caller must check that the refund is allowed. */
export function refundPayment(
  world: World,
  payment: Payment,
  { amount, reference, metadata }: Pick<Refund, "amount" | "reference" | "metadata">,
): Refund {
  const { organisation, mandate } = payment;
  const refund: Refund = {
    ...{ id: newId("RF"), organisation, created_at: nowIso(world), amount, reference, metadata },
    ...{ status: "created", payment: payment.id, mandate },
  };
  world.records.refunds.put(refund.id, refund);
  payment.amount_refunded += amount;
  world.records.payments.put(payment.id, payment);
  const entry = newEntry(world, payment, "payment_refunded", -amount * 10, refund.id);
  world.records.balance.put(entry.id, entry);
  const links = { refund: refund.id, payment: payment.id };
  const what = { organisation, resource_type: "refunds", action: "created", links, resourceMetadata: metadata };
  emit(world, { ...what, origin: "api", cause: "payment_refunded" });
  return refund;
}

function checkRefundable(world: World, payment: Payment, amount: number, confirmation: unknown): void {
  const obstacle = refundObstacle(world, payment, amount);
  if (obstacle) throw invalidState(obstacle.reason, obstacle.message);
  const pointer = `${AT}/total_amount_confirmation`;
  if (typeof confirmation !== "number") throw invalidType(pointer, "total_amount_confirmation is required");
  const total = payment.amount_refunded + amount;
  if (confirmation !== total) {
    throw invalidState("total_amount_confirmation_invalid", `All refunds of this payment would come to ${total}`);
  }
}

/** Returns why this amount of a payment cannot be refunded; undefined if it can. */
export function refundObstacle(
  world: World,
  payment: Payment,
  amount: number,
): { reason: string; message: string } | undefined {
  if (payment.status !== "confirmed" && payment.status !== "paid_out") {
    const message = `A payment that is ${payment.status} cannot be refunded`;
    return { reason: "refund_payment_invalid_state", message };
  }
  if (payment.amount_refunded + amount > payment.amount)
    return { reason: "available_refund_amount_insufficient", message: "The refunds would exceed the payment" };
  if (world.records.refunds.filter((refund) => refund.payment === payment.id).length < MAX_REFUNDS) return undefined;
  return { reason: "number_of_refunds_exceeded", message: `A payment can be refunded at most ${MAX_REFUNDS} times` };
}

export function showRefund(refund: Refund): Record<string, unknown> {
  const { organisation: _organisation, payment, mandate, ...shown } = refund;
  const links = { ...(payment ? { payment } : {}), mandate };
  return { ...shown, currency: "EUR", fx: null, links };
}
