import { type CustomerId, trustedCustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";

/** Returns suppliers with a subscription that has not ended, and those who may have ordered their first one. */
export async function billedCustomers(): Promise<CustomerId[]> {
  const rows = await db.contract.findMany({
    where: { stripeCustomerId: { not: null }, endedAt: null, customer: { closedAt: null } },
    select: { customerId: true },
  });
  return rows.map((row) => trustedCustomerId.parse(row.customerId));
}

/** Returns the suppliers with any connection in use. */
export async function connectedCustomers(): Promise<CustomerId[]> {
  const rows = await db.connection.findMany({
    where: { status: "connected" },
    select: { customerId: true },
    distinct: ["customerId"],
  });
  return rows.map((row) => trustedCustomerId.parse(row.customerId));
}
