import { invalid, missing } from "./errors";
import { emitChange } from "./events";
import { type Params, required, text } from "./params";
import { showCustomer } from "./people-shapes";
import type { Address, Customer } from "./records";
import { now, randomText, type World } from "./world";

/** Returns a customer, also a deleted one: the vendor still shows it. */
export function customerOf(world: World, id: string, param = "id"): Customer {
  const customer = world.records.customers.get(id);
  if (!customer) throw missing("customer", id, param);
  return customer;
}

export function livingCustomer(world: World, id: string, param = "id"): Customer {
  const customer = customerOf(world, id, param);
  if (customer.deleted) throw missing("customer", id, param);
  return customer;
}

/** Returns the customer that a parameter names; a deleted one counts as missing. */
export function requiredCustomer(world: World, params: Params): Customer {
  return livingCustomer(world, required(params, "customer"), "customer");
}

export function changeCustomer(world: World, customer: Customer, change: () => void): void {
  const before = showCustomer(world, customer);
  change();
  world.records.customers.put(customer.id, customer);
  emitChange(world, "customer.updated", before, showCustomer(world, customer));
}

export function newCustomer(world: World, testClock: string | null = null): Customer {
  const customer: Customer = {
    id: `cus_${randomText(14)}`,
    created: 0,
    metadata: {},
    deleted: false,
    email: null,
    name: null,
    business_name: null,
    individual_name: null,
    description: null,
    phone: null,
    address: null,
    shipping: null,
    preferred_locales: [],
    tax_exempt: "none",
    balance: 0,
    currency: null,
    default_payment_method: null,
    footer: null,
    invoice_prefix: randomText(8).toUpperCase(),
    next_invoice_sequence: 1,
    test_clock: testClock,
    delinquent: false,
  };
  world.records.customers.put(customer.id, customer);
  customer.created = now(world, customer.id);
  return customer;
}

export function addressFrom(params: Params | undefined): Address | null {
  if (!params) return null;
  const part = (name: string): string | null => text(params, name) ?? null;
  const country = part("country");
  if (country !== null && !/^[A-Z]{2}$/.test(country))
    throw invalid(
      `Country '${country}' is unknown. Try using a 2-character alphanumeric country code instead.`,
      "address[country]",
      "country_unsupported",
    );
  return {
    city: part("city"),
    country,
    line1: part("line1"),
    line2: part("line2"),
    postal_code: part("postal_code"),
    state: part("state"),
  };
}
