import { showSubscription } from "./billing-shapes";
import { showCoupon, showDiscount, showPrice, showProduct, showPromotionCode } from "./catalog-shapes";
import { showConfiguration, showLineItems } from "./checkout-shapes";
import { invalid } from "./errors";
import { confirmationSecret, invoicePayments, showInvoice } from "./invoice-shapes";
import { showCharge, showMandate, showPaymentIntent, showPaymentMethod, showSetupIntent } from "./payment-shapes";
import { showCustomer, showTaxId } from "./people-shapes";
import type { Wire } from "./records";
import { showSchedule } from "./schedule-shapes";
import { showTestClock } from "./test-clock-shapes";
import type { World } from "./world";

const DEEPEST = 4;

/** Replaces ids by the objects they name, along paths like `data.latest_invoice.payments`. */
export function expandAll(world: World, answer: Wire, paths: string[]): Wire {
  for (const path of paths) {
    const steps = path.split(".");
    if (steps.length > DEEPEST)
      throw invalid(`You cannot expand more than ${DEEPEST} levels of a property. Property: ${path}`, "expand");
    expand(world, answer, steps, path);
  }
  return answer;
}

function expand(world: World, node: Wire, steps: string[], path: string): void {
  const [name = "", ...rest] = steps;
  if (!(name in node) && !(name in (INCLUDABLE[String(node.object)] ?? {}))) throw notExpandable(path);
  if (node[name] === undefined) node[name] = INCLUDABLE[String(node.object)]?.[name]?.(world, String(node.id)) ?? null;
  const value = node[name];
  if (Array.isArray(value)) {
    node[name] = value.map((one) => (typeof one === "string" ? resolved(world, name, one, path) : one));
    for (const one of node[name] as Wire[]) if (rest.length > 0) expand(world, one, rest, path);
    return;
  }
  if (typeof value === "string") node[name] = resolved(world, name, value, path);
  const next = node[name];
  if (rest.length > 0 && typeof next === "object" && next !== null) expand(world, next as Wire, rest, path);
}

function resolved(world: World, name: string, id: string, path: string): Wire {
  const found = name === "coupon" ? couponOf(world, id) : byId(world, id);
  if (!found) throw notExpandable(path);
  return found;
}

function notExpandable(path: string): Error {
  const message = `This property cannot be expanded (${path}). You may want to try expanding another property.`;
  return invalid(message, "expand");
}

function couponOf(world: World, id: string): Wire | undefined {
  const coupon = world.records.coupons.get(id);
  return coupon && showCoupon(world, coupon);
}

type Lookup = (world: World, id: string) => Wire | undefined;

function lookup<T>(get: (world: World, id: string) => T | undefined, show: (world: World, doc: T) => Wire): Lookup {
  return (world, id) => {
    const doc = get(world, id);
    return doc && show(world, doc);
  };
}

/** Longest prefix first if one is the start of another. */
const BY_PREFIX: [string, Lookup][] = [
  ["sub_sched_", lookup((world, id) => world.records.schedules.get(id), showSchedule)],
  ["cus_", lookup((world, id) => world.records.customers.get(id), showCustomer)],
  ["prod_", lookup((world, id) => world.records.products.get(id), showProduct)],
  ["price_", lookup((world, id) => world.records.prices.get(id), showPrice)],
  ["promo_", lookup((world, id) => world.records.promotionCodes.get(id), showPromotionCode)],
  ["di_", lookup((world, id) => world.records.discounts.get(id), showDiscount)],
  ["sub_", lookup((world, id) => world.records.subscriptions.get(id), showSubscription)],
  ["in_", lookup((world, id) => world.records.invoices.get(id), showInvoice)],
  ["pm_", lookup((world, id) => world.records.paymentMethods.get(id), showPaymentMethod)],
  ["pi_", lookup((world, id) => world.records.paymentIntents.get(id), showPaymentIntent)],
  ["seti_", lookup((world, id) => world.records.setupIntents.get(id), showSetupIntent)],
  ["ch_", lookup((world, id) => world.records.charges.get(id), showCharge)],
  ["mandate_", lookup((world, id) => world.records.mandates.get(id), showMandate)],
  ["txi_", lookup((world, id) => world.records.taxIds.get(id), showTaxId)],
  ["bpc_", lookup((world, id) => world.records.configurations.get(id), showConfiguration)],
  ["clock_", lookup((world, id) => world.records.testClocks.get(id), showTestClock)],
];

function byId(world: World, id: string): Wire | undefined {
  const found = BY_PREFIX.find(([prefix]) => id.startsWith(prefix));
  return found?.[1](world, id);
}

/** Fields that are present only on request. */
const INCLUDABLE: Record<string, Record<string, (world: World, id: string) => unknown>> = {
  customer: {
    subscriptions: (world, id) =>
      plainList(
        `/v1/customers/${id}/subscriptions`,
        world.records.subscriptions
          .filter((one) => one.customer === id && one.status !== "canceled")
          .map((one) => showSubscription(world, one)),
      ),
    tax_ids: (world, id) =>
      plainList(
        `/v1/customers/${id}/tax_ids`,
        world.records.taxIds.filter((one) => one.customer === id).map((one) => showTaxId(world, one)),
      ),
    sources: (_world, id) => plainList(`/v1/customers/${id}/sources`, []),
  },
  invoice: {
    payments: (world, id) => plainList(`/v1/invoice_payments?invoice=${id}`, invoicePayments(world, id)),
    confirmation_secret: (world, id) => confirmationSecret(world, id),
  },
  "checkout.session": {
    line_items: (world, id) => plainList(`/v1/checkout/sessions/${id}/line_items`, showLineItems(world, id)),
  },
  coupon: {
    applies_to: (world, id) => {
      const products = world.records.coupons.get(id)?.products;
      return products ? { products } : undefined;
    },
  },
};

export function plainList(url: string, data: Wire[]): Wire {
  return { object: "list", url, has_more: false, data };
}
