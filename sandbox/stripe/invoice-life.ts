import type { Invoice, Subscription } from "./billing-records";
import { endDiscount } from "./discounts";
import { emit, emitChange } from "./events";
import { buildInvoice, type NewInvoice } from "./invoice-build";
import { showInvoice } from "./invoice-shapes";
import { cancelIntent, charge, intentOf, type Outcome } from "./payments";
import { changeCustomer } from "./people-records";
import type { PaymentMethod } from "./records";
import { invoiceFailed, invoicePaid } from "./subscription-life";
import { failureFor } from "./test-methods";
import { now, type World } from "./world";

/** Stores a new draft; for a subscription it becomes the latest invoice. */
export function storeInvoice(world: World, made: NewInvoice): Invoice {
  const invoice = buildInvoice(world, made);
  world.records.invoices.put(invoice.id, invoice);
  const { customer, subscription } = made;
  customer.currency ??= invoice.currency;
  world.records.customers.put(customer.id, customer);
  if (subscription) {
    subscription.latest_invoice = invoice.id;
    subscription.pending = [];
    spendOnce(world, subscription, invoice);
    world.records.subscriptions.put(subscription.id, subscription);
  }
  emit(world, "invoice.created", showInvoice(world, invoice));
  return invoice;
}

/** Ends a coupon for one invoice once it has reduced an invoice. */
function spendOnce(world: World, subscription: Subscription, invoice: Invoice): void {
  const used = new Set(invoice.lines.flatMap((line) => line.discountAmounts.map((one) => one.discount)));
  for (const id of [...subscription.discounts]) {
    const discount = world.records.discounts.get(id);
    if (!used.has(id) || world.records.coupons.get(discount?.coupon ?? "")?.duration !== "once") continue;
    subscription.discounts = subscription.discounts.filter((one) => one !== id);
    endDiscount(world, id);
  }
}

export function changeInvoice(world: World, invoice: Invoice, change: Partial<Invoice>): void {
  const before = showInvoice(world, invoice);
  world.records.invoices.put(invoice.id, Object.assign(invoice, change));
  emitChange(world, "invoice.updated", before, showInvoice(world, invoice));
}

/** Gives the draft its number and settles it against the customer's balance. */
export function finalize(world: World, invoice: Invoice): void {
  const customer = world.records.customers.get(invoice.customer);
  if (invoice.status !== "draft" || !customer) return;
  const at = now(world, customer.id);
  const number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, "0")}`;
  const result = invoice.total + customer.balance;
  const starting_balance = customer.balance;
  const ending_balance = Math.min(0, result);
  changeCustomer(world, customer, () => {
    customer.next_invoice_sequence += 1;
    customer.balance = ending_balance;
  });
  const amount_due = Math.max(0, result);
  const isSent = invoice.collection_method === "send_invoice";
  const days = world.records.subscriptions.get(invoice.subscription ?? "")?.days_until_due ?? 30;
  Object.assign(invoice, { status: "open", number, finalized_at: at, automatically_finalizes_at: null });
  Object.assign(invoice, {
    starting_balance,
    ending_balance,
    amount_due,
    due_date: isSent ? at + days * 86_400 : null,
  });
  world.records.invoices.put(invoice.id, invoice);
  if (amount_due > 0 && !isSent) intentOf(world, invoice);
  emit(world, "invoice.finalized", showInvoice(world, invoice));
  if (amount_due === 0) settleInvoice(world, invoice);
}

/** Marks an invoice as paid, or as having nothing to pay. */
export function settleInvoice(world: World, invoice: Invoice, isOutOfBand = false): void {
  const before = showInvoice(world, invoice);
  Object.assign(invoice, {
    status: "paid",
    amount_paid: isOutOfBand ? 0 : invoice.amount_due,
    paid_out_of_band: isOutOfBand,
    paid_at: now(world, invoice.customer),
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
  });
  if (isOutOfBand) invoice.amount_paid = invoice.amount_due;
  world.records.invoices.put(invoice.id, invoice);
  const shown = showInvoice(world, invoice);
  emitChange(world, "invoice.updated", before, shown);
  emit(world, "invoice.paid", shown);
  if (!isOutOfBand) emit(world, "invoice.payment_succeeded", shown);
  if (!isOutOfBand && invoice.payment_intent)
    emit(world, "invoice_payment.paid", {
      id: invoice.payment_intent.replace("pi_", "inpay_"),
      object: "invoice_payment",
      amount_paid: invoice.amount_paid,
      amount_requested: invoice.amount_due,
      created: invoice.created,
      currency: invoice.currency,
      invoice: invoice.id,
      is_default: true,
      livemode: false,
      payment: { payment_intent: invoice.payment_intent, type: "payment_intent" },
      status: "paid",
      status_transitions: { canceled_at: null, paid_at: invoice.paid_at },
    });
  const customer = world.records.customers.get(invoice.customer);
  if (customer?.delinquent) changeCustomer(world, customer, () => Object.assign(customer, { delinquent: false }));
  invoicePaid(world, invoice);
}

/** Returns the method that pays: the named one, otherwise the subscription's, otherwise the customer's. */
export function methodFor(world: World, invoice: Invoice): PaymentMethod | undefined {
  const subscription = world.records.subscriptions.get(invoice.subscription ?? "");
  const customer = world.records.customers.get(invoice.customer);
  const id =
    invoice.default_payment_method ?? subscription?.default_payment_method ?? customer?.default_payment_method ?? "";
  const method = world.records.paymentMethods.get(id);
  return method?.customer === invoice.customer ? method : undefined;
}

export interface Try {
  method?: PaymentMethod;
  isAuthenticated?: boolean;
}

/** Tries to collect an open invoice, with everything that follows from the result. */
export function collect(world: World, invoice: Invoice, { method, isAuthenticated }: Try = {}): Outcome {
  if (invoice.status !== "open") return { result: "succeeded" };
  const payer = method ?? methodFor(world, invoice);
  const attempt = { attempted: true, attempt_count: invoice.attempt_count + 1 };
  if (!payer) {
    intentOf(world, invoice);
    Object.assign(invoice, attempt);
    return fail(world, invoice, { result: "failed", failure: failureFor("generic_decline") });
  }
  const outcome = charge(world, invoice, payer, isAuthenticated);
  Object.assign(invoice, attempt);
  if (outcome.result === "succeeded") settleInvoice(world, invoice);
  else if (outcome.result === "processing") processing(world, invoice);
  else fail(world, invoice, outcome);
  return outcome;
}

/** A debit is in progress: the vendor treats the subscription as paid at once. */
function processing(world: World, invoice: Invoice): void {
  changeInvoice(world, invoice, { next_payment_attempt: null });
  invoicePaid(world, invoice);
}

export function fail(world: World, invoice: Invoice, outcome: Outcome): Outcome {
  const isFirst = invoice.billing_reason === "subscription_create";
  const wait = world.settings.retryDays[invoice.attempt_count - 1];
  const retries = !isFirst && wait !== undefined && outcome.result === "failed" && invoice.auto_advance;
  const next = retries ? now(world, invoice.customer) + wait * 86_400 : null;
  changeInvoice(world, invoice, { next_payment_attempt: next });
  const shown = showInvoice(world, invoice);
  if (outcome.result === "requires_action") emit(world, "invoice.payment_action_required", shown);
  emit(world, "invoice.payment_failed", shown);
  const customer = world.records.customers.get(invoice.customer);
  if (customer && !isFirst && !customer.delinquent)
    changeCustomer(world, customer, () => Object.assign(customer, { delinquent: true }));
  invoiceFailed(world, invoice, !isFirst && !retries);
  return outcome;
}

export function voidInvoice(world: World, invoice: Invoice): void {
  cancelIntent(world, invoice.payment_intent, "void_invoice");
  const end = { auto_advance: false, next_payment_attempt: null, voided_at: now(world, invoice.customer) };
  changeInvoice(world, invoice, { ...end, status: "void" });
  emit(world, "invoice.voided", showInvoice(world, invoice));
}

export function markUncollectible(world: World, invoice: Invoice): void {
  const at = now(world, invoice.customer);
  const end = { auto_advance: false, next_payment_attempt: null, marked_uncollectible_at: at };
  changeInvoice(world, invoice, { ...end, status: "uncollectible" });
  emit(world, "invoice.marked_uncollectible", showInvoice(world, invoice));
}
