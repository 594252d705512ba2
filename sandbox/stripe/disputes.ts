import type { Api } from "./api";
import { missing } from "./errors";
import { emit } from "./events";
import { listOf } from "./lists";
import { text } from "./params";
import type { Dispute, PaymentIntent, Wire } from "./records";
import { newId, now, type World } from "./world";

export function disputeRoutes(api: Api): void {
  api.on("GET", "/v1/disputes", "DisputeListParams", (call) => {
    const { world, params } = call;
    const [charge, intent] = [text(params, "charge"), text(params, "payment_intent")];
    const docs = world.records.disputes.filter(
      (one) => (!charge || one.charge === charge) && (!intent || one.payment_intent === intent),
    );
    return listOf(call, { docs, what: "dispute", show: showDispute });
  });
  api.on("GET", "/v1/disputes/:id", "DisputeRetrieveParams", ({ world, id }) => {
    const known = world.records.disputes.get(id);
    if (!known) throw missing("dispute", id);
    return showDispute(known);
  });
}

/**
 * The payer disputes a charge. The invoice stays paid; the dispute informs the merchant. The dispute of a debit is lost
 * at once, that of a card waits for an answer.
 */
export function dispute(world: World, intent: PaymentIntent): Dispute | undefined {
  const made = intent.latest_charge ? world.records.charges.get(intent.latest_charge) : undefined;
  if (made?.status !== "succeeded" || made.disputed) return undefined;
  world.records.charges.put(made.id, Object.assign(made, { disputed: true }));
  const isDebit = world.records.paymentMethods.get(made.payment_method)?.type === "sepa_debit";
  const begun: Dispute = {
    id: newId("du"),
    created: now(world, made.customer),
    metadata: {},
    amount: made.amount,
    currency: made.currency,
    charge: made.id,
    payment_intent: intent.id,
    reason: isDebit ? "debit_not_authorized" : "fraudulent",
    status: isDebit ? "lost" : "needs_response",
  };
  world.records.disputes.put(begun.id, begun);
  emit(world, "charge.dispute.created", showDispute(begun));
  return begun;
}

/** The bank decides for the merchant: the money is back, and the charge stays `disputed`. */
export function winDispute(world: World, open: Dispute): void {
  world.records.disputes.put(open.id, Object.assign(open, { status: "won" }));
  emit(world, "charge.dispute.closed", showDispute(open));
}

function showDispute(one: Dispute): Wire {
  return {
    ...one,
    object: "dispute",
    balance_transactions: [],
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: { due_by: null, has_evidence: false, past_due: false, submission_count: 0 },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
  };
}
