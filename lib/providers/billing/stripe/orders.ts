import type Stripe from "stripe";
import { ProviderError } from "@/lib/core/web/provider-error";
import type { NewOrder, PortalFlow } from "../port";
import type { StripeCaller } from "./client";

/**
 * Opens an order page. `ui_mode` and method names follow Stripe's API of 2026; `payment_method_types` is refused since
 * 2026-09-30.
 */
export async function openCheckout(
  caller: StripeCaller,
  order: NewOrder,
  key: string,
): Promise<{ sessionId: string; url: string }> {
  const metadata = { customer: order.customerId };
  const session = await caller.call((stripe) =>
    stripe.checkout.sessions.create(
      {
        mode: "subscription",
        ui_mode: "hosted_page",
        customer: order.stripeCustomerId,
        client_reference_id: order.customerId,
        line_items: [{ price: order.priceId, quantity: 1 }],
        subscription_data: { metadata, ...trialOf(order) },
        payment_method_collection: order.mayPayLater ? "if_required" : "always",
        allowed_payment_method_types: order.methods,
        ...discountOf(order),
        automatic_tax: { enabled: true },
        // The page shows the details we have. The supplier may correct them, and is asked for a missing VAT id.
        billing_address_collection: "auto",
        customer_update: { name: "auto", address: "auto" },
        tax_id_collection: { enabled: true },
        locale: order.locale as Stripe.Checkout.SessionCreateParams["locale"],
        success_url: order.successUrl,
        cancel_url: order.cancelUrl,
      },
      { idempotencyKey: key },
    ),
  );
  if (!session.url) throw new ProviderError("refused", "Stripe: checkout session without a URL");
  return { sessionId: session.id, url: session.url };
}

function trialOf({ trialDays }: NewOrder) {
  if (trialDays === 0) return {};
  const end_behavior = { missing_payment_method: "cancel" } as const;
  return { trial_period_days: trialDays, trial_settings: { end_behavior } };
}

function discountOf({ couponId }: NewOrder) {
  return couponId ? { discounts: [{ coupon: couponId }] } : { allow_promotion_codes: true };
}

/** Closes an order page. One that was finished or has expired cannot be closed (400); this is not an error. */
export async function closeCheckout(caller: StripeCaller, sessionId: string): Promise<void> {
  try {
    await caller.call((stripe) => stripe.checkout.sessions.expire(sessionId));
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== "refused") throw error;
    const session = await caller.call((stripe) => stripe.checkout.sessions.retrieve(sessionId));
    if (session.status === "open") throw error;
  }
}

export async function closeOpenCheckouts(caller: StripeCaller, customer: string): Promise<void> {
  const { data } = await caller.call((stripe) =>
    stripe.checkout.sessions.list({ customer, status: "open", limit: 100 }),
  );
  for (const { id } of data) await closeCheckout(caller, id);
}

export async function openPortal(
  caller: StripeCaller,
  customer: string,
  flow: PortalFlow,
  returnUrl: string,
  locale: string,
): Promise<string> {
  const session = await caller.call((stripe) =>
    stripe.billingPortal.sessions.create({
      customer,
      return_url: returnUrl,
      locale: locale as Stripe.BillingPortal.SessionCreateParams["locale"],
      flow_data: flowOf(flow, returnUrl),
    }),
  );
  return session.url;
}

function flowOf(flow: PortalFlow, returnUrl: string): Stripe.BillingPortal.SessionCreateParams.FlowData | undefined {
  const after_completion = { type: "redirect", redirect: { return_url: returnUrl } } as const;
  switch (flow.kind) {
    case "home":
      return undefined;
    case "payment_method":
      return { type: "payment_method_update", after_completion };
    case "plan":
      return {
        type: "subscription_update",
        subscription_update: { subscription: flow.subscriptionId },
        after_completion,
      };
    case "confirm_plan":
      return {
        type: "subscription_update_confirm",
        subscription_update_confirm: {
          subscription: flow.subscriptionId,
          items: [{ id: flow.itemId, price: flow.priceId, quantity: 1 }],
        },
        after_completion,
      };
    default:
      return flow satisfies never;
  }
}
