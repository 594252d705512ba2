import { type CustomerId, trustedCustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import { usesEInvoices } from "@/lib/e-invoices/access";
import { tokenOf } from "./rules";

/** Returns the supplier's address; null if it has none yet, undefined if the installation receives no mails. */
export async function readMailAddress(customerId: CustomerId): Promise<string | null | undefined> {
  const domain = env().INBOUND_MAIL_DOMAIN;
  if (!domain) return undefined;
  const row = await db.eInvoiceMailbox.findUnique({ where: { customerId } });
  return row && `${row.token}@${domain}`;
}

/**
 * Returns the supplier whose address it is; undefined for an unknown address and while the supplier uses another
 * accounting system.
 */
export async function findMailboxOwner(address: string): Promise<CustomerId | undefined> {
  const token = tokenOf(address, env().INBOUND_MAIL_DOMAIN ?? "");
  if (!token) return undefined;
  const row = await db.eInvoiceMailbox.findUnique({ where: { token } });
  if (!row) return undefined;
  const customerId = trustedCustomerId.parse(row.customerId);
  return (await usesEInvoices(customerId)) ? customerId : undefined;
}
