import { createHash } from "node:crypto";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import type { Contract } from "@/lib/core/prisma/client";
import type { PaymentChoice, PlanType, PriceBase } from "@/lib/core/prisma/enums";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { log } from "@/lib/core/telemetry/log";
import { now } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";
import { ownPath } from "@/lib/core/web/own-path";
import type { NewOrder, PortalFlow } from "@/lib/providers/billing/port";
import { ourBilling } from "@/lib/providers/billing/registry";
import { campaignMonths, concerns, couponFits } from "@/lib/subscriptions/campaigns/rules";
import { readCampaign, readContract, readPlans } from "@/lib/subscriptions/contract/data";
import { hasEnded, isInForce, runsElsewhere, TRIAL_DAYS } from "@/lib/subscriptions/contract/rules";
import { refreshContract } from "@/lib/subscriptions/sync/provider";
import type { Plan } from "@/lib/subscriptions/types";

export interface OrderOptions {
  type?: PlanType;
  base?: PriceBase;
  payment?: PaymentChoice;
  /** A path on our host. */
  returnPath?: string;
}

export const SUBSCRIPTION_PATH = "/app/subscription";

/** Returns the path of a return address if it is on our host, otherwise the subscription page. */
export function returnPathOf(address: string | undefined): string {
  const path = address?.startsWith(`${env().APP_URL}/`) ? address.slice(env().APP_URL.length) : address;
  return ownPath(path) ?? SUBSCRIPTION_PATH;
}

/** Returns the address of the page that refreshes the contract and then redirects to the path. */
function returnUrl(path: string): string {
  return `${env().APP_URL}/app/subscription/return?to=${encodeURIComponent(path)}`;
}

/**
 * Opens Stripe's order page. Before that it closes every older page and refreshes the contract, so that nobody can
 * order twice.
 *
 * @throws AppError `plan_missing`, `billing_details_missing`, `plans_unavailable`, `subscription_exists`
 * @throws AppError `subscription_not_ended` while an inactive subscription can still be paid or resumed at Stripe
 * @throws AppError `conflict` if another person of the supplier opens a page at the same moment
 */
export async function openOrder(
  customerId: CustomerId,
  options: OrderOptions,
  locale: string,
  actor: Actor,
): Promise<string> {
  // Read before older pages are closed: the count reveals a page that is opened in between.
  const prepared = await prepare(customerId, options);
  const { plan, stripeCustomerId, payment, checkoutCount } = prepared;
  const billing = ourBilling();
  await billing.closeOpenCheckouts(stripeCustomerId);
  await refreshContract(customerId);
  const trialDays = refuseSecond(await readContract(customerId)).hasHadTrial ? 0 : TRIAL_DAYS;
  const order: NewOrder = {
    stripeCustomerId,
    customerId,
    priceId: plan.priceId,
    couponId: await couponFor(customerId, plan),
    trialDays,
    mayPayLater: payment === "later" && trialDays > 0,
    methods: payment === "later" ? ["card", "sepa_debit"] : [payment],
    locale,
    successUrl: returnUrl(options.returnPath ?? "/app"),
    cancelUrl: `${env().APP_URL}${options.returnPath ?? "/app/onboard"}`,
  };
  const details = createHash("sha256").update(JSON.stringify(order)).digest("hex").slice(0, 16);
  const { sessionId, url } = await billing.openCheckout(order, `checkout:${customerId}:${checkoutCount}:${details}`);
  const isFirst = await db.$transaction(async (tx) => {
    const counted = await tx.contract.updateMany({
      where: { customerId, checkoutCount },
      data: { checkoutCount: checkoutCount + 1, checkoutSessionId: sessionId },
    });
    if (counted.count === 0) return false;
    const detail = { priceId: plan.priceId, couponId: order.couponId, trialDays };
    await writeAudit(tx, customerId, actor, { action: "subscription.order-opened", subject: sessionId, detail });
    return true;
  });
  if (isFirst) return url;
  // Two calls at the same moment: an equal order has the same page; a different page is closed again.
  if ((await readContract(customerId))?.checkoutSessionId === sessionId) return url;
  await billing.closeCheckout(sessionId);
  throw new AppError("conflict", "An order was opened at the same moment. Try again.");
}

function refuseSecond(contract: Contract | null): Contract {
  if (!contract || isInForce(contract.status) || runsElsewhere(contract, now()))
    throw new AppError("subscription_exists");
  if (!hasEnded(contract.status))
    throw new AppError("subscription_not_ended", "What is open has to be settled before anything is ordered.");
  return contract;
}

async function prepare(customerId: CustomerId, options: OrderOptions) {
  const [contract, plans, contact] = await Promise.all([
    readContract(customerId),
    readPlans(),
    db.billingContact.findUnique({ where: { customerId } }),
  ]);
  const type = options.type ?? contract?.chosenType;
  const base = options.base ?? contract?.chosenBase;
  if (!type || !base) throw new AppError("plan_missing", "Choose a plan first.");
  if (!contact || !contract?.stripeCustomerId)
    throw new AppError("billing_details_missing", "Save the billing details first.");
  const plan = plans.find((one) => one.type === type && one.base === base);
  if (!plan) throw new AppError("plans_unavailable");
  const payment = options.payment ?? contract.chosenPayment ?? "later";
  const { stripeCustomerId, checkoutCount } = contract;
  return { plan, payment, stripeCustomerId, checkoutCount };
}

/** Returns the coupon of the supplier's campaign, if it gives the discount that the screen showed. */
async function couponFor(customerId: CustomerId, plan: Plan): Promise<string | null> {
  const campaign = await readCampaign(customerId);
  if (!campaign || !concerns(campaign, plan)) return null;
  const coupon = await ourBilling().coupon(campaign.stripeCouponId);
  if (coupon && couponFits(campaign, coupon, plan)) return coupon.id;
  log.error(
    { campaign: campaign.code, months: campaignMonths(campaign), coupon },
    "coupon mismatch: discount at Stripe differs from the campaign",
  );
  throw new AppError("plans_unavailable", "The campaign is not set up.");
}

/**
 * Returns a new address of Stripe's own page. It expires within minutes, so it serves a single click.
 *
 * @throws AppError `subscription_missing` for a supplier without an account at Stripe
 */
export async function openPortal(
  customerId: CustomerId,
  kind: "home" | "payment_method" | "plan",
  returnPath: string,
  locale: string,
): Promise<string> {
  const contract = await readContract(customerId);
  if (!contract?.stripeCustomerId) throw new AppError("subscription_missing");
  return await ourBilling().openPortal(
    contract.stripeCustomerId,
    kind === "plan" ? { kind, subscriptionId: runningId(contract) } : { kind },
    returnUrl(returnPath),
    locale,
  );
}

/**
 * Returns Stripe's page on which a change to another plan is confirmed, with its price today.
 *
 * @throws AppError `subscription_missing`, `change_pending`, `plans_unavailable`, `conflict` for the present plan
 */
export async function openUpgrade(
  customerId: CustomerId,
  target: { type: PlanType; base: PriceBase },
  returnPath: string,
  locale: string,
): Promise<string> {
  const [contract, plans] = await Promise.all([readContract(customerId), readPlans()]);
  if (!contract?.stripeCustomerId) throw new AppError("subscription_missing");
  const subscriptionId = runningId(contract);
  if (contract.endsAt || contract.scheduleId) throw new AppError("change_pending");
  const plan = plans.find((one) => one.type === target.type && one.base === target.base);
  if (!plan) throw new AppError("plans_unavailable");
  if (plan.priceId === contract.priceId) throw new AppError("conflict", "This plan is in use already.");
  const flow: PortalFlow = {
    kind: "confirm_plan",
    subscriptionId,
    itemId: contract.itemId ?? "",
    priceId: plan.priceId,
  };
  return await ourBilling().openPortal(contract.stripeCustomerId, flow, returnUrl(returnPath), locale);
}

function runningId({
  subscriptionId,
  status,
}: {
  subscriptionId: string | null;
  status: Parameters<typeof isInForce>[0];
}) {
  if (!subscriptionId || !isInForce(status)) throw new AppError("subscription_missing");
  return subscriptionId;
}
