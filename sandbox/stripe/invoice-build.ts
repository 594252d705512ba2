import type { Invoice, Line, LineTax, Subscription } from "./billing-records";
import { discountAmounts } from "./discounts";
import { invalid } from "./errors";
import { dayText } from "./periods";
import type { Customer, Discount, Price } from "./records";
import { newId, randomText, type World } from "./world";

export interface NewLine {
  price: string;
  quantity: number;
  amount: number;
  description: string;
  item: string | null;
  isProration: boolean;
  period: { start: number; end: number };
}

export interface NewInvoice {
  customer: Customer;
  subscription: Subscription | null;
  lines: NewLine[];
  discounts: Discount[];
  reason: string;
  at: number;
  period: { start: number; end: number };
  automaticTax: boolean;
  prorationDate?: number | null;
}

const STANDARD_RATE = 19;
const EU = "AT BE BG CY CZ DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");

/** Returns a draft with its sums. Nothing is stored, so previews use the same code. */
export function buildInvoice(world: World, made: NewInvoice): Invoice {
  const { customer, subscription, at, period } = made;
  const lines = linesOf(world, made);
  const off = total(lines.flatMap((line) => line.discountAmounts.map((one) => one.amount)));
  const subtotal = total(lines.map((line) => line.amount));
  const added = total(lines.map((line) => (line.tax?.behavior === "exclusive" ? line.tax.amount : 0)));
  const sum = subtotal - off + added;
  return {
    id: newId("in"),
    created: at,
    metadata: {},
    customer: customer.id,
    subscription: subscription?.id ?? null,
    currency: subscription?.currency ?? customer.currency ?? "eur",
    status: "draft",
    billing_reason: made.reason,
    collection_method: subscription?.collection_method ?? "charge_automatically",
    lines,
    discounts: made.discounts.map((one) => one.id),
    period_start: period.start,
    period_end: period.end,
    subtotal,
    total: sum,
    amount_due: Math.max(0, sum + customer.balance),
    amount_paid: 0,
    starting_balance: customer.balance,
    ending_balance: null,
    number: null,
    token: randomText(16),
    description: null,
    footer: customer.footer,
    due_date: null,
    auto_advance: true,
    automatically_finalizes_at: null,
    attempt_count: 0,
    attempted: false,
    next_payment_attempt: null,
    default_payment_method: null,
    payment_intent: null,
    automatic_tax: made.automaticTax,
    paid_out_of_band: false,
    proration_date: made.prorationDate ?? null,
    finalized_at: null,
    paid_at: null,
    voided_at: null,
    marked_uncollectible_at: null,
  };
}

function linesOf(world: World, made: NewInvoice): Line[] {
  const priced = made.lines.map((line) => ({ ...line, ...priceOf(world, line.price) }));
  const taken = discountAmounts(world, priced, made.discounts);
  return priced.map((line, i) => {
    const discounts = taken[i] ?? [];
    const net = line.amount - total(discounts.map((one) => one.amount));
    return {
      id: newId("il"),
      amount: line.amount,
      quantity: line.quantity,
      description: line.description,
      price: line.price,
      product: line.product,
      unitAmount: line.unitAmount,
      item: line.item,
      subscription: made.subscription?.id ?? null,
      isProration: line.isProration,
      period: line.period,
      discountAmounts: discounts,
      tax: made.automaticTax ? taxOf(world, made.customer, net, line.behavior) : null,
    };
  });
}

function priceOf(world: World, id: string): { product: string; unitAmount: number; behavior: LineTax["behavior"] } {
  const price = world.records.prices.get(id);
  return {
    product: price?.product ?? "",
    unitAmount: price?.unit_amount ?? 0,
    behavior: price?.tax_behavior === "inclusive" ? "inclusive" : "exclusive",
  };
}

function taxOf(world: World, customer: Customer, net: number, behavior: LineTax["behavior"]): LineTax {
  const country = customer.address?.country ?? "";
  const hasVatId = world.records.taxIds.find(
    (one) => one.customer === customer.id && one.type === "eu_vat" && one.status !== "unverified",
  );
  const free = (reason: string): LineTax => ({ amount: 0, taxable: 0, reason, behavior });
  if (customer.tax_exempt === "exempt") return free("customer_exempt");
  if (customer.tax_exempt === "reverse") return free("reverse_charge");
  if (EU.includes(country) && hasVatId) return free("reverse_charge");
  if (country !== "DE" && !EU.includes(country)) return free("not_collecting");
  const amount =
    behavior === "inclusive"
      ? Math.round((net * STANDARD_RATE) / (100 + STANDARD_RATE))
      : Math.round((net * STANDARD_RATE) / 100);
  const taxable = behavior === "inclusive" ? net - amount : net;
  return { amount, taxable, reason: "standard_rated", behavior };
}

/** Refuses automatic tax for a customer without a country. */
export function checkTaxLocation(customer: Customer, automaticTax: boolean): void {
  if (!automaticTax || customer.address?.country) return;
  const message =
    "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.";
  throw invalid(message, "automatic_tax[enabled]", "customer_tax_location_invalid");
}

/** Returns one line per item for a whole period. */
export function periodLines(world: World, subscription: Subscription): NewLine[] {
  return subscription.items.map((item) => {
    const price = world.records.prices.get(item.price);
    return {
      price: item.price,
      quantity: item.quantity,
      amount: (price?.unit_amount ?? 0) * item.quantity,
      description: `${item.quantity} × ${nameOf(world, price)} (at ${euros(price?.unit_amount ?? 0)} / ${price?.recurring?.interval ?? ""})`,
      item: item.id,
      isProration: false,
      period: { start: item.current_period_start, end: item.current_period_end },
    };
  });
}

export function trialLines(world: World, subscription: Subscription): NewLine[] {
  return periodLines(world, subscription).map((line) => ({
    ...line,
    amount: 0,
    description: `Trial period for ${nameOf(world, world.records.prices.get(line.price))} until ${dayText(line.period.end)}`,
  }));
}

export function nameOf(world: World, price: Price | undefined): string {
  return world.records.products.get(price?.product ?? "")?.name ?? "";
}

function euros(cents: number): string {
  return `€${(cents / 100).toFixed(2)}`;
}

export function total(numbers: number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
