import { addTargetDays, dayInBerlin } from "../kit/calendar";
import type { Invoice } from "./billing-records";
import { dispute } from "./disputes";
import type { CardFailure } from "./errors";
import { emit } from "./events";
import { showCharge, showPaymentIntent, showPaymentMethod } from "./payment-shapes";
import type { Charge, PaymentIntent, PaymentMethod, Wire } from "./records";
import { failureFor, type Story, storyOf } from "./test-methods";
import { newId, now, randomText, type World } from "./world";

export type Outcome =
  | { result: "succeeded" | "processing" | "requires_action" }
  | { result: "failed"; failure: CardFailure };

/** Returns the intent that pays an invoice; all attempts share it. */
export function intentOf(world: World, invoice: Invoice): PaymentIntent {
  const known = invoice.payment_intent ? world.records.paymentIntents.get(invoice.payment_intent) : undefined;
  if (known && known.status !== "canceled") return known;
  const id = newId("pi");
  const intent: PaymentIntent = {
    id,
    created: now(world, invoice.customer),
    metadata: {},
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer,
    status: "requires_payment_method",
    payment_method: null,
    latest_charge: null,
    invoice: invoice.id,
    client_secret: `${id}_secret_${randomText(20)}`,
    canceled_at: null,
    cancellation_reason: null,
    last_payment_error: null,
    settlesAt: null,
  };
  world.records.paymentIntents.put(id, intent);
  world.records.invoices.put(invoice.id, Object.assign(invoice, { payment_intent: id }));
  emit(world, "payment_intent.created", showPaymentIntent(world, intent));
  return intent;
}

/** Tries once to collect the payment. `isAuthenticated` means that the payer has just been authenticated. */
export function charge(world: World, invoice: Invoice, method: PaymentMethod, isAuthenticated = false): Outcome {
  const intent = intentOf(world, invoice);
  intent.payment_method = method.id;
  const story = storyOf(method.story);
  const failure = failureOf(story);
  if (needsAuthentication(story, method, isAuthenticated)) {
    put(world, intent, { status: "requires_action" });
    emit(world, "payment_intent.requires_action", showPaymentIntent(world, intent));
    return { result: "requires_action" };
  }
  if (method.type === "sepa_debit") {
    const made = addCharge(world, intent, method, "pending");
    put(world, intent, { status: "processing", settlesAt: settlementTime(world, invoice.customer) });
    emit(world, "charge.pending", showCharge(world, made));
    emit(world, "payment_intent.processing", showPaymentIntent(world, intent));
    return { result: "processing" };
  }
  if (failure) {
    refuse(world, intent, addCharge(world, intent, method, "failed", failure), failure);
    return { result: "failed", failure };
  }
  succeed(world, intent, addCharge(world, intent, method, "succeeded"));
  if (story.kind === "disputed") dispute(world, intent);
  return { result: "succeeded" };
}

function failureOf(story: Story): CardFailure | undefined {
  if (story.kind === "declines" || story.kind === "fails") return story.failure;
  return story.kind === "authenticates" ? story.thenFails : undefined;
}

function needsAuthentication(story: Story, method: PaymentMethod, isAuthenticated: boolean): boolean {
  if (story.kind !== "authenticates" || isAuthenticated) return false;
  return story.everyTime || !method.authenticated;
}

/** Returns how a charge of this method would fail, if that is known beforehand. */
export function foreseenFailure(world: World, methodId: string | null): CardFailure | undefined {
  const method = world.records.paymentMethods.get(methodId ?? "");
  if (!method || method.type === "sepa_debit") return undefined;
  const story = storyOf(method.story);
  if (!needsAuthentication(story, method, false)) return failureOf(story);
  const message = "This payment requires an authentication step, which the customer is not there to take.";
  return { code: "subscription_payment_intent_requires_action", declineCode: null, message };
}

function settlementTime(world: World, customer: string): number {
  const day = addTargetDays(dayInBerlin(new Date(now(world, customer) * 1_000)), world.settings.sepaDays);
  return Date.parse(`${day}T09:00:00Z`) / 1_000;
}

/** Settles a debit in progress; `failure` overrides the behaviour of the test account. */
export function settle(world: World, intent: PaymentIntent, failure?: CardFailure): Outcome {
  const made = intent.latest_charge ? world.records.charges.get(intent.latest_charge) : undefined;
  const method = intent.payment_method ? world.records.paymentMethods.get(intent.payment_method) : undefined;
  const story = storyOf(method?.story ?? "");
  const why = failure ?? failureOf(story);
  intent.settlesAt = null;
  if (!made) return { result: "failed", failure: why ?? failureFor("debit") };
  if (why) {
    Object.assign(made, { status: "failed", failure_code: why.code, failure_message: why.message });
    refuse(world, intent, world.records.charges.put(made.id, made), why);
    return { result: "failed", failure: why };
  }
  world.records.charges.put(made.id, Object.assign(made, { status: "succeeded" }));
  succeed(world, intent, made);
  if (story.kind === "disputed") dispute(world, intent);
  return { result: "succeeded" };
}

function addCharge(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  status: Charge["status"],
  failure?: CardFailure,
): Charge {
  const made: Charge = {
    id: newId("ch"),
    created: now(world, intent.customer),
    metadata: {},
    amount: intent.amount,
    currency: intent.currency,
    customer: intent.customer,
    status,
    payment_intent: intent.id,
    payment_method: method.id,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    decline_code: failure?.declineCode ?? null,
    disputed: false,
    amount_refunded: 0,
  };
  intent.latest_charge = made.id;
  return world.records.charges.put(made.id, made);
}

function succeed(world: World, intent: PaymentIntent, made: Charge): void {
  put(world, intent, { status: "succeeded", last_payment_error: null });
  emit(world, "charge.succeeded", showCharge(world, made));
  emit(world, "payment_intent.succeeded", showPaymentIntent(world, intent));
}

function refuse(world: World, intent: PaymentIntent, made: Charge, failure: CardFailure): void {
  const method = world.records.paymentMethods.get(made.payment_method);
  const error: Wire = {
    type: "card_error",
    code: failure.code,
    ...(failure.declineCode ? { decline_code: failure.declineCode } : {}),
    message: failure.message,
    charge: made.id,
    ...(method ? { payment_method: showPaymentMethod(world, method) } : {}),
  };
  put(world, intent, { status: "requires_payment_method", last_payment_error: error });
  emit(world, "charge.failed", showCharge(world, made));
  emit(world, "payment_intent.payment_failed", showPaymentIntent(world, intent));
}

function put(world: World, intent: PaymentIntent, change: Partial<PaymentIntent>): void {
  world.records.paymentIntents.put(intent.id, Object.assign(intent, change));
}

export function cancelIntent(world: World, id: string | null, reason: string): void {
  const intent = id ? world.records.paymentIntents.get(id) : undefined;
  if (!intent || intent.status === "succeeded" || intent.status === "canceled") return;
  const canceled_at = now(world, intent.customer);
  put(world, intent, { status: "canceled", canceled_at, cancellation_reason: reason, settlesAt: null });
  emit(world, "payment_intent.canceled", showPaymentIntent(world, intent));
}
