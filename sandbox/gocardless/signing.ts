import { accountWith, addBankAccount } from "./bank-accounts";
import { createCustomer, nameOf } from "./customers";
import { emit, type NewEvent } from "./events";
import { announceMandate, createMandate } from "./mandate-life";
import type { BillingRequest, Customer, Mandate, Person } from "./records";
import type { World } from "./world";

/** What a payer enters on the page. */
export interface Signature {
  person: Person;
  iban: string;
  language: string;
}

type ActionType = "collect_customer_details" | "collect_bank_account" | "confirm_payer_details";

/** Returns the required actions that are not completed yet. */
export function openActions(world: World, request: BillingRequest): ActionType[] {
  const customer = request.customer ? world.records.customers.get(request.customer) : undefined;
  const open: ActionType[] = [];
  if (!customer || !isComplete(customer)) open.push("collect_customer_details");
  if (!request.bankAccount) open.push("collect_bank_account");
  if (!request.confirmed) open.push("confirm_payer_details");
  return open;
}

function isComplete(customer: Customer): boolean {
  return nameOf(customer) !== "" && customer.email !== null;
}

export function showActions(world: World, request: BillingRequest): object[] {
  const open: string[] = request.status === "fulfilled" ? [] : openActions(world, request);
  const statusOf = (type: string) => (open.includes(type) ? "pending" : "completed");
  const details = { default_country_code: "DE", incomplete_fields: { customer: [], customer_billing_detail: [] } };
  return [
    { type: "choose_currency", required: true, completes_actions: [], requires_actions: [], status: "completed" },
    {
      type: "collect_customer_details",
      required: true,
      completes_actions: [],
      requires_actions: ["choose_currency"],
      status: statusOf("collect_customer_details"),
      collect_customer_details: details,
    },
    {
      type: "collect_bank_account",
      required: true,
      completes_actions: [],
      requires_actions: ["choose_currency"],
      status: statusOf("collect_bank_account"),
    },
    {
      type: "confirm_payer_details",
      required: true,
      completes_actions: [],
      requires_actions: ["collect_customer_details", "collect_bank_account"],
      status: statusOf("confirm_payer_details"),
    },
  ];
}

export function refreshStatus(world: World, request: BillingRequest): void {
  if (request.status === "pending" || request.status === "ready_to_fulfil") {
    request.status = openActions(world, request).length === 0 ? "ready_to_fulfil" : "pending";
  }
  world.records.billingRequests.put(request.id, request);
}

export function emitRequest(
  world: World,
  request: BillingRequest,
  action: string,
  origin: NewEvent["origin"],
  cause: string,
  links: Record<string, string> = {},
): void {
  const base = { billing_request: request.id, mandate_request: request.mandateRequest.id };
  const customer: Record<string, string> = request.customer ? { customer: request.customer } : {};
  emit(world, {
    organisation: request.organisation,
    resource_type: "billing_requests",
    action,
    origin,
    cause,
    links: { ...base, ...customer, ...links },
    resourceMetadata: request.metadata,
  });
}

/** The payer signs: creates details, account, confirmation and mandate, with the events of each step. */
export function signRequest(world: World, request: BillingRequest, signature: Signature): Mandate {
  const customer = keepCustomer(world, request, signature);
  request.customer = customer.id;
  emitRequest(world, request, "collect_customer_details", "payer", "billing_request_collect_customer_details");
  const { organisation } = request;
  const wanted = { organisation, customer: customer.id, holder: nameOf(customer), iban: signature.iban };
  const account = accountWith(world, customer.id, signature.iban) ?? addBankAccount(world, wanted);
  request.bankAccount = account.id;
  const bankLink = { customer_bank_account: account.id };
  emitRequest(world, request, "collect_bank_account", "payer", "billing_request_collect_bank_account", bankLink);
  request.confirmed = true;
  emitRequest(world, request, "payer_details_confirmed", "payer", "billing_request_payer_details_confirmed", bankLink);
  return fulfil(world, request, "gocardless");
}

function keepCustomer(world: World, request: BillingRequest, signature: Signature): Customer {
  const known = request.customer ? world.records.customers.get(request.customer) : undefined;
  const customer = known
    ? { ...known, ...signature.person }
    : createCustomer(world, request.organisation, signature.person, { language: signature.language });
  return world.records.customers.put(customer.id, customer);
}

/** Creates the mandate. The request must have its customer and bank account. */
export function fulfil(world: World, request: BillingRequest, origin: "api" | "gocardless"): Mandate {
  if (!request.customer || !request.bankAccount) throw new Error(`billing request ${request.id} is not complete`);
  request.status = "fulfilled";
  const mandate = createMandate(world, {
    organisation: request.organisation,
    creditor: request.creditor,
    customer: request.customer,
    bankAccount: request.bankAccount,
    reference: request.mandateRequest.reference,
    metadata: request.mandateRequest.metadata,
  });
  request.mandate = mandate.id;
  world.records.billingRequests.put(request.id, request);
  emitRequest(world, request, "fulfilled", origin, "billing_request_fulfilled", {
    mandate_request_mandate: mandate.id,
    customer_bank_account: request.bankAccount,
  });
  announceMandate(world, mandate);
  return mandate;
}
