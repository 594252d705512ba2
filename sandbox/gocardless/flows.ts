import { type Call, owned, type ResourceApi } from "./api";
import { PERSON_FIELDS, personFrom } from "./customers";
import { invalidState, notFound, validationFailed } from "./errors";
import { allowOnly, type Fields, isObject, linkId, optionalFlag, optionalText } from "./fields";
import type { BillingRequest, Flow, Person } from "./records";
import { emitRequest, openActions } from "./signing";
import { newId, nowIso, type World } from "./world";

const AT = "/billing_request_flows";
const LIFE_MS = 7 * 86_400_000;
const FIELDS = [
  "auto_fulfil",
  "customer_details_captured",
  "exit_uri",
  "language",
  "links",
  "lock_bank_account",
  "lock_currency",
  "lock_customer_details",
  "prefilled_bank_account",
  "prefilled_customer",
  "redirect_uri",
  "show_redirect_buttons",
  "show_success_redirect_button",
  "skip_success_screen",
];
const PREFILLED_FIELDS = [...PERSON_FIELDS, "danish_identity_number", "swedish_identity_number"];

/** Adds routes for flows; the vendor has no call that reads or lists them. */
export function flowRoutes(world: World, api: ResourceApi): void {
  api.create((call) => create(world, call));
  api.action("initialise", (call) => {
    const flow = owned(world.records.flows, call);
    flow.session_token = newId("ST");
    world.records.flows.put(flow.id, flow);
    return { id: flow.id, shown: showFlow(flow) };
  });
}

function create(world: World, call: Call): { id: string; shown: unknown } {
  const { fields } = call;
  allowOnly(fields, FIELDS, AT);
  const request = world.records.billingRequests.get(linkId(fields, "billing_request", AT));
  if (!request || request.organisation !== call.organisation) throw notFound();
  if (request.status === "fulfilled" || request.status === "cancelled") {
    throw invalidState("billing_request_not_pending", `The billing request is ${request.status}`);
  }
  const flags = flagsFrom(world, fields, request);
  const id = newId("BRF");
  const flow: Flow = {
    id,
    organisation: call.organisation,
    created_at: nowIso(world),
    billingRequest: request.id,
    redirect_uri: optionalUrl(fields, "redirect_uri"),
    exit_uri: optionalUrl(fields, "exit_uri"),
    language: optionalText(fields, "language", AT),
    expires_at: new Date(world.kit.clock.now().getTime() + LIFE_MS).toISOString(),
    authorisation_url: `${call.request.origin}/billing/static/flow?id=${id}`,
    session_token: null,
    prefilled_customer: prefilledFrom(fields),
    ...flags,
    visited: false,
  };
  world.records.flows.put(id, flow);
  emitRequest(world, request, "flow_created", "api", "billing_request_flow_created", { billing_request_flow: id });
  return { id, shown: showFlow(flow) };
}

function optionalUrl(fields: Fields, name: string): string | null {
  const value = optionalText(fields, name, AT);
  if (value !== null && !/^https?:\/\/[^\s]+$/.test(value))
    throw validationFailed(`${AT}/${name}`, "must be a valid URI");
  return value;
}

function prefilledFrom(fields: Fields): Person | null {
  const prefilled = fields.prefilled_customer;
  if (prefilled === undefined || prefilled === null) return null;
  const at = `${AT}/prefilled_customer`;
  if (!isObject(prefilled)) throw validationFailed(at, "must be an object");
  allowOnly(prefilled, PREFILLED_FIELDS, at);
  // Prefilled values are not validated here: the payer may correct them on the page.
  const named = Object.fromEntries(PERSON_FIELDS.map((name) => [name, optionalText(prefilled, name, at, 255)]));
  const person = { ...personFrom({}, at), ...named };
  if (person.company_name && (person.given_name || person.family_name)) {
    throw validationFailed(`${at}/company_name`, "must be null when given_name or family_name is set");
  }
  return person;
}

function flagsFrom(world: World, fields: Fields, request: BillingRequest) {
  const flag = (name: string) => optionalFlag(fields, name, AT) ?? false;
  const open: string[] = openActions(world, request);
  if (flag("lock_customer_details") && open.includes("collect_customer_details")) {
    throw validationFailed(`${AT}/lock_customer_details`, "needs completed customer details");
  }
  if (flag("lock_bank_account") && open.includes("collect_bank_account")) {
    throw validationFailed(`${AT}/lock_bank_account`, "needs a collected bank account");
  }
  if (flag("skip_success_screen") && !optionalUrl(fields, "redirect_uri")) {
    throw validationFailed(`${AT}/skip_success_screen`, "needs a redirect_uri");
  }
  if (fields.auto_fulfil === false) throw validationFailed(`${AT}/auto_fulfil`, "cannot be switched off");
  return {
    lock_currency: flag("lock_currency"),
    lock_customer_details: flag("lock_customer_details"),
    lock_bank_account: flag("lock_bank_account"),
    show_redirect_buttons: flag("show_redirect_buttons"),
    show_success_redirect_button: flag("show_success_redirect_button"),
    skip_success_screen: flag("skip_success_screen"),
  };
}

function showFlow(flow: Flow): Record<string, unknown> {
  const { organisation: _organisation, visited: _visited, billingRequest, ...shown } = flow;
  const prefilled_bank_account = { account_type: null };
  const links = { billing_request: billingRequest };
  return { ...shown, auto_fulfil: true, customer_details_captured: false, prefilled_bank_account, links };
}
