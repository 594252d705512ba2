import type { CustomerId } from "@/lib/auth/scope";
import { db, type Tx } from "@/lib/core/database/db";
import type { EInvoiceSettings } from "./types";

/** Returns who the supplier is on its own e-invoices; undefined if e-invoices were never chosen. */
export async function readSettings(customerId: CustomerId, tx: Tx = db): Promise<EInvoiceSettings | undefined> {
  const select = { vatId: true, taxNumber: true, creditorIds: true, dueDays: true };
  return (await tx.eInvoiceSettings.findUnique({ where: { customerId }, select })) ?? undefined;
}
