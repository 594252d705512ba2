import type { Invoice, Line } from "./billing-records";
import { showAddress } from "./people-shapes";
import type { Customer, Wire } from "./records";
import { APP, type World } from "./world";

export function showInvoice(world: World, invoice: Invoice): Wire {
  const customer = world.records.customers.get(invoice.customer);
  const isFinal = invoice.status !== "draft";
  const page = `${world.origin}/i/${APP.account}/${invoice.id}/${invoice.token}`;
  const remaining = Math.max(0, invoice.amount_due - invoice.amount_paid);
  return {
    id: invoice.id,
    object: "invoice",
    account_country: APP.country,
    account_name: APP.name,
    account_tax_ids: null,
    amount_due: invoice.amount_due,
    amount_overpaid: 0,
    amount_paid: invoice.amount_paid,
    amount_remaining: remaining,
    amount_shipping: 0,
    application: null,
    attempt_count: invoice.attempt_count,
    attempted: invoice.attempted,
    auto_advance: invoice.auto_advance,
    automatic_tax: automaticTax(invoice),
    automatically_finalizes_at: invoice.automatically_finalizes_at,
    billing_reason: invoice.billing_reason,
    collection_method: invoice.collection_method,
    created: invoice.created,
    currency: invoice.currency,
    ...customerPart(world, customer, invoice),
    custom_fields: null,
    default_payment_method: invoice.default_payment_method,
    default_source: null,
    default_tax_rates: [],
    description: invoice.description,
    discounts: [...invoice.discounts],
    due_date: invoice.due_date,
    effective_at: invoice.finalized_at,
    ending_balance: invoice.ending_balance,
    footer: invoice.footer,
    from_invoice: null,
    hosted_invoice_url: isFinal ? page : null,
    invoice_pdf: isFinal ? `${page}/pdf` : null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: linesPart(invoice),
    livemode: false,
    metadata: invoice.metadata,
    next_payment_attempt: invoice.next_payment_attempt,
    number: invoice.number,
    on_behalf_of: null,
    parent: parentOf(world, invoice),
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: invoice.period_end,
    period_start: invoice.period_start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: invoice.starting_balance,
    statement_descriptor: null,
    status: invoice.status,
    status_transitions: transitionsOf(invoice),
    ...totalsOf(invoice),
    test_clock: customer?.test_clock ?? null,
    webhooks_delivered_at: invoice.created,
  };
}

function linesPart(invoice: Invoice): Wire {
  return {
    object: "list",
    data: invoice.lines.map((line) => showLine(invoice, line)),
    has_more: false,
    url: `/v1/invoices/${invoice.id}/lines`,
  };
}

function transitionsOf(invoice: Invoice): Wire {
  return {
    finalized_at: invoice.finalized_at,
    marked_uncollectible_at: invoice.marked_uncollectible_at,
    paid_at: invoice.paid_at,
    voided_at: invoice.voided_at,
  };
}

function automaticTax(invoice: Invoice): Wire {
  const isOn = invoice.automatic_tax;
  return {
    disabled_reason: null,
    enabled: isOn,
    liability: isOn ? { type: "self" } : null,
    provider: isOn ? "stripe" : null,
    status: isOn ? "complete" : null,
  };
}

function customerPart(world: World, customer: Customer | undefined, invoice: Invoice): Wire {
  return {
    customer: invoice.customer,
    customer_account: null,
    customer_address: showAddress(customer?.address ?? null),
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    customer_phone: customer?.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: customer?.tax_exempt ?? "none",
    customer_tax_ids: world.records.taxIds
      .filter((one) => one.customer === invoice.customer)
      .map(({ type, value }) => ({ type, value })),
  };
}

function parentOf(world: World, invoice: Invoice): Wire | null {
  if (!invoice.subscription) return null;
  const metadata = world.records.subscriptions.get(invoice.subscription)?.metadata ?? {};
  const proration = invoice.proration_date === null ? {} : { subscription_proration_date: invoice.proration_date };
  const details = { metadata, subscription: invoice.subscription, ...proration };
  return { quote_details: null, subscription_details: details, type: "subscription_details" };
}

function totalsOf(invoice: Invoice): Wire {
  const taxes = invoice.lines.flatMap((line) => (line.tax ? [{ line, tax: line.tax }] : []));
  const tax = sum(taxes.map((one) => one.tax.amount));
  const off = new Map<string, number>();
  for (const { discount, amount } of invoice.lines.flatMap((line) => line.discountAmounts))
    off.set(discount, (off.get(discount) ?? 0) + amount);
  const amounts = [...off].map(([discount, amount]) => ({ amount, discount }));
  const first = taxes[0]?.tax;
  const total: Wire | undefined =
    first && taxPart({ ...first, amount: tax, taxable: sum(taxes.map((one) => one.tax.taxable)) });
  const inclusive = first?.behavior === "inclusive" ? tax : 0;
  return {
    subtotal: invoice.subtotal,
    subtotal_excluding_tax: invoice.subtotal - inclusive,
    total: invoice.total,
    total_discount_amounts: amounts,
    total_excluding_tax: invoice.total - tax,
    total_pretax_credit_amounts: amounts.map((one) => ({ ...one, type: "discount" })),
    total_taxes: total ? [total] : [],
  };
}

function sum(numbers: number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

function taxPart(tax: { amount: number; taxable: number; reason: string; behavior: string }): Wire {
  return {
    amount: tax.amount,
    tax_behavior: tax.behavior,
    tax_rate_details: { tax_rate: "txr_de_standard" },
    taxability_reason: tax.reason,
    taxable_amount: tax.taxable,
    type: "tax_rate_details",
  };
}

export function showLine(invoice: Invoice, line: Line): Wire {
  const off = line.discountAmounts.map((one) => ({ ...one }));
  return {
    id: line.id,
    object: "line_item",
    amount: line.amount,
    currency: invoice.currency,
    description: line.description,
    discount_amounts: off,
    discountable: !line.isProration,
    discounts: [],
    invoice: invoice.id,
    livemode: false,
    metadata: {},
    parent: line.item
      ? {
          invoice_item_details: null,
          subscription_item_details: {
            invoice_item: null,
            proration: line.isProration,
            proration_details: { credited_items: null },
            subscription: line.subscription,
            subscription_item: line.item,
          },
          type: "subscription_item_details",
        }
      : null,
    period: { ...line.period },
    pretax_credit_amounts: off.map((one) => ({ ...one, type: "discount" })),
    pricing: {
      price_details: { price: line.price, product: line.product },
      type: "price_details",
      unit_amount_decimal: String(line.unitAmount),
    },
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    subscription: line.subscription,
    subtotal: line.amount,
    taxes: line.tax ? [taxPart(line.tax)] : [],
  };
}

/** Returns the payments of one invoice, which the vendor links by objects of their own. */
export function invoicePayments(world: World, invoiceId: string): Wire[] {
  const invoice = world.records.invoices.get(invoiceId);
  const intent = invoice?.payment_intent ? world.records.paymentIntents.get(invoice.payment_intent) : undefined;
  if (!invoice || !intent) return [];
  const isPaid = intent.status === "succeeded";
  const isCanceled = intent.status === "canceled";
  return [
    {
      id: intent.id.replace("pi_", "inpay_"),
      object: "invoice_payment",
      amount_paid: isPaid ? intent.amount : null,
      amount_requested: intent.amount,
      created: intent.created,
      currency: intent.currency,
      invoice: invoice.id,
      is_default: true,
      livemode: false,
      payment: { payment_intent: intent.id, type: "payment_intent" },
      status: isPaid ? "paid" : isCanceled ? "canceled" : "open",
      status_transitions: { canceled_at: intent.canceled_at, paid_at: isPaid ? invoice.paid_at : null },
    },
  ];
}

export function confirmationSecret(world: World, invoiceId: string): Wire | null {
  const intent = world.records.paymentIntents.find((one) => one.invoice === invoiceId && one.status !== "canceled");
  return intent ? { client_secret: intent.client_secret, type: "payment_intent" } : null;
}
