import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { AppError } from "@/lib/core/web/errors";

/** The type of the connection, as it is stored. */
export const E_INVOICES = "EINVOICE";

/** True if the supplier uses e-invoices as its accounting system. */
export async function usesEInvoices(customerId: CustomerId): Promise<boolean> {
  const row = await db.connection.findUnique({ where: { customerId_type: { customerId, type: E_INVOICES } } });
  return row?.status === "connected";
}

/** @throws AppError `connection_missing` unless e-invoices are in use */
export async function requireEInvoices(customerId: CustomerId): Promise<void> {
  if (!(await usesEInvoices(customerId))) throw new AppError("connection_missing");
}
