import { showAddress } from "./people-shapes";
import type { Charge, Mandate, PaymentIntent, PaymentMethod, SetupIntent, Wire } from "./records";
import type { World } from "./world";

export function showPaymentMethod(_world: World, method: PaymentMethod): Wire {
  const { card, sepa } = method;
  return {
    id: method.id,
    object: "payment_method",
    allow_redisplay: method.allow_redisplay,
    billing_details: {
      ...method.billing_details,
      address: showAddress(method.billing_details.address),
      tax_id: null,
    },
    ...(card ? { card: cardDetails(method, card) } : {}),
    created: method.created,
    customer: method.customer,
    customer_account: null,
    livemode: false,
    metadata: method.metadata,
    ...(sepa ? { sepa_debit: sepaDetails(method, sepa) } : {}),
    type: method.type,
  };
}

function cardDetails(method: PaymentMethod, card: NonNullable<PaymentMethod["card"]>): Wire {
  return {
    ...card,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: method.customer ? "pass" : "unchecked",
    },
    display_brand: card.brand,
    fingerprint: method.fingerprint,
    generated_from: null,
    networks: { available: [card.brand], preferred: null },
    regulated_status: "unregulated",
    three_d_secure_usage: { supported: true },
    wallet: null,
  };
}

function sepaDetails(method: PaymentMethod, sepa: NonNullable<PaymentMethod["sepa"]>): Wire {
  return {
    ...sepa,
    branch_code: "",
    fingerprint: method.fingerprint,
    generated_from: { charge: null, setup_attempt: null },
  };
}

export function showMandate(_world: World, mandate: Mandate): Wire {
  return {
    id: mandate.id,
    object: "mandate",
    customer_acceptance: {
      accepted_at: mandate.accepted_at,
      online: { ip_address: "127.0.0.1", user_agent: "sandbox" },
      type: "online",
    },
    livemode: false,
    multi_use: {},
    payment_method: mandate.payment_method,
    payment_method_details: { sepa_debit: { reference: mandate.reference, url: "" }, type: "sepa_debit" },
    status: mandate.status,
    type: "multi_use",
  };
}

export function showSetupIntent(_world: World, intent: SetupIntent): Wire {
  return {
    id: intent.id,
    object: "setup_intent",
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: { allow_redirects: "always", enabled: true },
    cancellation_reason: null,
    client_secret: intent.client_secret,
    created: intent.created,
    customer: intent.customer,
    customer_account: null,
    description: intent.description,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: intent.last_setup_error,
    latest_attempt: null,
    livemode: false,
    mandate: intent.mandate,
    metadata: intent.metadata,
    next_action:
      intent.status === "requires_action"
        ? { type: "redirect_to_url", redirect_to_url: { return_url: intent.return_url, url: null } }
        : null,
    on_behalf_of: null,
    payment_method: intent.payment_method,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: intent.payment_method_types,
    single_use_mandate: null,
    status: intent.status,
    usage: intent.usage,
  };
}

export function showPaymentIntent(world: World, intent: PaymentIntent): Wire {
  const received = intent.status === "succeeded" ? intent.amount : 0;
  const method = intent.payment_method ? world.records.paymentMethods.get(intent.payment_method) : undefined;
  return {
    id: intent.id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: intent.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: received,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: intent.canceled_at,
    cancellation_reason: intent.cancellation_reason,
    capture_method: "automatic",
    client_secret: intent.client_secret,
    confirmation_method: "automatic",
    created: intent.created,
    currency: intent.currency,
    customer: intent.customer,
    customer_account: null,
    description: "Subscription",
    excluded_payment_method_types: null,
    last_payment_error: intent.last_payment_error,
    latest_charge: intent.latest_charge,
    livemode: false,
    managed_payments: null,
    metadata: intent.metadata,
    next_action: intent.status === "requires_action" ? { type: "use_stripe_sdk", use_stripe_sdk: {} } : null,
    on_behalf_of: null,
    payment_method: intent.payment_method,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: method ? [method.type] : ["card", "sepa_debit"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: "off_session",
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: intent.status,
    transfer_data: null,
    transfer_group: null,
  };
}

export function showCharge(world: World, charge: Charge): Wire {
  const method = world.records.paymentMethods.get(charge.payment_method);
  const isGood = charge.status !== "failed";
  return {
    id: charge.id,
    object: "charge",
    amount: charge.amount,
    amount_captured: isGood ? charge.amount : 0,
    amount_refunded: charge.amount_refunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: {
      ...(method?.billing_details ?? { address: null, email: null, name: null, phone: null }),
      tax_id: null,
    },
    calculated_statement_descriptor: "EINZUG",
    captured: isGood,
    created: charge.created,
    currency: charge.currency,
    customer: charge.customer,
    description: "Subscription",
    disputed: charge.disputed,
    failure_balance_transaction: null,
    failure_code: charge.failure_code,
    failure_message: charge.failure_message,
    fraud_details: {},
    livemode: false,
    metadata: charge.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(charge),
    paid: isGood,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    payment_method_details: method ? methodDetails(method) : null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: charge.amount_refunded === charge.amount,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: charge.status,
    transfer_data: null,
    transfer_group: null,
  };
}

function outcomeOf(charge: Charge): Wire {
  const failed = charge.status === "failed";
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: failed ? "declined_by_network" : "approved_by_network",
    reason: failed ? (charge.decline_code ?? "generic_decline") : null,
    seller_message: failed ? "The bank did not return any further details with this decline." : "Payment complete.",
    type: failed ? "issuer_declined" : "authorized",
  };
}

function methodDetails(method: PaymentMethod): Wire {
  const { type, card, sepa, mandate, fingerprint } = method;
  if (card)
    return {
      type,
      card: { ...card, checks: null, fingerprint, network: card.brand, three_d_secure: null, wallet: null },
    };
  return { type, sepa_debit: { ...sepa, branch_code: "", fingerprint, mandate } };
}
