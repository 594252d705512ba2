import type { Address, Customer, TaxId, Wire } from "./records";
import type { World } from "./world";

export function showAddress(address: Address | null): Wire | null {
  return address && { ...address };
}

export function showCustomer(_world: World, customer: Customer): Wire {
  if (customer.deleted) return { id: customer.id, object: "customer", deleted: true };
  const { business_name, individual_name } = customer;
  return {
    id: customer.id,
    object: "customer",
    address: showAddress(customer.address),
    balance: customer.balance,
    ...(business_name === null ? {} : { business_name }),
    ...(individual_name === null ? {} : { individual_name }),
    created: customer.created,
    currency: customer.currency,
    customer_account: null,
    default_source: null,
    delinquent: customer.delinquent,
    description: customer.description,
    discount: null,
    email: customer.email,
    invoice_prefix: customer.invoice_prefix,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: customer.default_payment_method,
      footer: customer.footer,
      rendering_options: null,
    },
    livemode: false,
    metadata: customer.metadata,
    name: customer.name,
    next_invoice_sequence: customer.next_invoice_sequence,
    phone: customer.phone,
    preferred_locales: customer.preferred_locales,
    shipping: customer.shipping,
    tax_exempt: customer.tax_exempt,
    test_clock: customer.test_clock,
  };
}

export function showTaxId(world: World, taxId: TaxId): Wire {
  const owner = world.records.customers.get(taxId.customer);
  const isVerified = taxId.status === "verified";
  return {
    id: taxId.id,
    object: "tax_id",
    country: taxId.country,
    created: taxId.created,
    customer: taxId.customer,
    customer_account: null,
    livemode: false,
    owner: { type: "customer", customer: taxId.customer, customer_account: null },
    type: taxId.type,
    value: taxId.value,
    verification: {
      status: taxId.status,
      verified_address: isVerified ? (owner?.address?.line1 ?? null) : null,
      verified_name: isVerified ? (owner?.name ?? null) : null,
    },
  };
}
