import { type Call, owned, type ResourceApi } from "./api";
import { accountWith, addBankAccount, showBankAccount } from "./bank-accounts";
import { createCustomer, personFrom } from "./customers";
import { invalidState, invalidType, notFound, validationFailed } from "./errors";
import { allowOnly, type Fields, isObject, metadataOf, optionalLinkId, optionalText, requiredIban } from "./fields";
import { listReply } from "./lists";
import { creditorOf } from "./organisations";
import type { BillingRequest, MandateRequest } from "./records";
import { emitRequest, fulfil, openActions, refreshStatus, showActions } from "./signing";
import { newId, nowIso, type World } from "./world";

const AT = "/billing_requests";
const MANDATE_AT = `${AT}/mandate_request`;
const FIELDS = ["mandate_request", "links", "metadata", "fallback_enabled", "purpose_code", "payment_purpose_code"];
const MANDATE_FIELDS = [
  "scheme",
  "currency",
  "description",
  "reference",
  "verify",
  "metadata",
  "constraints",
  "authorisation_source",
  "consent_type",
  "funds_settlement",
  "payer_requested_dual_signature",
  "sweeping",
];

export function billingRequestRoutes(world: World, api: ResourceApi): void {
  api.create((call) => create(world, call));
  api.list((call) => list(world, call));
  api.get((call) => show(world, owned(world.records.billingRequests, call)));
  action(world, api, "collect_customer_details", collectDetails);
  action(world, api, "collect_bank_account", collectBankAccount);
  action(world, api, "choose_currency", (_world, request, fields) => {
    if (fields.currency !== "EUR") throw validationFailed("/data/currency", "must be EUR for sepa_core");
    emitRequest(world, request, "choose_currency", "api", "billing_request_choose_currency");
  });
  action(world, api, "confirm_payer_details", (_world, request) => confirmDetails(world, request));
  action(world, api, "fulfil", (_world, request) => {
    if (openActions(world, request).length > 0) {
      throw invalidState("billing_request_fulfilment_failed", "Required actions are not completed");
    }
    fulfil(world, request, "api");
  });
  action(world, api, "cancel", (_world, request) => {
    request.status = "cancelled";
    world.records.billingRequests.put(request.id, request);
    emitRequest(world, request, "cancelled", "api", "billing_request_cancelled");
  });
  for (const name of ["notify", "fallback", "select_institution"]) {
    action(world, api, name, () => {
      throw invalidState("action_not_available", `${name} is only for instant bank payments`);
    });
  }
}

type Work = (world: World, request: BillingRequest, fields: Fields) => void;

/** Registers an action, which is allowed only while the billing request waits for its payer. */
function action(world: World, api: ResourceApi, name: string, work: Work): void {
  api.action(name, (call) => {
    const request = owned(world.records.billingRequests, call);
    if (request.status !== "pending" && request.status !== "ready_to_fulfil") {
      const reason = name === "cancel" ? "cancellation_failed" : "billing_request_not_pending";
      throw invalidState(reason, `The billing request is ${request.status}`);
    }
    metadataOf(call.fields, "/data");
    work(world, request, call.fields);
    refreshStatus(world, request);
    return { id: request.id, shown: show(world, request) };
  });
}

function create(world: World, call: Call): { id: string; shown: unknown } {
  const { fields } = call;
  allowOnly(fields, [...FIELDS, "payment_request", "subscription_request", "instalment_schedule_request"], AT);
  for (const name of Object.keys(fields).filter((one) => !FIELDS.includes(one))) {
    throw validationFailed(`${AT}/${name}`, "is not part of this sandbox");
  }
  if (!isObject(fields.mandate_request)) throw invalidType(MANDATE_AT, "mandate_request is required");
  const mandateRequest = mandateRequestFrom(world, call, fields.mandate_request);
  const customer = optionalLinkId(fields, "customer", AT);
  if (customer !== null) {
    const known = world.records.customers.get(customer);
    if (!known || known.organisation !== call.organisation || known.removed) throw notFound();
  }
  const creditor = creditorOf(world, call.organisation);
  const wantedCreditor = optionalLinkId(fields, "creditor", AT);
  if (wantedCreditor !== null && wantedCreditor !== creditor.id) throw notFound();
  const request: BillingRequest = {
    id: newId("BRQ"),
    organisation: call.organisation,
    created_at: nowIso(world),
    status: "pending",
    metadata: metadataOf(fields, AT),
    mandateRequest,
    creditor: creditor.id,
    customer,
    bankAccount: null,
    mandate: null,
    confirmed: false,
  };
  world.records.billingRequests.put(request.id, request);
  emitRequest(world, request, "created", "api", "billing_request_created");
  return { id: request.id, shown: show(world, request) };
}

function mandateRequestFrom(world: World, call: Call, fields: Fields): MandateRequest {
  allowOnly(fields, MANDATE_FIELDS, MANDATE_AT);
  const scheme = optionalText(fields, "scheme", MANDATE_AT) ?? "sepa_core";
  if (scheme !== "sepa_core") throw validationFailed(`${MANDATE_AT}/scheme`, "is not enabled for this creditor");
  const currency = optionalText(fields, "currency", MANDATE_AT) ?? "EUR";
  if (currency !== "EUR") throw validationFailed(`${MANDATE_AT}/currency`, "must be EUR for sepa_core");
  const verify = optionalText(fields, "verify", MANDATE_AT) ?? "minimum";
  if (!["minimum", "recommended", "when_available", "always"].includes(verify)) {
    throw validationFailed(`${MANDATE_AT}/verify`, "is not included in the list");
  }
  const reference = optionalText(fields, "reference", MANDATE_AT, 35);
  if (reference !== null && !/^[A-Za-z0-9+?/\-:().,']+$/.test(reference)) {
    throw validationFailed(`${MANDATE_AT}/reference`, "contains characters that are not allowed");
  }
  const taken = (one: { organisation: string; reference: string }) =>
    one.organisation === call.organisation && one.reference.toLowerCase() === reference?.toLowerCase();
  if (reference !== null && world.records.mandates.find(taken)) {
    throw validationFailed(`${MANDATE_AT}/reference`, "has already been used");
  }
  const description = optionalText(fields, "description", MANDATE_AT);
  return {
    id: newId("MRQ"),
    scheme,
    currency,
    description,
    reference,
    verify,
    metadata: metadataOf(fields, MANDATE_AT),
  };
}

function collectDetails(world: World, request: BillingRequest, fields: Fields): void {
  allowOnly(fields, ["customer", "customer_billing_detail"], "/data");
  const customer = isObject(fields.customer) ? fields.customer : {};
  const billing = isObject(fields.customer_billing_detail) ? fields.customer_billing_detail : {};
  const { metadata, ...details } = customer;
  allowOnly(
    details,
    ["company_name", "email", "family_name", "given_name", "language", "phone_number"],
    "/data/customer",
  );
  const person = personFrom({ ...details, ...billing }, "/data/customer");
  const known = request.customer ? world.records.customers.get(request.customer) : undefined;
  const named = Object.fromEntries(Object.entries(person).filter(([, value]) => value !== null));
  const made = known
    ? { ...known, ...named }
    : createCustomer(world, request.organisation, person, { ...details, metadata });
  world.records.customers.put(made.id, made);
  request.customer = made.id;
  emitRequest(world, request, "collect_customer_details", "api", "billing_request_collect_customer_details");
}

function collectBankAccount(world: World, request: BillingRequest, fields: Fields): void {
  if (!request.customer) throw invalidState("customer_details_missing", "Collect the customer's details first");
  const iban = requiredIban(fields, "/data");
  const holder = optionalText(fields, "account_holder_name", "/data") ?? "";
  const { organisation, customer } = request;
  const account = accountWith(world, customer, iban) ?? addBankAccount(world, { organisation, customer, holder, iban });
  request.bankAccount = account.id;
  emitRequest(world, request, "collect_bank_account", "api", "billing_request_collect_bank_account");
}

function confirmDetails(world: World, request: BillingRequest): void {
  const missing = openActions(world, request).filter((type) => type !== "confirm_payer_details");
  if (missing.length > 0) throw invalidState("billing_request_actions_incomplete", `${missing.join(", ")} is missing`);
  request.confirmed = true;
  emitRequest(world, request, "payer_details_confirmed", "api", "billing_request_payer_details_confirmed");
}

export function show(world: World, request: BillingRequest): Record<string, unknown> {
  const { reference: _reference, ...mandateRequest } = request.mandateRequest;
  const customer = request.customer ? world.records.customers.get(request.customer) : undefined;
  const account = request.bankAccount ? world.records.bankAccounts.get(request.bankAccount) : undefined;
  const customerLinks = customer
    ? { customer: customer.id, customer_billing_detail: customer.id.replace("CU", "CBD") }
    : {};
  return {
    id: request.id,
    created_at: request.created_at,
    status: request.status,
    metadata: request.metadata,
    fallback_enabled: false,
    fallback_occurred: false,
    mandate_request: { ...mandateRequest, links: request.mandate ? { mandate: request.mandate } : {} },
    payment_request: null,
    subscription_request: null,
    instalment_schedule_request: null,
    actions: showActions(world, request),
    links: {
      creditor: request.creditor,
      organisation: request.organisation,
      mandate_request: request.mandateRequest.id,
      ...customerLinks,
      ...(account ? { customer_bank_account: account.id } : {}),
      ...(request.mandate ? { mandate_request_mandate: request.mandate } : {}),
    },
    resources: customer ? resourcesOf(customer, account ? showBankAccount(account) : null) : {},
  };
}

function resourcesOf(
  customer: NonNullable<ReturnType<World["records"]["customers"]["get"]>>,
  account: unknown,
): object {
  const { id, created_at, email, given_name, family_name, company_name, language, phone_number, metadata } = customer;
  const { address_line1, address_line2, address_line3, city, region, postal_code, country_code } = customer;
  const address = { address_line1, address_line2, address_line3, city, region, postal_code, country_code };
  return {
    customer: { id, created_at, email, given_name, family_name, company_name, language, phone_number, metadata },
    customer_billing_detail: { id: id.replace("CU", "CBD"), created_at, ...address, schemes: ["sepa_core"] },
    ...(account ? { customer_bank_account: account } : {}),
  };
}

function list(world: World, call: Call): ReturnType<typeof listReply> {
  return listReply(call, {
    name: "billing_requests",
    docs: world.records.billingRequests.filter((request) => request.organisation === call.organisation),
    idOf: (request) => request.id,
    filters: {
      customer: (request, wanted) => request.customer === wanted,
      status: (request, wanted) => request.status === wanted,
    },
    ranges: { created_at: (request) => request.created_at },
    show: (request) => show(world, request),
  });
}
