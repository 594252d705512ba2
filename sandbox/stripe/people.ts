import type { Api, Call } from "./api";
import { invalid, missing } from "./errors";
import { emit } from "./events";
import { listOf } from "./lists";
import { count, group, groups, kept, mergedMetadata, type Params, text, texts } from "./params";
import { attach, methodOf } from "./payment-methods";
import { addressFrom, changeCustomer, customerOf, livingCustomer, newCustomer } from "./people-records";
import { showCustomer } from "./people-shapes";
import type { Customer, Wire } from "./records";
import { endSubscription } from "./subscription-life";
import { addTaxId, taxIdRoutes } from "./tax-ids";
import type { World } from "./world";

export function customerRoutes(api: Api): void {
  api.on("POST", "/v1/customers", "CustomerCreateParams", create);
  api.on("GET", "/v1/customers", "CustomerListParams", (call) => {
    const email = text(call.params, "email");
    const clock = text(call.params, "test_clock");
    const docs = call.world.records.customers.filter(
      (one) => !one.deleted && (!email || one.email === email) && (!clock || one.test_clock === clock),
    );
    return listOf(call, { docs, what: "customer", show: (one) => showCustomer(call.world, one) });
  });
  api.on("GET", "/v1/customers/:id", "CustomerRetrieveParams", ({ world, id }) =>
    showCustomer(world, customerOf(world, id)),
  );
  api.on("POST", "/v1/customers/:id", "CustomerUpdateParams", ({ world, id, params }) => {
    const customer = livingCustomer(world, id);
    changeCustomer(world, customer, () => fill(world, customer, params));
    return showCustomer(world, customer);
  });
  api.on("DELETE", "/v1/customers/:id", "CustomerDeleteParams", ({ world, id }) => remove(world, id));
  taxIdRoutes(api);
}

function create({ world, params }: Call): Wire {
  const clock = text(params, "test_clock") ?? null;
  if (clock && !world.records.testClocks.get(clock)) throw missing("test_clock", clock, "test_clock");
  const method = text(params, "payment_method");
  // Checked before anything is stored, because a refused card must not leave a customer behind.
  const ready = method ? methodOf(world, method, "payment_method") : null;
  checkEmail(params);
  const customer = newCustomer(world, clock);
  try {
    if (ready) attach(world, ready, customer.id);
    fill(world, customer, params);
    for (const taxId of groups(params, "tax_id_data") ?? []) addTaxId(world, customer, taxId, "tax_id_data");
  } catch (error) {
    world.records.customers.delete(customer.id);
    throw error;
  }
  world.records.customers.put(customer.id, customer);
  const shown = showCustomer(world, customer);
  emit(world, "customer.created", shown);
  return shown;
}

function checkEmail(params: Params): void {
  const email = text(params, "email");
  if (email && !/^[^\s@]+@[^\s@]+$/.test(email))
    throw invalid(`Invalid email address: ${email}`, "email", "email_invalid");
}

const PLAIN = ["email", "name", "business_name", "individual_name", "description", "phone"] as const;

function fill(world: World, customer: Customer, params: Params): void {
  checkEmail(params);
  const settings = group(params, "invoice_settings");
  const method = settings && text(settings, "default_payment_method");
  if (method) {
    const known = methodOf(world, method, "invoice_settings[default_payment_method]");
    if (known.customer !== customer.id)
      throw invalid(
        `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
        "invoice_settings[default_payment_method]",
        "resource_missing",
      );
    customer.default_payment_method = known.id;
  }
  if (settings && "footer" in settings) customer.footer = text(settings, "footer") ?? null;
  for (const name of PLAIN) customer[name] = kept(params, name, customer[name]);
  if ("address" in params) customer.address = addressFrom(group(params, "address"));
  if ("shipping" in params) customer.shipping = group(params, "shipping") ?? null;
  customer.preferred_locales = texts(params, "preferred_locales") ?? customer.preferred_locales;
  customer.tax_exempt = (kept(params, "tax_exempt", customer.tax_exempt) ?? "none") as Customer["tax_exempt"];
  customer.balance = count(params, "balance") ?? customer.balance;
  customer.invoice_prefix = text(params, "invoice_prefix") ?? customer.invoice_prefix;
  customer.next_invoice_sequence = count(params, "next_invoice_sequence") ?? customer.next_invoice_sequence;
  customer.metadata = mergedMetadata(params, customer.metadata);
}

function remove(world: World, id: string): Wire {
  const customer = livingCustomer(world, id);
  for (const one of world.records.subscriptions.filter((sub) => sub.customer === id && sub.ended_at === null))
    endSubscription(world, one, "cancellation_requested");
  const before = showCustomer(world, customer);
  world.records.customers.put(id, Object.assign(customer, { deleted: true }));
  emit(world, "customer.deleted", before);
  return showCustomer(world, customer);
}
