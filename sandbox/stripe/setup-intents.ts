import type { Api, Call } from "./api";
import { cardError, invalid, missing } from "./errors";
import { emit } from "./events";
import { listOf } from "./lists";
import { flag, mergedMetadata, text } from "./params";
import { attach, methodOf } from "./payment-methods";
import { showPaymentIntent, showSetupIntent } from "./payment-shapes";
import { livingCustomer } from "./people-records";
import type { PaymentMethod, SetupIntent, Wire } from "./records";
import { storyOf } from "./test-methods";
import { newId, now, randomText, type World } from "./world";

export function intentRoutes(api: Api): void {
  api.on("POST", "/v1/setup_intents", "SetupIntentCreateParams", ({ world, params }) => {
    const customer = text(params, "customer");
    if (customer) livingCustomer(world, customer, "customer");
    const intent = newSetupIntent(world, customer ?? null);
    Object.assign(intent, { metadata: mergedMetadata(params), description: text(params, "description") ?? null });
    Object.assign(intent, {
      usage: text(params, "usage") ?? "off_session",
      return_url: text(params, "return_url") ?? null,
    });
    const method = text(params, "payment_method");
    if (method)
      Object.assign(intent, {
        payment_method: methodOf(world, method, "payment_method").id,
        status: "requires_confirmation",
      });
    emit(world, "setup_intent.created", showSetupIntent(world, intent));
    if (flag(params, "confirm")) confirm(world, intent);
    return showSetupIntent(world, intent);
  });
  api.on("GET", "/v1/setup_intents", "SetupIntentListParams", (call) => {
    const customer = text(call.params, "customer");
    const docs = call.world.records.setupIntents.filter((one) => !customer || one.customer === customer);
    return listOf(call, { docs, what: "setupintent", show: (one) => showSetupIntent(call.world, one) });
  });
  api.on("GET", "/v1/setup_intents/:id", "CustomerRetrieveParams", (call) =>
    showSetupIntent(call.world, setupIntentOf(call)),
  );
  api.on("POST", "/v1/setup_intents/:id/confirm", "SetupIntentConfirmParams", (call) => {
    const intent = setupIntentOf(call);
    const method = text(call.params, "payment_method");
    if (method) intent.payment_method = methodOf(call.world, method, "payment_method").id;
    confirm(call.world, intent);
    return showSetupIntent(call.world, intent);
  });
  api.on("GET", "/v1/payment_intents", "PaymentIntentListParams", (call) => {
    const customer = text(call.params, "customer");
    const docs = call.world.records.paymentIntents.filter((one) => !customer || one.customer === customer);
    return listOf(call, { docs, what: "payment_intent", show: (one) => showPaymentIntent(call.world, one) });
  });
  api.on("GET", "/v1/payment_intents/:id", "CustomerRetrieveParams", ({ world, id }): Wire => {
    const intent = world.records.paymentIntents.get(id);
    if (!intent) throw missing("payment_intent", id, "intent");
    return showPaymentIntent(world, intent);
  });
}

function setupIntentOf({ world, id }: Call): SetupIntent {
  const intent = world.records.setupIntents.get(id);
  if (!intent) throw missing("setupintent", id);
  return intent;
}

function newSetupIntent(world: World, customer: string | null): SetupIntent {
  const id = newId("seti");
  const intent: SetupIntent = {
    id,
    created: now(world, customer),
    metadata: {},
    customer,
    payment_method: null,
    status: "requires_payment_method",
    usage: "off_session",
    description: null,
    mandate: null,
    client_secret: `${id}_secret_${randomText(20)}`,
    payment_method_types: ["card", "sepa_debit"],
    last_setup_error: null,
    return_url: null,
  };
  return world.records.setupIntents.put(id, intent);
}

function confirm(world: World, intent: SetupIntent): void {
  const method = world.records.paymentMethods.get(intent.payment_method ?? "");
  if (!method)
    throw invalid(
      "You cannot confirm this SetupIntent because it's missing a payment method.",
      undefined,
      "setup_intent_unexpected_state",
    );
  const story = storyOf(method.story);
  if (story.kind === "declines") {
    Object.assign(intent, { status: "requires_payment_method", payment_method: null });
    intent.last_setup_error = { type: "card_error", code: story.failure.code, message: story.failure.message };
    world.records.setupIntents.put(intent.id, intent);
    emit(world, "setup_intent.setup_failed", showSetupIntent(world, intent));
    throw cardError(story.failure);
  }
  if (story.kind === "authenticates" && !method.authenticated) {
    world.records.setupIntents.put(intent.id, Object.assign(intent, { status: "requires_action" }));
    emit(world, "setup_intent.requires_action", showSetupIntent(world, intent));
    return;
  }
  succeed(world, intent, method);
}

function succeed(world: World, intent: SetupIntent, method: PaymentMethod): void {
  if (intent.customer) attach(world, method, intent.customer);
  Object.assign(intent, { status: "succeeded", payment_method: method.id, mandate: method.mandate });
  world.records.setupIntents.put(intent.id, intent);
  emit(world, "setup_intent.succeeded", showSetupIntent(world, intent));
}

/** Creates the intent that documents a method saved on a page. */
export function saveByIntent(world: World, customer: string, method: PaymentMethod): SetupIntent {
  const intent = newSetupIntent(world, customer);
  emit(world, "setup_intent.created", showSetupIntent(world, intent));
  succeed(world, intent, method);
  return intent;
}
