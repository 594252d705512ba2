import { type Call, owned, type ResourceApi } from "./api";
import { addBankAccount } from "./bank-accounts";
import { chargebackReason, failureReason } from "./causes";
import { invalidState, notFound } from "./errors";
import { emit } from "./events";
import { linkId } from "./fields";
import { germanIban } from "./iban";
import { expireMandate, isUsable, transferMandate } from "./mandate-life";
import { creditorOf, setVerification } from "./organisations";
import { chargeBack, failLate, failPayment, submitPayment, walkToConfirmed } from "./payment-life";
import { bouncePayout, payOut } from "./payout-run";
import type { Mandate, Payment, PaymentStatus, Refund, VerificationStatus } from "./records";
import type { World } from "./world";

type Work = (world: World, call: Call, id: string) => void;

/** Adds POST /scenario_simulators/{name}/actions/run, the vendor's own way to play the bank, for SEPA. */
export function simulatorRoutes(world: World, api: ResourceApi): void {
  api.action("run", (call) => {
    const name = call.params.id ?? "";
    const work = SIMULATORS[name];
    if (!work) throw notFound();
    work(world, call, linkId(call.fields, "resource", "/data"));
    return { id: name, shown: { id: name } };
  });
}

function verification(status: VerificationStatus): Work {
  return (world, call, id) => setVerification(world, owned(world.records.creditors, call, id), status);
}

function payment(from: PaymentStatus[], work: (world: World, payment: Payment) => void): Work {
  return (world, call, id) => {
    const found = owned(world.records.payments, call, id);
    if (!from.includes(found.status)) throw cannot(`the payment must be ${from.join(" or ")}, it is ${found.status}`);
    work(world, found);
  };
}

function mandate(work: (world: World, mandate: Mandate) => void): Work {
  return (world, call, id) => {
    const found = owned(world.records.mandates, call, id);
    if (!isUsable(found)) throw cannot(`the mandate is ${found.status}`);
    work(world, found);
  };
}

function refund(status: Refund["status"] | null, action: string, cause: string): Work {
  return (world, call, id) => {
    const found = owned(world.records.refunds, call, id);
    if (status) world.records.refunds.put(found.id, Object.assign(found, { status }));
    const { organisation, metadata: resourceMetadata } = found;
    const what = { organisation, resource_type: "refunds", action, links: { refund: found.id }, resourceMetadata };
    emit(world, { ...what, origin: "gocardless", cause });
  };
}

function cannot(message: string): Error {
  return invalidState("scenario_simulator_not_possible", `This scenario cannot run: ${message}`);
}

function notForSepa(): never {
  throw cannot("it is not available for SEPA");
}

/** Moves a payment to its payout; it stays confirmed if the creditor is not verified. */
function walkToPaidOut(world: World, found: Payment): void {
  walkToConfirmed(world, found);
  if (found.status === "confirmed") payOut(world, creditorOf(world, found.organisation), [found]);
}

function settle(world: World, found: Payment): void {
  payOut(world, creditorOf(world, found.organisation), []);
}

function lateFailure(world: World, found: Payment): void {
  walkToConfirmed(world, found);
  failLate(world, found, failureReason());
}

function chargedBack(world: World, found: Payment): void {
  walkToPaidOut(world, found);
  chargeBack(world, found, chargebackReason());
}

const START: PaymentStatus[] = ["pending_submission"];

const SIMULATORS: Record<string, Work> = {
  creditor_verification_status_action_required: verification("action_required"),
  creditor_verification_status_in_review: verification("in_review"),
  creditor_verification_status_successful: verification("successful"),
  payment_submitted: payment(START, submitPayment),
  payment_confirmed: payment(START, walkToConfirmed),
  payment_paid_out: payment(START, walkToPaidOut),
  payment_failed: payment(START, (world, found) => {
    submitPayment(world, found);
    failPayment(world, found, failureReason("test_failure"));
  }),
  payment_late_failure: payment(["pending_submission", "paid_out"], lateFailure),
  payment_late_failure_settled: payment(["pending_submission", "paid_out"], (world, found) => {
    walkToPaidOut(world, found);
    lateFailure(world, found);
    settle(world, found);
  }),
  payment_charged_back: payment(START, chargedBack),
  payment_chargeback_settled: payment(START, (world, found) => {
    chargedBack(world, found);
    settle(world, found);
  }),
  mandate_activated: notForSepa,
  mandate_failed: notForSepa,
  mandate_suspended_by_payer: notForSepa,
  mandate_transferred_with_resubmission: notForSepa,
  mandate_expired: mandate(expireMandate),
  mandate_transferred: mandate((world, found) => {
    const { organisation, customer } = found;
    const holder = world.records.bankAccounts.get(found.bankAccount)?.account_holder_name ?? "";
    const iban = germanIban("50010517", String(Date.now()).slice(-10));
    transferMandate(world, found, addBankAccount(world, { organisation, customer, holder, iban }));
  }),
  refund_paid: refund("paid", "paid", "refund_paid"),
  refund_bounced: refund("bounced", "failed", "refund_failed"),
  refund_returned: refund("funds_returned", "funds_returned", "refund_funds_returned"),
  refund_settled: refund(null, "refund_settled", "refund_settled"),
  payout_bounced: (world, call, id) => {
    const found = owned(world.records.payouts, call, id);
    if (found.status !== "paid") throw cannot(`the payout must be paid, it is ${found.status}`);
    bouncePayout(world, found);
  },
};
