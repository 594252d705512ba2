import type { z } from "zod";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { decimalFromCents } from "@/lib/core/money/money";
import { now } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";
import { ourBilling } from "@/lib/providers/billing/registry";
import type {
  billingContactView,
  contractView,
  paymentMethodView,
  subscriptionInvoices,
  subscriptionView,
} from "@/lib/subscriptions/schema";
import type { Plan } from "@/lib/subscriptions/types";
import { discountOf, paymentMethodOf, planOf, possibilitiesOf, readContract } from "./data";
import { cardState, daysRemaining, entitlementOf } from "./rules";

/** The names of the plans on screens and in the API. */
export const PLAN_NAMES = { basic: "Standard", premium: "Premium" } as const;

/** Returns the contract for the API; a supplier without one has `contractPlan: null`. */
export async function readContractView(customerId: CustomerId): Promise<z.input<typeof contractView>> {
  const contract = await readContract(customerId);
  const { isActive, isPremium, lock } = entitlementOf(contract, now());
  const { planType: type, planBase, priceId, priceCents, externalReference } = contract ?? {};
  return {
    id: customerId,
    contractType: contract?.type ?? "STRIPE",
    contractPlan: type
      ? {
          id: priceId ?? externalReference ?? type,
          priceId: priceId ?? null,
          externalReferenceNumber: externalReference ?? null,
          price: priceCents == null ? null : decimalFromCents(priceCents),
          type,
          priceBase: planBase ?? null,
        }
      : null,
    isActive,
    isPremium,
    lock: lock ?? null,
  };
}

function planView({ priceId, type, base, cents }: Plan) {
  return { priceId, name: PLAN_NAMES[type], type, priceBase: base, price: decimalFromCents(cents) };
}

/**
 * Returns the subscription for the API.
 *
 * @throws AppError `subscription_missing` for a supplier that never had one
 */
export async function readSubscriptionView(customerId: CustomerId): Promise<z.input<typeof subscriptionView>> {
  const contract = await readContract(customerId);
  if (!contract?.subscriptionId || !contract.status) throw new AppError("subscription_missing");
  const { pauses, campaign, actionsRestricted, isPaused, isCouponActive } = possibilitiesOf(contract);
  const plan = planOf(contract);
  const discount = discountOf(contract);
  return {
    id: contract.subscriptionId,
    status: contract.status,
    plan: plan ? planView(plan) : null,
    currentPeriodEnd: contract.periodEndsAt?.toISOString() ?? null,
    trialEnd: contract.trialEndsAt?.toISOString() ?? null,
    daysRemaining:
      contract.status === "trialing" && contract.trialEndsAt ? daysRemaining(contract.trialEndsAt, now()) : null,
    cancelAt: contract.endsAt?.toISOString() ?? null,
    pauseAllowed: pauses.length > 0,
    discountAllowed: campaign !== undefined && !isCouponActive,
    actionsRestricted,
    paused: isPaused,
    pausedUntil: contract.pausedUntil?.toISOString() ?? null,
    discount: discount && {
      couponId: discount.couponId,
      percentOff: discount.percentOff,
      amountOff: discount.amountOffCents === null ? null : decimalFromCents(discount.amountOffCents),
      endsAt: discount.endsAt,
    },
  };
}

/** Returns the saved billing contact, otherwise the data of the registration. */
export async function readBillingContact(customerId: CustomerId): Promise<z.input<typeof billingContactView>> {
  const { billingContact, ...customer } = await db.customer.findUniqueOrThrow({
    where: { id: customerId },
    include: { billingContact: true, memberships: { where: { role: "owner" }, include: { user: true }, take: 1 } },
  });
  if (billingContact) {
    const { company, name, email, phone, address, zip, city, vatId, countryCode: country } = billingContact;
    return { company, name, email, phone, address, zip, city, vatId, country };
  }
  const { companyName, email, mobileNumber, address, zip, city, vatId, countryCode, memberships } = customer;
  return {
    company: companyName,
    name: memberships[0]?.user.name ?? "",
    email,
    phone: mobileNumber,
    ...{ address, zip, city, vatId },
    country: countryCode,
  };
}

export async function readPaymentMethodView(customerId: CustomerId): Promise<z.input<typeof paymentMethodView>> {
  const contract = await readContract(customerId);
  const method = contract && paymentMethodOf(contract);
  return method ? { ...method, state: cardState(method, now()) } : null;
}

/** Returns our invoices from Stripe. They are read for every call, because the links to the documents expire. */
export async function readInvoices(customerId: CustomerId): Promise<z.input<typeof subscriptionInvoices>> {
  const contract = await readContract(customerId);
  if (!contract?.stripeCustomerId) return [];
  const invoices = await ourBilling().invoices(contract.stripeCustomerId);
  return invoices.map(({ id, number, status, createdAt, totalCents, netCents, pdfUrl, pageUrl }) => ({
    ...{ id, number, status },
    createdAt: createdAt.toISOString(),
    amount: decimalFromCents(totalCents),
    netAmount: decimalFromCents(netCents),
    downloadLink: pdfUrl,
    pageLink: pageUrl,
  }));
}
