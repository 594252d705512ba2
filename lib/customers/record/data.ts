import type { z } from "zod";
import type { CustomerId } from "@/lib/auth/scope";
import { db, type Prisma } from "@/lib/core/database/db";
import type { BillingContact, Connection, Contract } from "@/lib/core/prisma/client";
import { now } from "@/lib/core/time/clock";
import { isOne, isSameCity, isSameText } from "@/lib/customers/matching/rules";
import type { customerView, matchingView, StatusCode, statusView } from "@/lib/customers/schema";
import { capabilitiesOf } from "@/lib/providers/accounting/systems";
import { entitlementOf } from "@/lib/subscriptions/contract/rules";
import { accountingInUse, isAccountingConnected, isAccountingSystem, isOnlineSystem } from "@/lib/vendors/rules";

export async function readCustomer(customerId: CustomerId): Promise<z.input<typeof customerView>> {
  return await db.customer.findUniqueOrThrow({ where: { id: customerId } });
}

/** The relations of a supplier that every page needs. */
export const ACCOUNT = { connections: true, contract: true, billingContact: true } as const;
export type SupplierAccount = Prisma.CustomerGetPayload<{ include: typeof ACCOUNT }>;

export async function readStatus(customerId: CustomerId): Promise<z.output<typeof statusView>> {
  return statusOf(await db.customer.findUniqueOrThrow({ where: { id: customerId }, include: ACCOUNT }));
}

export function statusOf(account: SupplierAccount): z.output<typeof statusView> {
  const { connections: rows } = account;
  const books = accountingInUse(rows);
  const payments = rows.find((row) => row.type === "GOCARDLESS");
  return {
    lexOfficeErrors: isAccountingConnected(rows) ? [] : ["LEXOFFICE_NOT_CONNECTED"],
    goCardlessErrors: paymentsErrors(payments),
    sepaHeroErrors: [
      ...(books || payments ? [] : ["NOT_CONNECTED" as const]),
      ...billingErrors(account.contract, account.billingContact),
    ],
  };
}

/** Returns what is missing before the supplier has a paid plan. A plan agreed elsewhere is not paid here. */
function billingErrors(contract: Contract | null, billingContact: BillingContact | null): StatusCode[] {
  if (contract?.type === "EXTERNAL") return [];
  const errors: StatusCode[] = [];
  const { status = null, planType, chosenType } = contract ?? {};
  if (status === "cancelled" || (!planType && !chosenType)) errors.push("PAYMENT_PLAN_NOT_SELECTED");
  if (!billingContact) errors.push("BILLING_DETAILS_MISSING");
  // A payment method that was saved without an order pays for nothing.
  if (!contract?.paymentMethod || status === null) errors.push("PAYMENT_METHOD_NOT_CONFIGURED");
  const hasFailedAtOnce = status === "incomplete" || status === "incomplete_expired";
  if (hasFailedAtOnce || entitlementOf(contract, now()).isOverdue) errors.push("LAST_PAYMENT_FAILED");
  return errors;
}

function paymentsErrors(payments: Connection | undefined): StatusCode[] {
  if (payments?.status !== "connected") return ["GOCARDLESS_NOT_CONNECTED"];
  if (payments.verificationStatus === "in_review") return ["ACCOUNT_IN_REVIEW"];
  if (payments.verificationStatus !== "successful") return ["ACCOUNT_NOT_FULLY_VERIFIED"];
  return [];
}

export async function readMatching(customerId: CustomerId): Promise<z.output<typeof matchingView>> {
  return matchingOf(await db.customer.findUniqueOrThrow({ where: { id: customerId }, include: ACCOUNT }));
}

/**
 * Returns whether company and city of the connected accounts match the supplier's own, and the mismatches. Accounting
 * systems name no city, and some name no company.
 */
export function matchingOf(customer: SupplierAccount): z.output<typeof matchingView> {
  const company: Record<string, string> = { EINZUG: customer.companyName };
  const city: Record<string, string> = { EINZUG: customer.city };
  for (const row of customer.connections.filter((one) => one.status === "connected")) {
    const namesCompany = isOnlineSystem(row.type)
      ? capabilitiesOf(row.type).namesCompany
      : !isAccountingSystem(row.type);
    if (row.accountName && namesCompany) company[row.type] = row.accountName;
    if (row.creditorCity) city[row.type] = row.creditorCity;
  }
  const mismatches = [
    ...(isOne(Object.values(company), isSameText) ? [] : [{ field: "company" as const, values: company }]),
    ...(isOne(Object.values(city), isSameCity) ? [] : [{ field: "city" as const, values: city }]),
  ];
  return { matches: mismatches.length === 0, mismatches };
}

/** Returns the version of the supplier's data, which changes with anything that a screen shows. Screens poll it. */
export async function readPulse(customerId: CustomerId): Promise<string> {
  return (await db.pulse.findUniqueOrThrow({ where: { customerId } })).stamp;
}
