import type { Api, Call } from "./api";
import { cardError, invalid, missing } from "./errors";
import { emit, emitChange } from "./events";
import { listOf } from "./lists";
import { group, kept, mergedMetadata, type Params, required, text } from "./params";
import { showMandate, showPaymentMethod } from "./payment-shapes";
import { addressFrom, customerOf, livingCustomer } from "./people-records";
import type { PaymentMethod, Wire } from "./records";
import { accountByName, cardByName, cardByNumber, isIban, storyOf, storyOfIban } from "./test-methods";
import { newId, now, randomText, type World } from "./world";

export function paymentMethodRoutes(api: Api): void {
  api.on("POST", "/v1/payment_methods", "PaymentMethodCreateParams", create);
  api.on("GET", "/v1/payment_methods", "PaymentMethodListParams", (call) => list(call, text(call.params, "customer")));
  api.on("GET", "/v1/payment_methods/:id", "PaymentMethodRetrieveParams", ({ world, id }) =>
    showPaymentMethod(world, methodOf(world, id)),
  );
  api.on("POST", "/v1/payment_methods/:id", "PaymentMethodUpdateParams", update);
  api.on("POST", "/v1/payment_methods/:id/attach", "PaymentMethodAttachParams", ({ world, id, params }) => {
    const customer = livingCustomer(world, required(params, "customer"), "customer");
    return showPaymentMethod(world, attach(world, methodOf(world, id), customer.id));
  });
  api.on("POST", "/v1/payment_methods/:id/detach", "PaymentMethodDetachParams", ({ world, id }) =>
    showPaymentMethod(world, detach(world, methodOf(world, id))),
  );
  api.on("GET", "/v1/customers/:id/payment_methods", "CustomerListPaymentMethodsParams", (call) =>
    list(call, customerOf(call.world, call.id).id),
  );
  api.on(
    "GET",
    "/v1/customers/:id/payment_methods/:sub",
    "CustomerRetrievePaymentMethodParams",
    ({ world, id, sub }) => {
      const method = world.records.paymentMethods.get(sub);
      if (!method || method.customer !== id) throw missing("payment_method", sub);
      return showPaymentMethod(world, method);
    },
  );
  api.on("GET", "/v1/mandates/:id", "MandateRetrieveParams", ({ world, id }) => {
    const mandate = world.records.mandates.get(id);
    if (!mandate) throw missing("mandate", id);
    return showMandate(world, mandate);
  });
}

function list(call: Call, customer: string | undefined): Wire {
  const type = text(call.params, "type");
  const docs = call.world.records.paymentMethods.filter(
    (one) => one.customer !== null && one.customer === customer && (!type || one.type === type),
  );
  return listOf(call, { docs, what: "payment_method", show: (one) => showPaymentMethod(call.world, one) });
}

function create({ world, params }: Call): Wire {
  const type = required(params, "type");
  const billing = group(params, "billing_details") ?? {};
  if (type === "card") {
    const card = group(params, "card");
    if (!card) throw invalid("Missing required param: card.", "card", "parameter_missing");
    return showPaymentMethod(world, makeCard(world, cardFrom(card), billing, mergedMetadata(params)));
  }
  if (type !== "sepa_debit")
    throw invalid(`The payment method type "${type}" is not enabled for this account.`, "type");
  const iban = text(group(params, "sepa_debit") ?? {}, "iban");
  if (!iban) throw invalid("Missing required param: sepa_debit.", "sepa_debit", "parameter_missing");
  return showPaymentMethod(world, makeDebit(world, iban, billing, mergedMetadata(params)));
}

interface CardInput {
  number: string;
  month: number;
  year: number;
}

function cardFrom(card: Params): CardInput {
  for (const name of Object.keys(card))
    if (!["number", "exp_month", "exp_year", "cvc", "token"].includes(name))
      throw invalid(`Received unknown parameter: card[${name}]`, `card[${name}]`, "parameter_unknown");
  const token = text(card, "token");
  if (token) {
    const known = cardByName(token.replace(/^tok_/, "pm_card_"));
    if (!known) throw missing("token", token, "card[token]");
    return { number: known.number, month: 12, year: 2034 };
  }
  return { number: required(card, "number"), month: Number(card.exp_month), year: Number(card.exp_year) };
}

/** Creates a card. Only the documented test cards exist; any other number is refused, as by a real network. */
export function makeCard(
  world: World,
  input: CardInput,
  billing: Params,
  metadata: Record<string, string> = {},
): PaymentMethod {
  const number = input.number.replace(/\s/g, "");
  const known = cardByNumber(number);
  if (!known)
    throw cardError(
      { code: "incorrect_number", declineCode: null, message: "Your card number is incorrect." },
      { param: "number" },
    );
  if (!(input.month >= 1 && input.month <= 12))
    throw cardError(
      { code: "invalid_expiry_month", declineCode: null, message: "Your card's expiration month is invalid." },
      { param: "exp_month" },
    );
  const last = new Date(Date.UTC(input.year, input.month, 1)).getTime() / 1_000;
  if (!(input.year >= 2000) || last <= now(world))
    throw cardError(
      { code: "invalid_expiry_year", declineCode: null, message: "Your card's expiration year is invalid." },
      { param: "exp_year" },
    );
  const { brand, country, funding, story } = known;
  const card = { brand, last4: number.slice(-4), exp_month: input.month, exp_year: input.year, country, funding };
  return store(world, { type: "card", card, sepa: null, story }, billing, metadata, number);
}

export function makeDebit(
  world: World,
  given: string,
  billing: Params,
  metadata: Record<string, string> = {},
): PaymentMethod {
  const iban = given.replace(/\s/g, "").toUpperCase();
  if (!isIban(iban)) throw invalid("The IBAN is invalid.", "sepa_debit[iban]", "invalid_bank_account_iban");
  for (const name of ["name", "email"])
    if (!text(billing, name))
      throw invalid(
        `Missing required param: billing_details[${name}].`,
        `billing_details[${name}]`,
        "parameter_missing",
      );
  const sepa = { bank_code: iban.slice(4, 12), country: iban.slice(0, 2), last4: iban.slice(-4) };
  return store(world, { type: "sepa_debit", card: null, sepa, story: storyOfIban(iban) }, billing, metadata, iban);
}

function store(
  world: World,
  made: Pick<PaymentMethod, "type" | "card" | "sepa" | "story">,
  billing: Params,
  metadata: Record<string, string>,
  secret: string,
): PaymentMethod {
  const id = newId("pm");
  const method: PaymentMethod = {
    id,
    created: now(world),
    metadata,
    ...made,
    customer: null,
    billing_details: {
      address: addressFrom(group(billing, "address")),
      email: text(billing, "email") ?? null,
      name: text(billing, "name") ?? null,
      phone: text(billing, "phone") ?? null,
    },
    // The same account has the same fingerprint.
    fingerprint: Buffer.from(secret).toString("base64url").slice(-16),
    mandate: null,
    allow_redisplay: "unspecified",
    authenticated: false,
  };
  return world.records.paymentMethods.put(id, method);
}

/** Returns the method with this id; the vendor's ready-made names create a new one each time. */
export function methodOf(world: World, id: string, param = "id"): PaymentMethod {
  const known = world.records.paymentMethods.get(id);
  if (known) return known;
  const card = cardByName(id);
  if (card) return makeCard(world, { number: card.number, month: 12, year: 2034 }, {});
  const iban = accountByName(id);
  if (iban) return makeDebit(world, iban, { name: "Jenny Rosen", email: "jenny@example.com" });
  throw missing("PaymentMethod", id, param);
}

/** Saves a method with a customer. A debit gets its mandate here. */
export function attach(world: World, method: PaymentMethod, customer: string): PaymentMethod {
  if (method.customer === customer) return method;
  if (method.customer)
    throw invalid("The payment method you provided has already been attached to a customer.", "payment_method");
  const story = storyOf(method.story);
  if (story.kind === "declines") throw cardError(story.failure);
  const mandate = method.type === "sepa_debit" ? newId("mandate") : null;
  if (mandate) {
    const reference = randomText(12).toUpperCase();
    const made = { id: mandate, payment_method: method.id, accepted_at: now(world, customer), reference };
    world.records.mandates.put(mandate, { ...made, status: "active" });
  }
  world.records.paymentMethods.put(method.id, Object.assign(method, { customer, mandate }));
  emit(world, "payment_method.attached", showPaymentMethod(world, method));
  return method;
}

function detach(world: World, method: PaymentMethod): PaymentMethod {
  if (!method.customer)
    throw invalid(
      "The payment method you provided is not attached to a customer so detachment is impossible.",
      "payment_method",
    );
  const before = showPaymentMethod(world, method);
  const customer = world.records.customers.get(method.customer);
  if (customer?.default_payment_method === method.id)
    world.records.customers.put(customer.id, Object.assign(customer, { default_payment_method: null }));
  for (const one of world.records.subscriptions.filter((sub) => sub.default_payment_method === method.id))
    world.records.subscriptions.put(one.id, Object.assign(one, { default_payment_method: null }));
  world.records.paymentMethods.put(method.id, Object.assign(method, { customer: null }));
  emitChangeOnce(world, before, method);
  return method;
}

function emitChangeOnce(world: World, before: Wire, method: PaymentMethod): void {
  emit(world, "payment_method.detached", showPaymentMethod(world, method), { customer: before.customer });
}

function update({ world, id, params }: Call): Wire {
  const method = methodOf(world, id);
  if (!method.customer)
    throw invalid("You must save this PaymentMethod to a customer before you can update it.", "payment_method");
  const before = showPaymentMethod(world, method);
  const billing = group(params, "billing_details") ?? {};
  for (const name of ["email", "name", "phone"] as const)
    method.billing_details[name] = kept(billing, name, method.billing_details[name]);
  if ("address" in billing) method.billing_details.address = addressFrom(group(billing, "address"));
  const card = group(params, "card");
  if (method.card && card)
    Object.assign(method.card, {
      exp_month: Number(card.exp_month ?? method.card.exp_month),
      exp_year: Number(card.exp_year ?? method.card.exp_year),
    });
  method.metadata = mergedMetadata(params, method.metadata);
  world.records.paymentMethods.put(id, method);
  const after = showPaymentMethod(world, method);
  emitChange(world, "payment_method.updated", before, after);
  return after;
}
